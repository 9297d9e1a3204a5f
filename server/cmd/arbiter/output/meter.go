package output

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"arbiter/referee/printable"
	"arbiter/server/terminal/runner"
)

// A Meter reports how much of something is done: a bar on a terminal, a line
// per interval elsewhere.
type Meter struct {
	w        io.Writer
	noun     string // what is counted, in the plural
	total    int
	Done     int
	started  time.Time
	reported time.Time
	bar      *progressbar.ProgressBar // nil if w is not a terminal
}

func NewMeter(w io.Writer, noun string, total int) *Meter {
	m := &Meter{w: w, noun: noun, total: total, started: time.Now(), reported: time.Now()}
	if terminal := printable.Terminal(w); terminal != nil {
		m.bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(terminal), progressbar.OptionSetDescription(noun),
			progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionThrottle(runner.TerminalInterval), progressbar.OptionClearOnFinish())
	}
	return m
}

// Set reports that this many are done.
func (m *Meter) Set(done int) {
	m.Done = done
	if m.bar != nil {
		m.bar.Set(done)
		return
	}
	if time.Since(m.reported) >= runner.LineInterval {
		m.reported = time.Now()
		fmt.Fprintf(m.w, "%d of %d %s, %.0f %s/s\n", done, m.total, m.noun, m.Rate(), m.noun)
	}
}

func (m *Meter) Rate() float64 {
	return float64(m.Done) / max(time.Since(m.started).Seconds(), 1e-9)
}

// Close removes the bar.
func (m *Meter) Close() {
	if m.bar != nil {
		m.bar.Exit()
	}
}
