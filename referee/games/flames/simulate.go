package flames

import "arbiter/referee"

// Clone implements referee.Cloner. The Case never changes and is shared.
func (m *match) Clone() referee.Match {
	c := *m
	c.faults = append([]referee.Fault{}, m.faults...)
	return &c
}

// Choices implements referee.Chooser: one part, the valid actions as they are
// sent. An answer may have several actions; these have one.
func (m *match) Choices(int) [][]string {
	var lines []string
	for a := range m.state.Valid(m.test).All() {
		lines = append(lines, a.String())
	}
	return [][]string{lines}
}

// Space implements referee.Observer.
func (m *match) Space() referee.Space { return m.test.Space() }

// Observe implements referee.Observer.
func (m *match) Observe(_ int, dst []float32) []float32 { return m.state.Observe(m.test, dst) }

// StateOf returns the case and the present position of a match of this game. It reports false
// for a match of another game.
func StateOf(m referee.Match) (*Case, State, bool) {
	own, ok := m.(*match)
	if !ok {
		return nil, State{}, false
	}
	return own.test, own.state, true
}

// Resume returns a copy of a match of this game that goes on with another case. It reports
// false for a match of another game.
func Resume(m referee.Match, test *Case) (referee.Match, bool) {
	own, ok := m.(*match)
	if !ok {
		return nil, false
	}
	c := own.Clone().(*match)
	c.test = test
	return c, true
}
