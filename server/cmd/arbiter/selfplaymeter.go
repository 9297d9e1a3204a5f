package main

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"arbiter/server/printable"
	"arbiter/server/runner"
)

// A selfplayMeter reports the progress of selfplay: a bar on a terminal, a line
// per interval elsewhere, and a summary at the end.
type selfplayMeter struct {
	w        io.Writer
	total    int
	done     int
	started  time.Time
	reported time.Time
	bar      *progressbar.ProgressBar // nil if w is not a terminal
}

func newSelfplayMeter(w io.Writer, total int) *selfplayMeter {
	m := &selfplayMeter{w: w, total: total, started: time.Now(), reported: time.Now()}
	if terminal := printable.Terminal(w); terminal != nil {
		m.bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(terminal), progressbar.OptionSetDescription("games"),
			progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionThrottle(runner.TerminalInterval), progressbar.OptionClearOnFinish())
	}
	return m
}

// played reports that this many games have been written.
func (m *selfplayMeter) played(done int) {
	m.done = done
	if m.bar != nil {
		m.bar.Set(done)
		return
	}
	if time.Since(m.reported) >= runner.LineInterval {
		m.reported = time.Now()
		fmt.Fprintf(m.w, "%d of %d games, %.0f games/s\n", done, m.total, m.rate())
	}
}

func (m *selfplayMeter) rate() float64 {
	return float64(m.done) / max(time.Since(m.started).Seconds(), 1e-9)
}

// end prints the number of games and lines that were written.
func (m *selfplayMeter) end(lines int) {
	if m.bar != nil {
		m.bar.Exit()
	}
	fmt.Fprintf(m.w, "%s, %s, %.0f games/s\n", plural(fmt.Sprint(m.done), "game"), plural(fmt.Sprint(lines), "line"), m.rate())
}
