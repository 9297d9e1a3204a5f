// Package analysis tells where a recorded match was lost: what each position was
// worth to a seat, and what each of its answers cost. A judge.Judge knows a game; Analyse
// replays the record, shows the positions to the judges of the seats and spends a
// budget where it matters. The package does no I/O and knows no game.
package analysis

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"arbiter/bots/judge"
	"arbiter/referee"
	"arbiter/referee/replay"
)

// AllSeats in Options.Seat stands for all of them.
const AllSeats = -1

// Options say what is analysed, and for how long. The analysis also ends when
// everything is known well enough: without a budget it goes on until then.
type Options struct {
	Seat int           // the seat, or AllSeats
	Time time.Duration // 0: no limit
	// Effort is the most units that may be used: a unit is a sample or, where the judge
	// searches, thousandNodes. 0: no limit. The same effort gives the same report on any
	// machine.
	Effort int
	// Samples is how many samples of a turn are enough; 0 stands for DefaultSamples.
	Samples int
	Workers int    // goroutines, that of the caller included; 0: one per CPU
	Notes   *Notes // of an earlier analysis of the same match, which goes on; may be nil
	// Progress is told the used share of the budget now and then; may be nil.
	Progress func(share float64)
}

// complete fills in what stands for something else.
func (o Options) complete() Options {
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Samples == 0 {
		o.Samples = DefaultSamples
	}
	return o
}

// Analyse replays a record and examines it. match names it in the report. The
// notes let a later analysis go on where this one ended; ctx ends it early, with
// what is known so far and ctx's error.
func Analyse(ctx context.Context, match string, rec *replay.Record, g referee.Game, j judge.Judging, o Options) (*Analysis, *Notes, error) {
	began := time.Now()
	o = o.complete()
	if o.Notes != nil && o.Notes.Judge != j.Name {
		o.Notes = nil
	}
	items, err := follow(ctx, rec, g, j, o.Seat)
	if err != nil {
		return nil, nil, err
	}
	o.Notes.recall(items)
	e := examination{Judging: j, options: o, items: items, began: began}
	err = e.run(ctx)
	notes := takeNotes(items, o.Notes, time.Since(began))
	notes.Judge = j.Name
	report := e.report(g.Info().Name, match, notes.Seconds)
	report.Unit = Unit(g.Info())
	if rec.Footer != nil {
		for seat := range rec.Header.Seats {
			report.Results = append(report.Results, judge.ResultOf(rec.Footer.Result, seat))
		}
	}
	return report, notes, err
}

// AnalyseAnswer returns what another answer to the last position of a record would cost. The
// answer is of the seat in the options, which gave another one. Of the other options only the
// budget and the samples count. It returns nil if they were not enough. Of an answer that is as good
// as the judge's, Sure is "".
func AnalyseAnswer(ctx context.Context, rec *replay.Record, g referee.Game, j judge.Judging, answer []string, o Options) (*RankedCost, error) {
	began := time.Now()
	items, err := follow(ctx, rec, g, j, o.Seat)
	if err != nil {
		return nil, err
	}
	if len(items) == 0 || items[len(items)-1].Turn != len(rec.Turns) {
		return nil, fmt.Errorf("seat %d was not asked in turn %d, or in %d turns before", o.Seat, len(rec.Turns), MaxTurns)
	}
	last := items[len(items)-1]
	last.given, last.result = answer, nil
	e := examination{Judging: j, options: o.complete(), items: []*item{last}, began: began}
	within, cancel := e.within(ctx, 1)
	defer cancel()
	switch {
	case j.ValuesOnly:
		return nil, fmt.Errorf("%s: the judge (%s) values positions and no answers", g.Info().Name, j.Name)
	case j.Searches:
		e.search(within)
	default:
		e.compare(within)
	}
	x := e.told(last)
	if !x.known() {
		return nil, ctx.Err()
	}
	sure := Sure("")
	if !e.bestKnown(last) {
		sure = e.sureness(last, x)
	}
	cost := e.ranked(last, x, sure)
	return &cost, ctx.Err()
}
