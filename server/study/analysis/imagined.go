package analysis

import (
	"context"

	"arbiter/bots/judge"
	"arbiter/referee"
)

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

// repeatsEnough is how many pairs in a row are played that are the same games once more:
// then more of them are not expected to be others.
const repeatsEnough = 8

// tryBots plays pairs by what a question plays with, one match at a time: bots think in
// wall time. It ends with ctx, with enough pairs, or when they repeat themselves.
func (e *examination) tryBots(ctx context.Context, it *item, g referee.Game, play Play, t *Trial) error {
	imaginer := it.judge.(Imaginer)
	kinds, tallies := []judge.Kind{{Name: "the bots"}}, make([]Pairs, 1)
	seen := map[[2]uint64]bool{}
	for n, repeats := 0, 0; t.Pairs < e.options.Samples && repeats < repeatsEnough && !e.over(ctx, 1); n++ {
		var results [2]float64
		var plays [2]uint64
		drawn := false
		dealt := imagined{Game: g, turn: it.Turn, imagine: func(m referee.Match) (next referee.Match) {
			next, drawn = imaginer.Imagine(m, it.position, n)
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
			results[i], plays[i] = ResultOf(result, it.Seat), digest
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

// An imagined is a game whose matches are dealt by another one, and go on from another
// position when they reach a turn.
type imagined struct {
	referee.Game
	turn    int
	imagine func(m referee.Match) referee.Match // of the match in front of the turn
}

// New implements referee.Game.
func (g imagined) New(setup referee.Setup, seats int) (referee.Match, error) {
	m, err := g.Game.New(setup, seats)
	if err != nil {
		return nil, err
	}
	i := &imaginedMatch{Match: m, game: g}
	i.reach(1)
	return i, nil
}

// An imaginedMatch is a match of an imagined game.
type imaginedMatch struct {
	referee.Match
	game imagined
	turn int // that is next
}

// reach goes on to a turn.
func (m *imaginedMatch) reach(turn int) {
	if m.turn = turn; turn == m.game.turn {
		m.Match = m.game.imagine(m.Match)
	}
}

// Step implements referee.Match.
func (m *imaginedMatch) Step() {
	m.Match.Step()
	m.reach(m.turn + 1)
}
