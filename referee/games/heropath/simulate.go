package heropath

import "arbiter/referee"

// Clone implements referee.Cloner. The world, the test document and the answer
// never change and are shared.
func (m *match) Clone() referee.Match {
	c := *m
	c.state = State{}
	c.state.CopyFrom(&m.state)
	c.view = view{} // its lists are used again
	return &c
}

// Space implements referee.Observer.
func (m *match) Space() referee.Space { return Space() }

// Observe implements referee.Observer.
func (m *match) Observe(_ int, dst []float32) []float32 { return m.state.Observe(dst) }

// StateOf returns the present position of a match of this game. It reports false for a match of
// another game. The position shares the monsters' health with the match: see State.CopyFrom.
func StateOf(m referee.Match) (State, bool) {
	own, ok := m.(*match)
	if !ok {
		return State{}, false
	}
	return own.state, true
}
