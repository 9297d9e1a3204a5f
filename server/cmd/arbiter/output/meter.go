package output

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"arbiter/referee/printable"
	"arbiter/server/playing/follow"
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

// NewMeter returns a Meter of so many things, which are named in the plural.
func NewMeter(w io.Writer, noun string, total int) *Meter {
	m := &Meter{w: w, noun: noun, total: total, started: time.Now(), reported: time.Now()}
	if terminal := printable.Terminal(w); terminal != nil {
		m.bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(terminal), progressbar.OptionSetDescription(noun),
			progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionThrottle(follow.TerminalInterval), progressbar.OptionClearOnFinish())
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
	if time.Since(m.reported) >= follow.LineInterval {
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

// A ShareMeter reports how much of one thing is done, and how long the rest takes: a bar on
// a terminal, a line per interval elsewhere. It is safe for concurrent use.
type ShareMeter struct {
	w        io.Writer
	what     string // is done, such as "analysed"
	mu       sync.Mutex
	started  time.Time
	reported time.Time
	bar      *progressbar.ProgressBar // nil if w is not a terminal
}

// whole is what a bar counts to.
const whole = 100

// NewShareMeter returns a ShareMeter of what is done, such as "analysed".
func NewShareMeter(w io.Writer, what string) *ShareMeter {
	m := &ShareMeter{w: w, what: what, started: time.Now(), reported: time.Now()}
	if terminal := printable.Terminal(w); terminal != nil {
		m.bar = progressbar.NewOptions(whole, progressbar.OptionSetWriter(terminal), progressbar.OptionSetDescription(what),
			progressbar.OptionThrottle(follow.TerminalInterval), progressbar.OptionClearOnFinish())
	}
	return m
}

// Set reports that a share from 0 to 1 is done.
func (m *ShareMeter) Set(share float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.bar != nil {
		m.bar.Set(int(share * whole))
		return
	}
	if share > 0 && time.Since(m.reported) >= follow.LineInterval {
		m.reported = time.Now()
		left := time.Duration(float64(time.Since(m.started)) * (1 - share) / share)
		fmt.Fprintf(m.w, "%.0f %% %s, about %v more\n", whole*share, m.what, left.Round(time.Second))
	}
}

// Close removes the bar.
func (m *ShareMeter) Close() {
	if m.bar != nil {
		m.bar.Exit()
	}
}
