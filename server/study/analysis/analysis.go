package analysis

import (
	"context"
	"errors"
	"runtime"
	"time"

	"arbiter/referee"
	"arbiter/referee/replay"
)

// ErrNoJudge refuses a game that nobody can judge.
var ErrNoJudge = errors.New("no judge: the game has none of its own, and its matches cannot be copied or list no legal answers")

// MaxTurns is how many positions of a match are judged at most. A file can hold a
// million turns; those after the first are left out of a report.
const MaxTurns = 4096

// AllSeats in Options.Seat stands for all of them.
const AllSeats = -1

// Options say what is analysed, and for how long. The analysis also ends when
// everything is known well enough: without a budget it goes on until then.
type Options struct {
	Seat int           // the seat, or AllSeats
	Time time.Duration // 0: no limit
	// Effort is the most units that may be used: a unit is a sample or, where a Searcher
	// judges, thousandNodes. 0: no limit. The same effort gives the same report on any
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

// DefaultSamples is enough for an answer whose cost is spread like chances of a
// half: an error of a tenth of a match.
const DefaultSamples = 96

// Analyse replays a record and examines it. match names it in the report. The
// notes let a later analysis go on where this one ended; ctx ends it early, with
// what is known so far and ctx's error.
func Analyse(ctx context.Context, match string, rec *replay.Record, g referee.Game, j Judging, o Options) (*Analysis, *Notes, error) {
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
			report.Results = append(report.Results, ResultOf(rec.Footer.Result, seat))
		}
	}
	return report, notes, err
}
