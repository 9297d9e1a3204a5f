package domain

import "arbiter/referee/rng"

// Actions appends the mover's legal actions to dst, by direction and then by
// cell, and returns it. It allocates nothing when dst has room for MaxActions.
// While the game goes on there is always one: the mover's own cell has an open
// side, or it would be separated.
func (s *State) Actions(dst []Action) []Action { return s.ActionsWithin(MaxPath, dst) }

// ActionsWithin is Actions for a mover who walks a path of at most the given
// number of steps: StrictPath, MaxPath, AnyPath.
func (s *State) ActionsWithin(steps int, dst []Action) []Action {
	if s.Over {
		return dst
	}
	targets := s.TargetsWithin(int(s.Mover), steps)
	for side := range Direction(directions) {
		for rest := targets & s.Open(side); rest != 0; rest &= rest - 1 {
			dst = append(dst, Action{rest.first(), side})
		}
	}
	return dst
}

// ActionCount returns how many actions Actions would list, without listing them.
func (s *State) ActionCount() int {
	if s.Over {
		return 0
	}
	return s.countTo(s.Targets(int(s.Mover)))
}

// countTo returns how many actions lead to the targets: their open sides.
func (s *State) countTo(targets Cells) int {
	return (targets & s.Open(Up)).Len() + (targets & s.Open(Down)).Len() +
		(targets & s.Open(Left)).Len() + (targets & s.Open(Right)).Len()
}

// RandomAction draws one of the mover's legal actions, each as likely as the
// others. The game must not be over.
func (s *State) RandomAction(r *rng.SplitMix64) Action {
	targets := s.Targets(int(s.Mover))
	n := r.Below(s.countTo(targets))
	side := Up
	for {
		cells := targets & s.Open(side)
		count := cells.Len()
		if n < count {
			return Action{cells.at(n), side}
		}
		n -= count
		side++
	}
}

// Playout plays random legal actions to the end of the game and returns how
// many it played.
func (s *State) Playout(r *rng.SplitMix64) int {
	turns := 0
	for ; !s.Over; turns++ {
		s.Step(s.RandomAction(r))
	}
	return turns
}
