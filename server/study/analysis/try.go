package analysis

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"arbiter/bots/judge"
	"arbiter/referee"
	"arbiter/referee/replay"
)

// A Question asks which of two answers of a seat to a position is better.
type Question struct {
	Turn int
	A    []string
	B    []string // nil stands for the recorded answer
	// Play, when set, plays the position on in place of the judge's players.
	Play Play
}

// A Trial compares two answers of a seat to a position: what comes of them, in pairs of
// matches with the same luck.
type Trial struct {
	Turn  int      `json:"turn"`
	Seat  int      `json:"seat"`
	A     string   `json:"a"` // the answers, as in Turn.Answer
	B     string   `json:"b"`
	Same  bool     `json:"same"`   // both come to the same, so that nothing was played
	Pairs int      `json:"pairs"`  // that were played
	Kinds []string `json:"kinds"`  // of the players
	MeanA float64  `json:"mean_a"` // the mean result after A
	MeanB float64  `json:"mean_b"` // and after B
	Gain  *float64 `json:"gain"`   // what A gains on B, each kind of players weighing the same; nil: no pair was played
	Error *float64 `json:"error"`  // half the width of its 95 % interval
	// Tells reports whether the gain is larger than its error, in leastPairs or more.
	Tells bool    `json:"tells"`
	Scale float64 `json:"scale"`   // what counts like a whole match: see Analysis
	Unit  string  `json:"unit"`    // of results and gains
	Secs  float64 `json:"seconds"` // that it took
	// Proven is what A gains on B by perfect play of all seats, where a search proves it, and
	// Proof how many positions that took. Players may make something else of either.
	Proven *float64 `json:"proven,omitempty"`
	Proof  int      `json:"proof,omitempty"`
	// Repeats is how many more pairs were the same games once more, where nothing is hidden
	// that could be drawn. They say nothing new, and do not count.
	Repeats int `json:"repeats,omitempty"`
}

// leastPairs is how many pairs tell an answer from another one at least: fewer may be one
// game that bots without luck play again and again.
const leastPairs = 8

// Try compares two answers that a seat may give in a turn of a record. It plays by the
// judge's players or those of the question. Where the seat does not know the position,
// it plays from imagined positions. It ends with the budget of the options, when
// Options.Samples pairs are played, when players repeat themselves, or with ctx: then it
// returns what is known and ctx's error. An answer that is a fault is refused.
func Try(ctx context.Context, rec *replay.Record, g referee.Game, j Judging, q Question, o Options) (*Trial, error) {
	began := time.Now()
	o = o.complete()
	short := *rec
	short.Turns = rec.Turns[:max(0, min(q.Turn, len(rec.Turns)))]
	items, err := follow(ctx, &short, g, j, o.Seat)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(items, func(it *item) bool { return it.Turn == q.Turn && it.Seat == o.Seat })
	if at < 0 {
		return nil, fmt.Errorf("seat %d was not asked in turn %d, or in %d turns before", o.Seat, q.Turn, MaxTurns)
	}
	it := items[at]
	if q.B == nil {
		q.B = it.given
	}
	if _, ok := it.judge.(Sampler); !ok {
		return nil, fmt.Errorf("%s: the judge (%s) values positions and no answers", g.Info().Name, j.Name)
	}
	if _, ok := it.judge.(Imaginer); !ok && q.Play != nil {
		return nil, fmt.Errorf("%s: the judge (%s) deals no positions that bots could play on from", g.Info().Name, j.Name)
	}
	for _, answer := range [][]string{q.A, q.B} {
		if err := Legal(&short, g, it.Turn, it.Seat, answer); err != nil {
			return nil, err
		}
	}
	it.Best, it.given, it.result = q.A, q.B, nil
	t := &Trial{Turn: q.Turn, Seat: o.Seat, A: text(q.A), B: text(q.B), Scale: j.Scale, Unit: Unit(g.Info())}
	if t.Same = it.judge.Same(it.position, q.A, q.B); t.Same {
		return t, nil
	}
	e := examination{Judging: j, options: o, items: items, began: began}
	within, cancel := e.within(ctx, 1)
	defer cancel()
	if q.Play != nil {
		err = e.tryBots(within, it, g, q.Play, t)
	} else {
		e.prove(within, it, t)
		e.tryPlayers(within, it, t)
	}
	t.Secs = time.Since(began).Seconds()
	return t, errors.Join(err, ctx.Err())
}

