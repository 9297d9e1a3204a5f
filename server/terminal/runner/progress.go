package runner

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"arbiter/referee/plural"
	"arbiter/referee/printable"
	"arbiter/server/league"
)

// A Progress reports on a tournament while it is played: on a terminal it keeps
// a table up to date, elsewhere it prints a line at an interval.
type Progress struct {
	screen  *Screen
	of      Tournament
	options league.Options
	total   int  // matches of the whole tournament; 0 if unknown
	exact   bool // total is not an estimate

	mu      sync.Mutex
	started time.Time
	tempo   tempo
}

// Progress is printed at these intervals: as often as people can read it on a
// terminal, and rarely enough for a log elsewhere.
const (
	TerminalInterval = 500 * time.Millisecond
	LineInterval     = 10 * time.Second
	firstLine        = 2 * time.Second // nobody is to wonder for longer whether it has begun
)

// NewProgress returns a Progress that writes to w, and says first how many matches
// have been played earlier.
func NewProgress(w io.Writer, of Tournament, o league.Options) *Progress {
	p := &Progress{screen: NewScreen(w), of: of, options: o, started: time.Now()}
	p.total, p.exact = league.Total(of.Definition())
	if own, _ := of.Earlier(); own > 0 {
		printResuming(w, own)
	}
	return p
}

// printResuming prints how many matches of earlier runs there are.
func printResuming(w io.Writer, n int) {
	fmt.Fprintf(w, "Resuming after %d matches played earlier.\n", n)
}

// During prints progress while do runs. After it, the table is removed from a
// terminal.
func (p *Progress) During(do func() error) error {
	p.mu.Lock()
	p.started = time.Now()
	_, played := p.of.Seen().Matches()
	p.tempo = tempo{}
	p.tempo.each(p.started, played)
	p.mu.Unlock()
	interval := LineInterval
	if p.screen.Live() {
		interval = TerminalInterval
	}
	err := every(interval, p.print, do)
	p.screen.Show("")
	return err
}

// print prints the progress.
func (p *Progress) print() {
	p.mu.Lock()
	defer p.mu.Unlock()
	var text bytes.Buffer
	earlier, played := p.of.Seen().Matches()
	voids := p.of.Voids()
	fmt.Fprintln(&text, p.head(earlier, played, voids.PutOff))
	if note := voids.Note(earlier + played); note != "" {
		fmt.Fprintln(&text, note)
	}
	if !p.screen.Live() {
		p.screen.Write(text.Bytes())
		return
	}
	if s, err := p.of.Seen().Standings(p.options); err == nil {
		printStandings(&text, s, p.of.Definition().Solo())
	}
	p.screen.Show(text.String())
}

// head returns a line with the number of played matches, their rate lately, and the
// estimated time remaining at that rate. Matches that were put off count, and take at
// least as long: they wait for a quiet machine.
func (p *Progress) head(earlier, played, putOff int) string {
	done := earlier + played
	each := p.tempo.each(time.Now(), played)
	rate := 0.0
	if each > 0 {
		rate = 1 / each.Seconds()
	}
	text := fmt.Sprintf("%s: %d", printable.Line(p.of.Definition().ID), done)
	if p.total > 0 {
		about := ""
		if !p.exact {
			about = "about "
		}
		text += fmt.Sprintf(" of %s%d", about, p.total)
	}
	text += fmt.Sprintf(" matches, %.1f matches/s", rate)
	if left := max(p.total-done, putOff); left > 0 && each > 0 {
		least := ""
		if putOff > 0 {
			least = "at least "
		}
		text += fmt.Sprintf(", %s%s remaining", least, rounded(time.Duration(left)*each))
	}
	if putOff > 0 {
		text += fmt.Sprintf(", %s put off until the machine is quiet", plural.Count(putOff, "match"))
	}
	return text
}

// Summary returns the result so far. done means that no match is left to play.
func (p *Progress) Summary(ctx context.Context, done bool) (r Summary, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.of.Definition()
	_, played := p.of.Seen().Matches()
	r = Summary{
		Tournament: t.ID, Game: t.Game, Format: t.Format, Played: played,
		Seconds: time.Since(p.started).Seconds(), Done: done, Solo: t.Solo(),
	}
	p.of.Seen().Look(func(table *league.Table, _ *league.Evidence) { err = r.Fill(table, p.options) })
	r.SetVoids(p.of.Voids())
	if t.Format.Info().Ranked() && t.Series.IsZero() {
		placings, failed := p.of.Placings(ctx)
		r.SetPlacings(placings)
		err = errors.Join(err, failed)
	}
	for i := range r.Standings.Failing {
		// Without what happened in a match the table is worth as much.
		_ = r.Standings.Failing[i].Look(ctx, t.ID, p.of.FaultOf)
	}
	return r, err
}

// every calls report while do runs, soon for the first time and then at an interval, and
// returns the error of do.
func every(interval time.Duration, report func(), do func() error) error {
	quit := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		tick := time.NewTimer(min(firstLine, interval))
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				report()
				tick.Reset(interval)
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
