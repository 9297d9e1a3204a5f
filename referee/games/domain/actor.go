package domain

import (
	"slices"
	"strings"
)

// tableSize is the number of entries of the table of actions.
const tableSize = directions * CellCount

// indexOf returns the place of an action in the table.
func indexOf(a Action) int { return int(a.Wall)*CellCount + int(a.To) }

// actionAt returns the action with an index of the table.
func actionAt(index int) Action {
	return Action{Cell(index % CellCount), Direction(index / CellCount)}
}

// Actions implements referee.Actor: one part, 49*direction + 7*y + x, with the
// directions up, down, left and right. Messages are left out.
func (m *match) Actions() [][]string {
	names := make([]string, tableSize)
	for i := range names {
		names[i] = actionAt(i).String()
	}
	return [][]string{names}
}

// Mask implements referee.Actor.
func (m *match) Mask(seat int, dst []byte) {
	clear(dst)
	if !m.Asked().Has(seat) {
		return
	}
	targets := m.state.Targets(seat)
	for side := range Direction(directions) {
		for rest := targets & m.state.Open(side); rest != 0; rest &= rest - 1 {
			dst[indexOf(Action{rest.first(), side})] = 1
		}
	}
}

// ActionText implements referee.Actor.
func (m *match) ActionText(_ int, actions []int32) string { return actionAt(int(actions[0])).String() }

// ActionOf implements referee.Actor.
func (m *match) ActionOf(seat int, lines []string, dst []int32) bool {
	action, _, err := ParseAnswer(strings.Join(lines, "\n"))
	var buf [MaxActions]Action
	if err != nil || !slices.Contains(m.state.Actions(buf[:0]), action) {
		return false
	}
	dst[0] = int32(indexOf(action))
	return true
}

// Truncated implements referee.Truncator: max_turns is the setup's, not the
// statement's.
func (m *match) Truncated() bool { return m.reason == reasonTurnLimit }
