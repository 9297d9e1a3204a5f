package runner

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"arbiter/referee/printable"
	"arbiter/server/league"
)

// A Progress reports on a tournament while it is played: on a terminal it keeps
// a table up to date, elsewhere it prints a line at an interval.
type Progress struct {
	w        io.Writer
	terminal *os.File // that w writes to; nil if there is none
	of       league.Tournament
	options  league.Options
	total    int  // matches of the whole tournament; 0 if unknown
	exact    bool // total is not an estimate

	mu      sync.Mutex
	table   league.Table
	earlier int // matches of earlier runs
	played  int // matches of this run
	started time.Time
	voids   func() league.Voids // set by Resume
	lines   int                 // height of the table on the terminal
}

// Progress is printed at these intervals: as often as people can read it on a
// terminal, and rarely enough for a log elsewhere.
const (
	TerminalInterval = 500 * time.Millisecond
	LineInterval     = 10 * time.Second
)

// NewProgress returns a Progress that writes to w.
func NewProgress(w io.Writer, of league.Tournament, o league.Options) *Progress {
	p := &Progress{
		w: w, terminal: printable.Terminal(w), of: of, options: o, started: time.Now(),
		voids: func() league.Voids { return league.Voids{} },
	}
	p.total, p.exact = league.Total(of)
	p.table.Enter(of.Bots...)
	return p
}

// Add counts a played match. It always returns false: a tournament has never
// enough matches.
func (p *Progress) Add(m league.Match) (enough bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.table.Add(m)
	p.played++
	return false
}

// Resume counts the matches of earlier runs. It may return before it has
// counted them all, so that the tournament can start; wait returns after the
// last one.
func (p *Progress) Resume(ctx context.Context, t Tournament) (wait func() error, err error) {
	p.voids = t.Voids
	entered := map[string]bool{}
	for _, bot := range p.of.Bots {
		entered[bot] = true
	}
	n, wait, err := t.Earlier(ctx, func(m league.Match) {
		// A bot whose files have changed is another bot. The matches of its
		// old version are kept, but do not count here.
		if all(m.Seats, entered) {
			p.mu.Lock()
			p.table.Add(m)
			p.earlier++
			p.mu.Unlock()
		}
	})
	if n > 0 {
		printResuming(p.w, n)
	}
	return wait, err
}

// printResuming prints how many matches of earlier runs there are.
func printResuming(w io.Writer, n int) {
	fmt.Fprintf(w, "Resuming after %d matches played earlier.\n", n)
}

// all reports whether all bots are in entered.
func all(bots []string, entered map[string]bool) bool {
	for _, bot := range bots {
		if !entered[bot] {
			return false
		}
	}
	return true
}

// During prints progress while do runs. After it, the table is removed from a
// terminal.
func (p *Progress) During(do func() error) error {
	p.mu.Lock()
	p.started = time.Now()
	p.mu.Unlock()
	interval := LineInterval
	if p.terminal != nil {
		interval = TerminalInterval
	}
	err := every(interval, p.print, do)
	if p.terminal != nil {
		p.erase()
	}
	return err
}

// print prints the progress.
func (p *Progress) print() {
	p.mu.Lock()
	defer p.mu.Unlock()
	var text bytes.Buffer
	fmt.Fprintln(&text, p.head())
	if voids := p.voids().Note(p.earlier + p.played); voids != "" {
		fmt.Fprintln(&text, voids)
	}
	if p.terminal != nil {
		if s, err := p.table.Standings(p.options); err == nil {
			printStandings(&text, s, p.of.Solo())
		}
		p.erase()
		p.lines = bytes.Count(text.Bytes(), []byte("\n"))
	}
	p.w.Write(text.Bytes())
}

// erase removes the table from the terminal.
func (p *Progress) erase() {
	if p.lines > 0 {
		fmt.Fprintf(p.terminal, "\x1b[%dA\x1b[J", p.lines)
		p.lines = 0
	}
}

// head returns a line with the number of played matches, their rate, and the
// estimated time remaining.
func (p *Progress) head() string {
	done := p.earlier + p.played
	elapsed := time.Since(p.started)
	rate := float64(p.played) / max(elapsed.Seconds(), 1e-9)
	text := fmt.Sprintf("%s: %d", printable.Line(p.of.ID), done)
	if p.total > 0 {
		about := ""
		if !p.exact {
			about = "about "
		}
		text += fmt.Sprintf(" of %s%d", about, p.total)
	}
	text += fmt.Sprintf(" matches, %.1f matches/s", rate)
	if left := p.total - done; left > 0 && p.played > 0 {
		text += fmt.Sprintf(", %s remaining", rounded(time.Duration(float64(left)/rate*float64(time.Second))))
	}
	return text
}

// Summary returns the result so far. done means that no match is left to play.
func (p *Progress) Summary(done bool) (Summary, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	r := Summary{
		Tournament: p.of.ID, Game: p.of.Game, Format: p.of.Format, Played: p.played,
		Seconds: time.Since(p.started).Seconds(), Done: done, Solo: p.of.Solo(),
	}
	err := r.Fill(&p.table, p.options)
	r.SetVoids(p.voids())
	return r, err
}

// every calls report at an interval while do runs, and returns do's error.
func every(interval time.Duration, report func(), do func() error) error {
	quit := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		tick := time.NewTicker(interval)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				report()
			case <-quit:
				return
			}
		}
	})
	err := do()
	close(quit)
	wg.Wait()
	return err
}

// rounded rounds a duration to seconds, or to 10 ms if it is short.
func rounded(d time.Duration) time.Duration {
	if d < 10*time.Second {
		return d.Round(10 * time.Millisecond)
	}
	return d.Round(time.Second)
}
