// Package flames is the game Flames Extinguisher: one character puts out the
// flames that glyphs become, and keeps as many of its 40 HP as it can.
//
// State is the position, a value of half a kilobyte that plays single actions
// with Act; Case holds the map and the glyphs to come, which never change.
// Game and its match put the protocol around them. Bots search with State.
package flames

import (
	"math/bits"
	"slices"
)

// The numbers of the statement.
const (
	HP    = 40 // "Your character starts with 40 HP (Health Points)"
	AP    = 10 // "and 10 AP (Action Points)"; PASS "Restores AP to 10"
	Jumps = 2  // "Maximum 2 jumps per cycle"

	MoveAP = 1 // "Cost: 1 AP and 1 HP"
	JumpAP = 2 // "Cost: 2 AP and 1 HP"
	ImmoAP = 1 // "Cost: 1 AP and 5 HP"

	MoveHP  = 1 // of MOVE and JUMP
	ImmoHP  = 5
	CycleHP = 1 // "If no glyphs appear at the start of a cycle, the character loses 1 HP instead."

	GlyphCycles = 6 // "During the first 6 cycles, new glyphs appear at the start of each cycle."
	WaveGlyphs  = 6 // "0 ≤ glyphCount ≤ 6"
)

// An Outcome is how a match stands or ended.
type Outcome uint8

// The outcomes.
const (
	Playing        Outcome = iota
	Victory                // "All flames are extinguished and no glyphs remain."
	DeadHP                 // an action cost the last HP
	DeadPush               // "If any flame is blocked, the character dies instantly."
	DeadAttraction         // "If a flame would be attracted onto the character's cell, the character dies instantly."
	DeadCycle              // the start of a cycle without glyphs cost the last HP
	Illegal                // "The player sends an illegal or impossible action"
	Timeout                // no answer because time ran out
	Forfeit                // no answer for another cause
)

// Dead reports whether the character died. Its score is 0, but no rule was broken.
func (o Outcome) Dead() bool { return o >= DeadHP && o <= DeadCycle }

// A State is a position. It holds no pointer: assignment copies it, == tells
// whether two positions of one Case are the same, Hash finds them again.
type State struct {
	Flames    Rows
	Cycle     int32 // from 1; it says which wave of the Case lies on the map
	HP        int16
	AP        int8
	JumpsLeft int8
	Pos       Cell // of the character
	Outcome   Outcome
}

// Glyphs returns the glyphs on the map: those of the current cycle. "All
// flames are extinguished and no glyphs remain" at a victory.
func (s *State) Glyphs(c *Case) Rows {
	if w := c.wave(s.Cycle); w != nil && s.Outcome != Victory {
		return w.Glyphs
	}
	return Rows{}
}

// Act plays one action. An illegal one loses the match and changes nothing
// else; after the end nothing changes at all. What happens is recorded in e,
// which may be nil.
func (s *State) Act(c *Case, a Action, e *Events) Outcome {
	switch {
	case s.Outcome != Playing:
		return s.Outcome
	case a >= actionCount || s.Refuses(c, a) != NoRefusal:
		s.Outcome = Illegal
		return s.Outcome
	case a == Pass:
		s.pass(c, e)
	case a < ImmoNE:
		s.move(c, a, e)
	default:
		s.immo(c, a, e)
	}
	if s.Outcome == Playing && s.Flames.Empty() && !c.glyphsFrom(s.Cycle) {
		s.win(e)
	}
	return s.Outcome
}

// move is MOVE and JUMP: pay, extinguish, push, attract.
func (s *State) move(c *Case, a Action, e *Events) {
	o := &orders[a]
	from := s.Pos
	s.AP -= o.ap
	s.JumpsLeft -= o.jumps
	s.Pos = from.plus(1, o.dx, o.dy)
	s.HP -= MoveHP
	e.moved(a, from, s)
	// "a character with only 1 HP will die before the refund occurs"
	if s.HP <= 0 {
		s.die(DeadHP, e)
		return
	}
	if s.Flames.Has(s.Pos) {
		s.Flames.Remove(s.Pos)
		s.HP += MoveHP // "the HP cost is refunded"
		e.extinguished(s)
		if !s.push(c, e) {
			s.die(DeadPush, e)
			return
		}
	}
	if killer, ok := s.attract(c, s.Pos, e); !ok {
		s.die(DeadAttraction, e, killer)
	}
}

