package flames

import (
	"fmt"
	"iter"
	"math/bits"
	"strings"
)

// An Action is one of the 13 things a character can do, in the order in which
// the statement lists words and directions; valid actions are sent in it.
type Action uint8

// The actions.
const (
	Pass Action = iota
	MoveN
	MoveS
	MoveE
	MoveW
	JumpN
	JumpS
	JumpE
	JumpW
	ImmoNE
	ImmoNW
	ImmoSE
	ImmoSW
	actionCount
)

// An order is what the statement says of an action.
type order struct {
	word, direction string
	dx, dy          int8 // to the destination of a movement, the target of IMMO
	ap, jumps       int8
}

// orders is indexed by Action.
var orders = [actionCount]order{
	Pass:   {"PASS", "", 0, 0, 0, 0},
	MoveN:  {"MOVE", "N", 0, -1, MoveAP, 0},
	MoveS:  {"MOVE", "S", 0, 1, MoveAP, 0},
	MoveE:  {"MOVE", "E", 1, 0, MoveAP, 0},
	MoveW:  {"MOVE", "W", -1, 0, MoveAP, 0},
	JumpN:  {"JUMP", "N", 0, -2, JumpAP, 1},
	JumpS:  {"JUMP", "S", 0, 2, JumpAP, 1},
	JumpE:  {"JUMP", "E", 2, 0, JumpAP, 1},
	JumpW:  {"JUMP", "W", -2, 0, JumpAP, 1},
	ImmoNE: {"IMMO", "NE", 1, -1, ImmoAP, 0},
	ImmoNW: {"IMMO", "NW", -1, -1, ImmoAP, 0},
	ImmoSE: {"IMMO", "SE", 1, 1, ImmoAP, 0},
	ImmoSW: {"IMMO", "SW", -1, 1, ImmoAP, 0},
}

// String returns the action as the protocol writes it, such as "MOVE N".
func (a Action) String() string {
	if a >= actionCount {
		return fmt.Sprintf("action %d", uint8(a))
	}
	return strings.TrimSuffix(orders[a].word+" "+orders[a].direction, " ")
}

// Append appends the action as the protocol writes it.
func (a Action) Append(dst []byte) []byte {
	dst = append(dst, orders[a].word...)
	if a != Pass {
		dst = append(append(dst, ' '), orders[a].direction...)
	}
	return dst
}

// Actions is a set of actions.
type Actions uint16

// Has reports whether the action is in the set.
func (s Actions) Has(a Action) bool { return s>>a&1 == 1 }

// Len returns the number of actions in the set.
func (s Actions) Len() int { return bits.OnesCount16(uint16(s)) }

// All yields the actions in the order of the protocol.
func (s Actions) All() iter.Seq[Action] {
	return func(yield func(Action) bool) {
		for rest := uint16(s); rest != 0; rest &= rest - 1 {
			if !yield(Action(bits.TrailingZeros16(rest))) {
				return
			}
		}
	}
}

// At returns the i-th action of the set, from 0; i is less than Len.
func (s Actions) At(i int) Action {
	rest := uint16(s)
	for range i {
		rest &= rest - 1
	}
	return Action(bits.TrailingZeros16(rest))
}

// A Refusal is why an answer loses the match, in the words of the results.
type Refusal string

// The refusals, in the order in which they are looked for.
const (
	NoRefusal Refusal = ""
	Empty     Refusal = "empty"  // an answer without an action
	Syntax    Refusal = "syntax" // no action of the statement
	NoAP      Refusal = "ap"     // the action costs more AP than are left
	NoJumps   Refusal = "jumps"  // "Maximum 2 jumps per cycle"
	Wall      Refusal = "wall"   // the destination or the target is a wall
)

// Refuses returns why an action is illegal now, or NoRefusal. An action that costs the last HP
// is legal and kills.
func (s *State) Refuses(c *Case, a Action) Refusal {
	o := &orders[a]
	switch {
	case s.AP < o.ap:
		return NoAP
	case s.JumpsLeft < o.jumps:
		return NoJumps
	case a != Pass && !c.Arena.Open(s.Pos.plus(1, o.dx, o.dy)):
		return Wall
	}
	return NoRefusal
}

// Valid returns the legal actions; none when the match has ended.
func (s *State) Valid(c *Case) Actions {
	var valid Actions
	if s.Outcome != Playing {
		return valid
	}
	for a := range actionCount {
		if s.Refuses(c, a) == NoRefusal {
			valid |= 1 << a
		}
	}
	return valid
}
