package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"arbiter/server/runner"
)

// A meter shows on stderr how far a run is: a bar on a terminal, a line now and
// then elsewhere, and what was done at the end.
type meter struct {
	w       io.Writer
	total   int
	done    int
	started time.Time
	shown   time.Time
	bar     *progressbar.ProgressBar // nil elsewhere
}

func newMeter(w io.Writer, total int) *meter {
	m := &meter{w: w, total: total, started: time.Now(), shown: time.Now()}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		m.bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(w), progressbar.OptionSetDescription("games"),
			progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionThrottle(runner.TerminalInterval), progressbar.OptionClearOnFinish())
	}
	return m
}

// played is told how many games have been written.
func (m *meter) played(done int) {
	m.done = done
	if m.bar != nil {
		m.bar.Set(done)
		return
	}
	if time.Since(m.shown) >= runner.LineInterval {
		m.shown = time.Now()
		fmt.Fprintf(m.w, "%d of %d games, %.0f a second\n", done, m.total, m.rate())
	}
}

func (m *meter) rate() float64 { return float64(m.done) / max(time.Since(m.started).Seconds(), 1e-9) }

// end tells what was written.
func (m *meter) end(lines int) {
	if m.bar != nil {
		m.bar.Exit()
	}
	fmt.Fprintf(m.w, "%s, %s, %.0f games a second\n", plural(fmt.Sprint(m.done), "game"), plural(fmt.Sprint(lines), "line"), m.rate())
}