// immo attracts the flames to a cell beside the character, who stays.
func (s *State) immo(c *Case, a Action, e *Events) {
	o := &orders[a]
	target := s.Pos.plus(1, o.dx, o.dy)
	s.AP -= o.ap
	s.HP = max(0, s.HP-ImmoHP)
	e.stayed(a, target, s)
	if s.HP == 0 {
		s.die(DeadHP, e)
		return
	}
	s.attract(c, target, e)
}

// pass ends the cycle and begins the next.
func (s *State) pass(c *Case, e *Events) {
	s.AP, s.JumpsLeft = AP, Jumps
	e.passed(s)
	if w := c.wave(s.Cycle); w != nil {
		// "The end of a cycle converts glyphs into flames, provided its cell is
		// not occupied by the character or another flame."
		e.converted(w.Glyphs, s)
		for y, row := range w.Glyphs {
			if int8(y) == s.Pos.Y {
				row &^= 1 << uint8(s.Pos.X)
			}
			s.Flames[y] |= row
		}
	}
	if s.Flames.Empty() && !c.glyphsFrom(s.Cycle+1) {
		s.win(e)
		return
	}
	s.Cycle++
	w := c.wave(s.Cycle)
	if w == nil {
		s.HP -= CycleHP
	}
	e.cycled(w, s)
	if s.HP <= 0 {
		s.die(DeadCycle, e)
	}
}

func (s *State) win(e *Events) {
	s.Outcome = Victory
	e.won(s)
}

// die ends the match; killers are the flames that did it, for the record.
func (s *State) die(o Outcome, e *Events, killers ...Cell) {
	s.HP, s.Outcome = 0, o
	e.died(s, killers...)
}

// neighbours are the eight directions, clockwise from north.
var neighbours = [8]struct{ dx, dy int8 }{
	{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1},
}

// push pushes every flame beside the character one cell outwards, or reports
// that one is blocked, and then none moves. Their order cannot matter: no push
// starts or ends in a cell that another push looks at.
func (s *State) push(c *Case, e *Events) bool {
	var pushed uint8 // bit i: the flame in direction i
	free := true
	e.phase()
	for i, d := range neighbours {
		flame := s.Pos.plus(1, d.dx, d.dy)
		if !s.Flames.Has(flame) {
			continue
		}
		pushed |= 1 << i
		to := s.Pos.plus(2, d.dx, d.dy)
		if by, blocked := s.blocked(c, flame, to); blocked {
			e.blocked(flame, to, by, s.what(by))
			free = false
		}
	}
	if !free {
		return false
	}
	for ; pushed != 0; pushed &= pushed - 1 {
		d := neighbours[bits.TrailingZeros8(pushed)]
		flame, to := s.Pos.plus(1, d.dx, d.dy), s.Pos.plus(2, d.dx, d.dy)
		s.Flames.Remove(flame)
		s.Flames.Add(to)
		e.pushed(flame, to)
	}
	return true
}

// what names what stands on a cell that blocks.
func (s *State) what(by Cell) string {
	switch {
	case by == s.Pos:
		return "character"
	case s.Flames.Has(by):
		return "flame"
	default:
		return "wall"
	}
}

// blocked reports whether a flame's step is blocked, and by which cell: "a
// wall, or already occupied by another flame"; for a diagonal step also "the
// two orthogonal cells along the trajectory must also be free".
func (s *State) blocked(c *Case, from, to Cell) (by Cell, blocked bool) {
	if !s.free(c, to) {
		return to, true
	}
	if from.X != to.X && from.Y != to.Y {
		if side := (Cell{to.X, from.Y}); !s.free(c, side) {
			return side, true
		}
		if side := (Cell{from.X, to.Y}); !s.free(c, side) {
			return side, true
		}
	}
	return Cell{}, false
}

