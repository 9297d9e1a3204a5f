package main

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"arbiter/referee/printable"
	"arbiter/server/terminal/runner"
)

// A meter reports how much of something is done: a bar on a terminal, a line
// per interval elsewhere.
type meter struct {
	w        io.Writer
	noun     string // what is counted, in the plural
	total    int
	done     int
	started  time.Time
	reported time.Time
	bar      *progressbar.ProgressBar // nil if w is not a terminal
}

func newMeter(w io.Writer, noun string, total int) *meter {
	m := &meter{w: w, noun: noun, total: total, started: time.Now(), reported: time.Now()}
	if terminal := printable.Terminal(w); terminal != nil {
		m.bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(terminal), progressbar.OptionSetDescription(noun),
			progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionThrottle(runner.TerminalInterval), progressbar.OptionClearOnFinish())
	}
	return m
}

// set reports that this many are done.
func (m *meter) set(done int) {
	m.done = done
	if m.bar != nil {
		m.bar.Set(done)
		return
	}
	if time.Since(m.reported) >= runner.LineInterval {
		m.reported = time.Now()
		fmt.Fprintf(m.w, "%d of %d %s, %.0f %s/s\n", done, m.total, m.noun, m.rate(), m.noun)
	}
}

func (m *meter) rate() float64 {
	return float64(m.done) / max(time.Since(m.started).Seconds(), 1e-9)
}

// close removes the bar.
func (m *meter) close() {
	if m.bar != nil {
		m.bar.Exit()
	}
}
