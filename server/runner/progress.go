package runner

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"

	"arbiter/server/league"
)

// A Progress shows a tournament while it is played: a live table on a
// terminal, a line now and then elsewhere.
type Progress struct {
	w        io.Writer
	terminal bool
	of       league.Tournament
	options  league.Options
	total    int // matches of the whole tournament; 0 when nobody knows
	exact    bool

	mu      sync.Mutex
	table   league.Table
	before  int // matches of earlier runs
	played  int // of this one
	started time.Time
	lines   int // of the live table that stand on the terminal
}

// How often progress is shown: as often as a person can read it on a terminal,
// and rarely enough for a log elsewhere.
const (
	TerminalInterval = 500 * time.Millisecond
	LineInterval     = 10 * time.Second
)

// NewProgress returns the progress of a tournament, which goes to w.
func NewProgress(w io.Writer, of league.Tournament, o league.Options) *Progress {
	p := &Progress{w: w, of: of, options: o, started: time.Now()}
	if f, ok := w.(*os.File); ok {
		p.terminal = term.IsTerminal(int(f.Fd()))
	}
	p.total, p.exact = league.Total(of)
	p.table.Enter(of.Bots...)
	return p
}

// Add counts a match that was played. There are never enough.
func (p *Progress) Add(m league.Match) (enough bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.table.Add(m)
	p.played++
	return false
}

// Resume counts the matches of earlier runs, while the first new ones are
// played. It returns when it has begun; wait waits for its end.
func (p *Progress) Resume(ctx context.Context, t Tournament) (wait func() error, err error) {
	entered := map[string]bool{}
	for _, bot := range p.of.Bots {
		entered[bot] = true
	}
	n, wait, err := t.Earlier(ctx, func(m league.Match) {
		// A bot that has changed since is another contender: its old
		// matches stay where they are and out of this table.
		if all(m.Seats, entered) {
			p.mu.Lock()
			p.table.Add(m)
			p.before++
			p.mu.Unlock()
		}
	})
	if n > 0 {
		printResuming(p.w, n)
	}
	return wait, err
}

// printResuming says that a tournament does not start from its beginning.
func printResuming(w io.Writer, n int) {
	fmt.Fprintf(w, "Resuming after %d matches that were played before.\n", n)
}

func all(bots []string, entered map[string]bool) bool {
	for _, bot := range bots {
		if !entered[bot] {
			return false
		}
	}
	return true
}

// During shows progress while do runs, and once more after it.
func (p *Progress) During(do func() error) error {
	p.mu.Lock()
	p.started = time.Now()
	p.mu.Unlock()
	interval := LineInterval
	if p.terminal {
		interval = TerminalInterval
	}
	err := every(interval, p.show, do)
	if p.terminal {
		p.erase()
	}
	return err
}

// show shows where the tournament stands.
func (p *Progress) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	var text bytes.Buffer
	fmt.Fprintln(&text, p.head())
	if p.terminal {
		if s, err := p.table.Standings(p.options); err == nil {
			printStandings(&text, s, p.of.Solo())
		}
		p.erase()
		p.lines = bytes.Count(text.Bytes(), []byte("\n"))
	}
	p.w.Write(text.Bytes())
}

// erase removes the live table from the terminal.
func (p *Progress) erase() {
	if p.lines > 0 {
		fmt.Fprintf(p.w, "\x1b[%dA\x1b[J", p.lines)
		p.lines = 0
	}
}

// head says how much has been played, how fast, and how long the rest will take.
func (p *Progress) head() string {
	done := p.before + p.played
	elapsed := time.Since(p.started)
	rate := float64(p.played) / max(elapsed.Seconds(), 1e-9)
	text := fmt.Sprintf("%s: %d", p.of.ID, done)
	if p.total > 0 {
		about := ""
		if !p.exact {
			about = "about "
		}
		text += fmt.Sprintf(" of %s%d", about, p.total)
	}
	text += fmt.Sprintf(" matches, %.1f a second", rate)
	if left := p.total - done; left > 0 && p.played > 0 {
		text += fmt.Sprintf(", %s left", rounded(time.Duration(float64(left)/rate*float64(time.Second))))
	}
	return text
}

// Summary returns the result so far. done says that nothing is left to play.
func (p *Progress) Summary(done bool) (Summary, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	r := Summary{
		Tournament: p.of.ID, Game: p.of.Game, Format: p.of.Format, Played: p.played,
		Seconds: time.Since(p.started).Seconds(), Done: done, Solo: p.of.Solo(),
	}
	return r, r.Fill(&p.table, p.options)
}

// every calls show at an interval while do runs, and returns do's error.
func every(interval time.Duration, show func(), do func() error) error {
	quit := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		tick := time.NewTicker(interval)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				show()
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

// rounded shortens a duration for people: to the second, or finer when it is
// short.
func rounded(d time.Duration) time.Duration {
	if d < 10*time.Second {
		return d.Round(10 * time.Millisecond)
	}
	return d.Round(time.Second)
}