// free reports whether the cell is neither a wall nor occupied by a flame.
func (s *State) free(c *Case, at Cell) bool {
	return uint8(at.Y) < MaxSize && (c.Arena.open[uint8(at.Y)]&^s.Flames[uint8(at.Y)])>>uint8(at.X)&1 == 1
}

// Toward returns the cell that a flame steps to when nothing blocks it: "if
// the flame is on the same row or column, it moves cardinally; if it is
// exactly diagonal, it moves diagonally; otherwise it moves cardinally along
// the dominant axis". A flame on the target stays.
func Toward(flame, target Cell) Cell {
	dx, dy := int(target.X)-int(flame.X), int(target.Y)-int(flame.Y)
	if abs(dx) >= abs(dy) {
		flame.X += int8(sign(dx))
	}
	if abs(dy) >= abs(dx) {
		flame.Y += int8(sign(dy))
	}
	return flame
}

// attract attracts all flames one cell toward the target, each on the board as
// the flames before it left it. Toward the character's own cell (a movement)
// the phase stops at the first flame that would enter it: that flame is
// returned, and false. Toward another cell (IMMO) "the character's cell behaves
// like a wall for flames".
func (s *State) attract(c *Case, target Cell, e *Events) (killer Cell, ok bool) {
	var few [36]uint32 // "0 ≤ flameCount ≤ 36"; append grows it for wilder setups
	queue := few[:0]
	for y, row := range s.Flames[:c.Arena.Height] {
		for ; row != 0; row &= row - 1 {
			queue = append(queue, rank(Cell{int8(bits.TrailingZeros64(row)), int8(y)}, target))
		}
	}
	slices.Sort(queue)
	e.phase()
	for _, ranked := range queue {
		flame := Cell{int8(ranked & 63), int8(ranked >> 6 & 63)}
		to := Toward(flame, target)
		if to == flame {
			continue
		}
		if by, blocked := s.blocked(c, flame, to); blocked {
			e.held(flame, to, by, s.what(by))
			continue
		}
		if to == s.Pos {
			if target == s.Pos {
				return flame, false
			}
			e.held(flame, to, to, s.what(to))
			continue
		}
		s.Flames.Remove(flame)
		s.Flames.Add(to)
		e.attracted(flame, to)
	}
	return Cell{}, true
}

// rank is a number that sorts flames "in order of increasing Manhattan
// distance to the destination (ties broken clockwise from North)". Its low 12
// bits are the flame's cell, which cannot decide: two flames at one distance
// never lie in the same direction.
func rank(flame, target Cell) uint32 {
	dx, dy := int(flame.X)-int(target.X), int(flame.Y)-int(target.Y)
	distance := abs(dx) + abs(dy)
	clockwise := 0 // place on the ring of cells at this distance, from North
	switch {
	case dx >= 0 && dy < 0:
		clockwise = dx
	case dx > 0:
		clockwise = distance + dy
	case dy > 0:
		clockwise = 2*distance - dx
	default:
		clockwise = 3*distance - dy
	}
	return uint32(distance<<21 | clockwise<<12 | int(flame.Y)<<6 | int(flame.X))
}

// Hash returns a number by which a search finds equal positions of one Case
// again. It is the same in every run of the program.
func (s *State) Hash() uint64 {
	h := uint64(s.Cycle)<<40 | uint64(uint16(s.HP))<<24 | uint64(uint8(s.AP))<<16 | uint64(uint8(s.JumpsLeft))<<8 | uint64(s.Outcome)
	h = mix(h, uint64(uint8(s.Pos.X))<<8|uint64(uint8(s.Pos.Y)))
	for y, row := range s.Flames {
		if row != 0 {
			h = mix(h^row, uint64(y))
		}
	}
	return h
}

// mix folds two words into one with a multiplication of 128 bits.
func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^0x9E3779B97F4A7C15, b^0xD1B54A32D192ED03)
	return hi ^ lo
}

func abs(n int) int { return max(n, -n) }

func sign(n int) int { return max(-1, min(n, 1)) }
