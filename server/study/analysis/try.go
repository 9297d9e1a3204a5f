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
	"arbiter/referee/rewind"
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

// Try compares two answers that a seat may give in a turn of a record. It plays by the
// judge's players or those of the question. Where the seat does not know the position,
// it plays from imagined positions. It ends with the budget of the options, when
// Options.Samples pairs are played, when players repeat themselves, or with ctx: then it
// returns what is known and ctx's error. An answer that is a fault is refused.
func Try(ctx context.Context, rec *replay.Record, g referee.Game, j judge.Judging, q Question, o Options) (*Trial, error) {
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
	if j.ValuesOnly {
		return nil, fmt.Errorf("%s: the judge (%s) values positions and no answers", g.Info().Name, j.Name)
	}
	for _, answer := range [][]string{q.A, q.B} {
		if err := replay.Legal(&short, g, it.Turn, it.Seat, answer); err != nil {
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

// prove looks for a proof of what both answers are worth, where the judge can search.
func (e *examination) prove(ctx context.Context, it *item, t *Trial) {
	if !e.Searches {
		return
	}
	for budget := firstSearch; budget <= lastSearch && !e.over(ctx, proveShare); budget *= deeper {
		answers := [][]string{it.Best, it.given}
		var found [2]judge.Estimate
		jobs := make([]job, len(answers))
		for i, answer := range answers {
			jobs[i] = job{cost: max(1, 2*budget/thousandNodes), do: func(ctx context.Context) {
				found[i] = it.judge.Value(ctx, it.position, answer, budget)
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
	kinds := e.Kinds
	if len(kinds) == 0 {
		kinds = []judge.Kind{{Name: "the judge's players", Units: 1}}
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
				who := kind
				if len(e.Kinds) == 0 {
					who = judge.Own
				}
				r.a, r.b = it.judge.Continue(it.position, best, who, n), it.judge.Continue(it.position, given, who, n)
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
	t.Gain, t.Error = new(gain.mean), new(gain.err)
	t.Tells = t.Pairs >= leastPairs && math.Abs(gain.mean) > gain.err
}

// A Continuation is a match that is played on from a turn of a record after a given answer of
// one seat.
type Continuation struct {
	Game   referee.Game // deals it: as recorded at first, as imagined from the turn on
	Answer []string     // of the seat in the turn, in which the others answer as recorded
	Pair   int          // from 0; the two matches of a pair are to have the same luck
}

// A Play plays a continuation. It returns the result, and a digest of the play: the same
// for the same game once more.
type Play func(ctx context.Context, c Continuation) (result referee.Result, play uint64, err error)

// tryBots plays pairs by what a question plays with, one match at a time: bots think in
// wall time. It ends with ctx, with enough pairs, or when they repeat themselves.
func (e *examination) tryBots(ctx context.Context, it *item, g referee.Game, play Play, t *Trial) error {
	kinds, tallies := []judge.Kind{{Name: "the bots"}}, make([]Pairs, 1)
	seen := map[[2]uint64]bool{}
	for n, repeats := 0, 0; t.Pairs < e.options.Samples && repeats < repeatsEnough && !e.over(ctx, 1); n++ {
		var results [2]float64
		var plays [2]uint64
		drawn := false
		dealt := rewind.Imagined{Game: g, Turn: it.Turn, Imagine: func(m referee.Match) (next referee.Match) {
			next, drawn = it.judge.Imagine(m, it.position, n)
			return next
		}}
		for i, answer := range [][]string{it.Best, it.given} {
			result, digest, err := play(ctx, Continuation{Game: dealt, Answer: answer, Pair: n})
			if ctx.Err() != nil {
				t.conclude(kinds, tallies, e) // without the pair that was broken off
				return nil
			}
			if err != nil {
				return err
			}
			results[i], plays[i] = judge.ResultOf(result, it.Seat), digest
		}
		if e.options.Progress != nil {
			e.options.Progress(min(1, e.share()))
		}
		if !drawn && seen[plays] {
			t.Repeats++
			repeats++
			continue
		}
		seen[plays], repeats = true, 0
		tallies[0].add(results[0], results[1])
		t.Pairs++
	}
	t.conclude(kinds, tallies, e)
	return nil
}
