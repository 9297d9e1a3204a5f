package analysis

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"arbiter/bots/judge"
	"arbiter/referee"
	"arbiter/referee/replay"
)

// A Trial compares two answers of a seat to a position: what comes of them, in pairs of
// matches with the same luck.
type Trial struct {
	Turn  int      `json:"turn"`
	Seat  int      `json:"seat"`
	A     string   `json:"a"` // the answers, as in Turn.Answer
	B     string   `json:"b"`
	Same  bool     `json:"same"`    // both come to the same, so that nothing was played
	Pairs int      `json:"pairs"`   // that were played
	Kinds []string `json:"kinds"`   // of the players
	MeanA float64  `json:"mean_a"`  // the mean result after A
	MeanB float64  `json:"mean_b"`  // and after B
	Gain  *float64 `json:"gain"`    // what A gains on B, each kind of players weighing the same; nil: no pair was played
	Error *float64 `json:"error"`   // half the width of its 95 % interval
	Scale float64  `json:"scale"`   // what counts like a whole match: see Analysis
	Secs  float64  `json:"seconds"` // that it took
}

// Tells reports whether the gain is larger than its error.
func (t *Trial) Tells() bool { return t.Gain != nil && math.Abs(*t.Gain) > *t.Error }

// Try compares two answers that a seat may give in a turn of a record, by the judge's
// players, from positions that are imagined where the seat does not know them. A nil b
// stands for the recorded answer. It ends with the budget of the options, when
// Options.Samples pairs are played, or with ctx: then it returns what is known and ctx's
// error. An answer that is a fault is refused.
func Try(ctx context.Context, rec *replay.Record, g referee.Game, j Judging, turn int, a, b []string, o Options) (*Trial, error) {
	began := time.Now()
	o = o.complete()
	short := *rec
	short.Turns = rec.Turns[:min(turn, len(rec.Turns))]
	items, err := follow(ctx, &short, g, j, o.Seat)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(items, func(it *item) bool { return it.Turn == turn && it.Seat == o.Seat })
	if at < 0 {
		return nil, fmt.Errorf("seat %d was not asked in turn %d, or in %d turns before", o.Seat, turn, MaxTurns)
	}
	it := items[at]
	if b == nil {
		b = it.given
	}
	if _, ok := it.judge.(Sampler); !ok {
		return nil, fmt.Errorf("%s: the judge (%s) values positions and no answers", g.Info().Name, j.Name)
	}
	for _, answer := range [][]string{a, b} {
		if err := legal(&short, g, it, answer); err != nil {
			return nil, err
		}
	}
	it.Best, it.given, it.result = a, b, nil
	t := &Trial{Turn: turn, Seat: o.Seat, A: text(a), B: text(b), Scale: j.Scale}
	kinds := []judge.Kind{{Name: "the judge's players", Units: 1}} // of a judge that is no Confirmer
	if c, ok := it.judge.(Confirmer); ok {
		kinds = c.Kinds()
	}
	if t.Same = it.judge.Same(it.position, a, b); t.Same {
		return t, nil
	}
	e := examination{Judging: j, options: o, items: items, began: began}
	within, cancel := e.within(ctx)
	defer cancel()
	tallies := make([]Pairs, len(kinds))
	for t.Pairs < o.Samples && !e.over(within, 1) {
		e.tryRound(within, it, kinds, tallies, t)
	}
	t.conclude(kinds, tallies, &e)
	t.Secs = time.Since(began).Seconds()
	return t, ctx.Err()
}

// legal returns an error if an answer is a fault.
func legal(rec *replay.Record, g referee.Game, it *item, answer []string) error {
	for p, err := range replay.Positions(rec, g) {
		if err != nil {
			return err
		}
		m, ok := p.Match.(referee.Cloner)
		if p.Turn.Number != it.Turn || !ok {
			continue
		}
		next := m.Clone()
		for seat := range next.Asked().All() {
			if lines := it.others[seat]; seat != it.Seat && len(lines) > 0 {
				next.Answer(seat, lines)
			}
		}
		next.Answer(it.Seat, answer)
		next.Step()
		for _, f := range next.Result().Faults {
			if f.Seat == it.Seat && f.Turn == it.Turn {
				return f
			}
		}
	}
	return nil
}

// tryRound plays some pairs of each kind that is not quick, beside each other, and adds
// those that ctx did not end.
func (e *examination) tryRound(ctx context.Context, it *item, kinds []judge.Kind, tallies []Pairs, t *Trial) {
	type result struct {
		kind int
		a, b float64
		done bool
	}
	best, given := it.pair()
	var results []*result
	var jobs []job
	for kind, k := range kinds {
		if k.Quick {
			continue
		}
		for i := range roundJobs {
			r, n := &result{kind: kind}, tallies[kind].Cost.N+i
			results = append(results, r)
			jobs = append(jobs, job{cost: int(math.Ceil(2 * k.Units)), do: func(ctx context.Context) {
				play := it.judge.(Sampler).Sample
				if c, ok := it.judge.(Confirmer); ok {
					play = func(position int, answers [][]string, n int) float64 { return c.Confirm(position, answers, kind, n) }
				}
				r.a, r.b = play(it.position, best, n), play(it.position, given, n)
				r.done = true
			}})
		}
	}
	e.round(ctx, jobs)
	for _, r := range results {
		if r.done {
			tallies[r.kind].add(r.a, r.b)
			t.Pairs++
		}
	}
}

// conclude fills in what the pairs say.
func (t *Trial) conclude(kinds []judge.Kind, tallies []Pairs, e *examination) {
	var costs []*Tally
	for i := range tallies {
		if p := &tallies[i]; p.Cost.N > 0 {
			costs = append(costs, &p.Cost)
			t.Kinds = append(t.Kinds, kinds[i].Name)
			t.MeanA += p.Best
			t.MeanB += p.Given
		}
	}
	if len(costs) == 0 {
		return
	}
	t.MeanA /= float64(len(costs))
	t.MeanB /= float64(len(costs))
	gain := e.mean(costs)
	t.Gain, t.Error = number(gain.mean), number(gain.err)
}