// Legal returns the fault that an answer of a seat would be in a turn of a record, if the
// others answer as recorded. It returns nil if the answer is legal, or if the game's matches
// cannot be copied.
func Legal(rec *replay.Record, g referee.Game, turn, seat int, answer []string) error {
	for p, err := range replay.Positions(rec, g) {
		if err != nil {
			return err
		}
		m, ok := p.Match.(referee.Cloner)
		if p.Turn.Number != turn || !ok {
			continue
		}
		next := m.Clone()
		for _, other := range p.Turn.Answers {
			if other.Seat != seat && len(other.Lines) > 0 {
				next.Answer(other.Seat, other.Lines)
			}
		}
		next.Answer(seat, answer)
		next.Step()
		for _, f := range next.Result().Faults {
			if f.Seat == seat && f.Turn == turn {
				return f
			}
		}
	}
	return nil
}

// proveShare is the most of the budget that a proof may take.
const proveShare = 0.3

// prove looks for a proof of what both answers are worth, where the judge can search.
func (e *examination) prove(ctx context.Context, it *item, t *Trial) {
	s, ok := it.judge.(Searcher)
	if !ok {
		return
	}
	for budget := firstSearch; budget <= lastSearch && !e.over(ctx, proveShare); budget *= deeper {
		answers := [][]string{it.Best, it.given}
		var found [2]judge.Estimate
		jobs := make([]job, len(answers))
		for i, answer := range answers {
			jobs[i] = job{cost: max(1, 2*budget/thousandNodes), do: func(ctx context.Context) {
				found[i] = s.Search(ctx, it.position, answer, budget)
			}}
		}
		searching, stop := e.within(ctx, proveShare)
		e.round(searching, jobs)
		ended := searching.Err() != nil
		stop()
		if ended {
			return // what they say means little
		}
		if found[0].Error == 0 && found[0].RegretError == 0 && found[1].RegretError == 0 {
			gain := found[1].Regret - found[0].Regret
			t.Proven, t.Proof = &gain, found[0].Nodes+found[1].Nodes
			return
		}
	}
}

// tryPlayers plays pairs by the judge's players.
func (e *examination) tryPlayers(ctx context.Context, it *item, t *Trial) {
	kinds := []judge.Kind{{Name: "the judge's players", Units: 1}} // of a judge that is no Confirmer
	if c, ok := it.judge.(Confirmer); ok {
		kinds = c.Kinds()
	}
	tallies := make([]Pairs, len(kinds))
	for t.Pairs < e.options.Samples && !e.over(ctx, 1) {
		e.tryRound(ctx, it, kinds, tallies, t)
	}
	t.conclude(kinds, tallies, e)
}

// tryRound plays some pairs of each kind that is not quick, beside each other, and at
// most as many as are wanted. It adds the pairs that ctx did not end.
func (e *examination) tryRound(ctx context.Context, it *item, kinds []judge.Kind, tallies []Pairs, t *Trial) {
	type result struct {
		kind int
		a, b float64
		done bool
	}
	best, given := it.pair()
	var results []*result
	var jobs []job
	for i := range roundJobs {
		for kind, k := range kinds {
			if k.Quick || len(jobs) == e.options.Samples-t.Pairs {
				continue
			}
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
	gain := e.mean(costs, 0)
	t.Gain, t.Error = number(gain.mean), number(gain.err)
	t.Tells = t.Pairs >= leastPairs && math.Abs(gain.mean) > gain.err
}
