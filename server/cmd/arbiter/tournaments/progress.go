package tournaments

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
	"arbiter/server/playing/follow"
)

// A Progress reports on a tournament while it is played: on a terminal it keeps
// a table up to date, elsewhere it prints a line at an interval.
type Progress struct {
	screen  *Screen
	of      *follow.Tournament
	options league.Options
	total   int  // matches of the whole tournament; 0 if unknown
	exact   bool // total is not an estimate

	mu      sync.Mutex
	started time.Time
	tempo   follow.Tempo
}

// NewProgress returns a Progress that writes to w, and says first how many matches
// have been played earlier.
func NewProgress(w io.Writer, of *follow.Tournament, o league.Options) *Progress {
	p := &Progress{screen: NewScreen(w), of: of, options: o, started: time.Now()}
	p.total, p.exact = league.Total(of.Tournament)
	own, _ := of.Earlier()
	follow.PrintResuming(w, own)
	return p
}

// During prints progress while do runs. After it, the table is removed from a
// terminal.
func (p *Progress) During(do func() error) error {
	p.mu.Lock()
	p.started = time.Now()
	_, played := p.of.Seen().Matches()
	p.tempo = follow.Tempo{}
	p.tempo.Each(p.started, played)
	p.mu.Unlock()
	interval := follow.LineInterval
	if p.screen.Live() {
		interval = follow.TerminalInterval
	}
	err := follow.Every(interval, p.print, do)
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
		printStandings(&text, s, p.of.Tournament.Solo())
	}
	p.screen.Show(text.String())
}

// head returns a line with the number of played matches, their rate lately, and the
// estimated time remaining at that rate. Matches that were put off count, and take at
// least as long: they wait for a quiet machine.
func (p *Progress) head(earlier, played, putOff int) string {
	done := earlier + played
	each := p.tempo.Each(time.Now(), played)
	rate := 0.0
	if each > 0 {
		rate = 1 / each.Seconds()
	}
	text := fmt.Sprintf("%s: %d", printable.Line(p.of.Tournament.ID), done)
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
func (p *Progress) Summary(ctx context.Context, host follow.Host, done bool) (r Summary, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.of.Tournament
	board := league.Scoreboard{Tournament: t.ID, Game: t.Game, Format: t.Format, Done: done, Solo: t.Solo(), Voids: p.of.Voids()}
	p.of.Seen().Look(func(table *league.Table, _ *league.Evidence) { err = board.Fill(table, p.options) })
	if t.Format.Info().Ranked() && t.Series.IsZero() {
		stored, failed := host.Scoreboard(ctx, league.ScoreboardQuery{Tournament: t.ID})
		board.Placings = stored.Placings
		err = errors.Join(err, failed)
	}
	r = summaryOf(board)
	_, r.Played = p.of.Seen().Matches()
	r.Seconds = time.Since(p.started).Seconds()
	for i := range r.Standings.Failing {
		// Without what happened in a match the table is worth as much.
		_ = r.Standings.Failing[i].Look(ctx, t.ID, p.of.FaultOf)
	}
	return r, err
}

// rounded rounds a duration to seconds, or to 10 ms if it is short.
func rounded(d time.Duration) time.Duration {
	if d < 10*time.Second {
		return d.Round(10 * time.Millisecond)
	}
	return d.Round(time.Second)
}
