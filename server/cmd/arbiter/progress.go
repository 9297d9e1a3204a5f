package main

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

// A progress shows a tournament while it is played: a live table on a
// terminal, a line now and then elsewhere.
type progress struct {
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
	everyTerminal = 500 * time.Millisecond
	everyLine     = 10 * time.Second
)

func newProgress(w io.Writer, of league.Tournament, o league.Options) *progress {
	p := &progress{w: w, of: of, options: o, started: time.Now()}
	if f, ok := w.(*os.File); ok {
		p.terminal = term.IsTerminal(int(f.Fd()))
	}
	p.total, p.exact = league.Total(of)
	p.table.Enter(of.Bots...)
	return p
}

// observe is told each match that is played. There are never enough.
func (p *progress) observe(m league.Match) (enough bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.table.Add(m)
	p.played++
	return false
}

// resume counts the matches of earlier runs, while the first new ones are
// played. It returns when it has begun; wait waits for its end.
func (p *progress) resume(ctx context.Context, played contest) (wait func() error, err error) {
	entered := map[string]bool{}
	for _, bot := range p.of.Bots {
		entered[bot] = true
	}
	n, wait, err := played.earlier(ctx, func(m league.Match) {
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
		sayGoingOn(p.w, n)
	}
	return wait, err
}

// sayGoingOn says that a tournament is not played from its beginning.
func sayGoingOn(w io.Writer, n int) {
	fmt.Fprintf(w, "Going on after %d matches that were played before.\n", n)
}

func all(bots []string, entered map[string]bool) bool {
	for _, bot := range bots {
		if !entered[bot] {
			return false
		}
	}
	return true
}

// during shows progress while do runs, and once more after it.
func (p *progress) during(do func() error) error {
	p.mu.Lock()
	p.started = time.Now()
	p.mu.Unlock()
	every := everyLine
	if p.terminal {
		every = everyTerminal
	}
	quit := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				p.show()
			case <-quit:
				return
			}
		}
	})
	err := do()
	close(quit)
	wg.Wait()
	if p.terminal {
		p.erase()
	}
	return err
}

// show shows where the tournament stands.
func (p *progress) show() {
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
func (p *progress) erase() {
	if p.lines > 0 {
		fmt.Fprintf(p.w, "\x1b[%dA\x1b[J", p.lines)
		p.lines = 0
	}
}

// head tells how far it is, how fast, and how long it will take.
func (p *progress) head() string {
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

// report returns what there is to say at the end.
func (p *progress) report(done bool) (tournamentReport, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	r := tournamentReport{
		Tournament: p.of.ID, Game: p.of.Game, Format: p.of.Format, Played: p.played,
		Seconds: time.Since(p.started).Seconds(), Done: done, solo: p.of.Solo(),
	}
	return r, r.fill(&p.table, p.options)
}
