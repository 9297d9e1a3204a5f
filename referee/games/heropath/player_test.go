package heropath

import (
	"math/rand/v2"

	"arbiter/referee"
	"arbiter/referee/rng"
)

// shapeNames are the shapes of Deal in the order in which it draws them.
var shapeNames = [...]string{"tiny", "small", "meadow", "frontier", "towns", "teachers", "tour", "titans"}

// stroll plays a whole legal game at random: an attack when something is in
// range, else or at times a move.
func stroll(w *World, seed uint64) []Action {
	r := rng.NewSplitMix64(seed)
	s := w.Start()
	moves := make([]Action, 0, w.NumTurns)
	var targets []int
	for s.Turn < w.NumTurns {
		a := MoveTo(
			min(max(s.X+int64(r.Below(int(2*s.Speed+1)))-s.Speed, 0), w.Width),
			min(max(s.Y+int64(r.Below(int(2*s.Speed+1)))-s.Speed, 0), w.Height))
		if targets = s.Targets(targets[:0]); len(targets) > 0 && r.Below(8) > 0 {
			a = AttackOn(targets[r.Below(len(targets))])
		}
		if s.Step(a) == OK {
			moves = append(moves, a)
		}
	}
	return moves
}

// strollAnswer is a refereetest.Answerer.
func strollAnswer(r *rand.Rand, m referee.Match, _ int) []string {
	return []string{string(AppendAnswer(nil, stroll(m.(*match).state.World, r.Uint64())))}
}
