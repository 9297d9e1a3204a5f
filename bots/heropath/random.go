package heropath

import (
	"io"
	"net/url"

	"arbiter/bots/option"
	rules "arbiter/referee/games/heropath"
	"arbiter/referee/rng"
)

// attackOdds is how often the random hero attacks when he can: so many times
// out of attackOdds+1. He then mostly kills what he meets before he goes on.
const attackOdds = 15

// Random answers with legal random moves for all turns: attacks on random
// monsters in range, else moves to random cells. The option seed (default 1)
// decides all draws.
func Random(in io.Reader, out io.Writer, options url.Values) error {
	seed, err := option.Int(options, "seed", 1)
	if err != nil {
		return err
	}
	r := rng.NewSplitMix64(uint64(seed))
	return connect(in, out).play(func(w *rules.World) []rules.Action { return wander(w, &r) })
}

// longestWander bounds the answer to a test with an absurd number of turns.
const longestWander = 100_000

// wander plays a whole game at random.
func wander(w *rules.World, r *rng.SplitMix64) []rules.Action {
	s := w.Start()
	var moves []rules.Action
	var targets []int
	for s.Turn < min(w.NumTurns, longestWander) {
		a := randomMove(&s, r)
		if targets = s.Targets(targets[:0]); len(targets) > 0 && r.Below(attackOdds+1) > 0 {
			a = rules.AttackOn(targets[r.Below(len(targets))])
		}
		if s.Step(a) == rules.OK {
			moves = append(moves, a)
		}
	}
	return moves
}

// randomMove draws a cell from the part of the world that is in the square
// around the hero's circle; Step refuses the corners of the square.
func randomMove(s *rules.State, r *rng.SplitMix64) rules.Action {
	draw := func(at, most int64) int64 {
		least, top := max(at-s.Speed, 0), min(at+s.Speed, most)
		return least + int64(r.Below(int(top-least+1)))
	}
	return rules.MoveTo(draw(s.X, s.World.Width), draw(s.Y, s.World.Height))
}
