package domain

import (
	"slices"

	"arbiter/referee"
)

// Clone implements referee.Cloner.
func (m *match) Clone() referee.Match {
	c := *m
	c.walls = append(make([]Wall, 0, WallCount), m.walls...)
	c.scores = slices.Clone(m.scores)
	c.faults = append([]referee.Fault{}, m.faults...)
	c.view = View{Walls: []Wall{}, Events: []any{}} // its lists are used again
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
