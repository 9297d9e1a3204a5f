package selfplay

import (
	"encoding/json"
	"errors"
	"fmt"

	"arbiter/referee"
)

// errNoActions refuses what needs a table of actions.
var errNoActions = errors.New("this game has no table of actions: an answer is one document of moves; send it as a string, or start the session with --stepwise")

// An actionTable is a game's table of actions with what a seat does that is not
// asked.
type actionTable struct {
	parts [][]string // names
	size  int        // entries of all parts
	// wait says that seats move in turn. Then the one part has another entry after
	// the others, the only one of a seat that is not asked.
	wait bool
}

// newActionTable returns the table of a game by one of its matches at the start,
// or nil if it has none.
func newActionTable(m referee.Match) *actionTable {
	actor, ok := m.(referee.Actor)
	if !ok {
		return nil
	}
	t := &actionTable{parts: actor.Actions()}
	for _, part := range t.parts {
		t.size += len(part)
	}
	t.wait = m.Asked().Len() < len(m.Result().Scores)
	return t
}

// shape returns the shape of the actions of an answer in an array: none for one part.
func (t *actionTable) shape() []int {
	if len(t.parts) > 1 {
		return []int{len(t.parts)}
	}
	return []int{}
}

// maskSize returns the entries of a mask.
func (t *actionTable) maskSize() int {
	if t.wait {
		return t.size + 1
	}
	return t.size
}

// mask writes the mask of a seat.
func (t *actionTable) mask(m referee.Actor, seat int, dst []byte) {
	m.Mask(seat, dst[:t.size])
	if t.wait {
		dst[t.size] = 0
		if !m.Over() && !m.Asked().Has(seat) {
			dst[t.size] = 1
		}
	}
}

// check returns an error when the actions of an asked seat are not in the table.
func (t *actionTable) check(actions []int32) error {
	if len(actions) != len(t.parts) {
		return fmt.Errorf("actions: found %d; want %d, one for each part of the table", len(actions), len(t.parts))
	}
	for part, a := range actions {
		if most := t.most(part); a < 0 || int(a) > most {
			return fmt.Errorf("action %d: want 0 to %d", a, most)
		}
	}
	return nil
}

// most returns the highest index of a part.
func (t *actionTable) most(part int) int {
	if t.wait {
		return len(t.parts[part])
	}
	return len(t.parts[part]) - 1
}

// text returns the answer that checked actions of an asked seat stand for. To
// wait is an empty answer, for the rules to judge.
func (t *actionTable) text(m referee.Actor, seat int, actions []int32) string {
	if t.wait && int(actions[0]) == t.size {
		return ""
	}
	return m.ActionText(seat, actions)
}

// parse decodes the field "action" of an answer: an index, or a list with one for
// each part.
func (t *actionTable) parse(text json.RawMessage) ([]int32, error) {
	var actions []int32
	if json.Unmarshal(text, &actions) != nil {
		actions = make([]int32, 1)
		if json.Unmarshal(text, &actions[0]) != nil {
			return nil, fmt.Errorf("action: found %s; want an index into the table of actions, or a list with one for each part", referee.Quote(string(text)))
		}
	}
	return actions, t.check(actions)
}

// allowed returns the indexes that the mask of an asked seat allows, by part.
func (t *actionTable) allowed(m referee.Actor, seat int) [][]int {
	mask := make([]byte, t.size)
	m.Mask(seat, mask)
	parts := make([][]int, len(t.parts))
	for p, part := range t.parts {
		for i, allow := range mask[:len(part)] {
			if allow == 1 {
				parts[p] = append(parts[p], i)
			}
		}
		mask = mask[len(part):]
	}
	return parts
}
