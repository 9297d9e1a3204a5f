package domain

// fewTargets is how many cells in reach count as few.
const fewTargets = 4

// Situations implements referee.Situator.
func (m *match) Situations(seat int) []string { return m.state.situations(seat) }

// situations returns the kinds of situation of a player.
func (s *State) situations(player int) []string {
	var kinds []string
	add := func(is bool, kind string) {
		if is {
			kinds = append(kinds, kind)
		}
	}
	nearer := s.Nearer()
	own, other := nearer[player].Len(), nearer[1-player].Len()
	add(s.canEnd(), "a wall away from the end")
	add(s.Tokens[0].Distance(s.Tokens[1]) == 1, "tokens side by side")
	add(s.Targets(player).Len() <= fewTargets, "few cells in reach")
	add(own < other, "behind in territory")
	add(own > other, "ahead in territory")
	return kinds
}

// canEnd reports whether an action of the mover ends the game.
func (s *State) canEnd() bool {
	var buffer [MaxActions]Action
	for _, a := range s.Actions(buffer[:0]) {
		next := *s
		if next.Step(a); next.Over {
			return true
		}
	}
	return false
}
