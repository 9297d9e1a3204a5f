package keeper

import "arbiter/referee"

// Clone implements referee.Cloner.
func (m *match) Clone() referee.Match {
	c := *m
	c.events.List = append(make([]Event, 0, maxEvents), m.events.List...)
	c.faults = append([]referee.Fault{}, m.faults...)
	return &c
}

// Choices implements referee.Chooser: one part, the actions in the order of
// State.Actions.
func (m *match) Choices(int) [][]string {
	var buf [MaxActions]Action
	actions := m.state.Actions(buf[:0])
	lines := make([]string, len(actions))
	for i, a := range actions {
		lines[i] = a.String()
	}
	return [][]string{lines}
}

// Space implements referee.Observer.
func (m *match) Space() referee.Space { return Space() }

// Observe implements referee.Observer.
func (m *match) Observe(_ int, dst []float32) []float32 { return m.state.Observe(dst) }

// StateOf returns the present position of a match of this game. It reports false for a match of
// another game.
func StateOf(m referee.Match) (State, bool) {
	own, ok := m.(*match)
	if !ok {
		return State{}, false
	}
	return own.state, true
}

// Resume returns a copy of a match of this game that stands as the given position does. It
// reports false for a match of another game.
func Resume(m referee.Match, s State) (referee.Match, bool) {
	own, ok := m.(*match)
	if !ok {
		return nil, false
	}
	c := own.Clone().(*match)
	c.state = s
	return c, true
}
