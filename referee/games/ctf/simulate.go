package ctf

import "arbiter/referee"

// Clone implements referee.Cloner.
func (m *match) Clone() referee.Match {
	c := *m
	c.events = NewEvents()
	c.events.list = append(c.events.list, m.events.list...)
	c.faults = append([]referee.Fault{}, m.faults...)
	c.view = view{Mines: []mineView{}, Events: []any{}} // its lists are used again
	return &c
}

// Choices implements referee.Chooser: a part for each living minion, by id,
// with the commands of Map.Choices. Each power-up is listed that the score
// points pay for this minion alone; what all of them cost together may be more
// than there is, and then the later ones have no effect.
func (m *match) Choices(seat int) [][]string {
	s := &m.state
	var parts [][]string
	var buf [MaxChoices]Command
	for id := range s.PerSeat {
		minion := s.Minions[seat][id]
		if !minion.Alive() {
			continue
		}
		var commands []string
		for _, c := range s.Choices(minion, s.Credits[seat], buf[:0]) {
			commands = append(commands, string(c.Append(nil, id)))
		}
		parts = append(parts, commands)
	}
	if parts == nil { // only an explicit start position has nobody left to ask
		parts = [][]string{{string(Command{}.Append(nil, 0))}}
	}
	return parts
}

// Space implements referee.Observer.
func (m *match) Space() referee.Space { return Space() }

// Observe implements referee.Observer.
func (m *match) Observe(seat int, dst []float32) []float32 { return m.state.Observe(seat, dst) }

// StateOf returns the present position of a match of this game. It reports false for a match of
// another game.
func StateOf(m referee.Match) (State, bool) {
	own, ok := m.(*match)
	if !ok {
		return State{}, false
	}
	return own.state, true
}

// Resume returns a copy of a match of this game in the position s. The map, the turn and the
// limit of turns stay those of the match. It reports false for a match of another game.
func Resume(m referee.Match, s State) (referee.Match, bool) {
	own, ok := m.(*match)
	if !ok {
		return nil, false
	}
	c := own.Clone().(*match)
	s.Map, s.Turn, s.Limit = c.state.Map, c.state.Turn, c.state.Limit
	c.state = s
	return c, true
}
