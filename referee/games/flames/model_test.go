package flames

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A model plays the same rules the slow way: a map of cells, angles in floating
// point, no bits. Two ways to read the statement that agree are worth more than
// one.
type model struct {
	open, flames map[Cell]bool
	pos          Cell
	hp           int
	dead         Outcome
}

func (m *model) blocked(from, to Cell, immo bool) bool {
	taken := func(c Cell) bool { return !m.open[c] || m.flames[c] || immo && c == m.pos }
	return taken(to) || from.X != to.X && from.Y != to.Y && (taken(Cell{to.X, from.Y}) || taken(Cell{from.X, to.Y}))
}

func (m *model) act(a Action) {
	o := orders[a]
	target := Cell{m.pos.X + o.dx, m.pos.Y + o.dy}
	if a >= ImmoNE {
		if m.hp -= 5; m.hp <= 0 {
			m.dead = DeadHP
			return
		}
		m.attract(target, true)
		return
	}
	m.pos = target
	if m.hp--; m.hp <= 0 {
		m.dead = DeadHP
		return
	}
	if m.flames[m.pos] {
		delete(m.flames, m.pos)
		m.hp++
		if !m.push() {
			m.dead = DeadPush
			return
		}
	}
	m.attract(m.pos, false)
}

func (m *model) push() bool {
	moved := map[Cell]Cell{}
	for flame := range m.flames {
		i, j := flame.X-m.pos.X, flame.Y-m.pos.Y
		if max(abs(int(i)), abs(int(j))) != 1 {
			continue
		}
		to := Cell{flame.X + i, flame.Y + j}
		if m.blocked(flame, to, false) {
			return false
		}
		moved[flame] = to
	}
	for from, to := range moved {
		delete(m.flames, from)
		m.flames[to] = true
	}
	return true
}

func (m *model) attract(target Cell, immo bool) {
	var flames []Cell
	for flame := range m.flames {
		flames = append(flames, flame)
	}
	order := func(c Cell) float64 {
		dx, dy := float64(c.X-target.X), float64(c.Y-target.Y)
		angle := math.Atan2(dx, -dy)
		if angle < 0 {
			angle += 2 * math.Pi
		}
		return (math.Abs(dx)+math.Abs(dy))*100 + angle
	}
	slices.SortFunc(flames, func(a, b Cell) int {
		if order(a) < order(b) {
			return -1
		}
		return 1
	})
	for _, flame := range flames {
		dx, dy := int(target.X-flame.X), int(target.Y-flame.Y)
		to := flame
		if abs(dx) >= abs(dy) && dx != 0 {
			to.X += int8(dx / abs(dx))
		}
		if abs(dy) >= abs(dx) && dy != 0 {
			to.Y += int8(dy / abs(dy))
		}
		if to == flame || m.blocked(flame, to, immo) {
			continue
		}
		if to == m.pos {
			m.dead = DeadAttraction
			return
		}
		delete(m.flames, flame)
		m.flames[to] = true
	}
}

// Every movement and IMMO on a crowded arena of any shape plays as the model does.
func TestModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(1, 12).Draw(t, "width")
		height := rapid.IntRange(1, 12).Draw(t, "height")
		// at the far corner of the largest arena, or at the origin
		shift := int8(rapid.SampledFrom([]int{0, MaxSize - 12}).Draw(t, "shift"))
		c := &Case{Arena: Arena{Height: MaxSize, Width: MaxSize}, First: 1, Waves: []Wave{{Count: 1}}}
		s := State{HP: int16(rapid.IntRange(1, 12).Draw(t, "hp")), AP: AP, JumpsLeft: Jumps, Cycle: 1}
		m := model{open: map[Cell]bool{}, flames: map[Cell]bool{}, hp: int(s.HP)}
		var open []Cell
		for i, kind := range rapid.SliceOfN(rapid.IntRange(0, 5), width*height, width*height).Draw(t, "cells") {
			cell := Cell{int8(i%width) + shift, int8(i/width) + shift}
			if kind == 0 {
				continue
			}
			c.Arena.open.Add(cell)
			m.open[cell] = true
			open = append(open, cell)
			if kind <= 2 {
				s.Flames.Add(cell)
				m.flames[cell] = true
			}
		}
		if len(open) == 0 {
			return
		}
		s.Pos = rapid.SampledFrom(open).Draw(t, "pos")
		s.Flames.Remove(s.Pos)
		delete(m.flames, s.Pos)
		m.pos = s.Pos
		for s.Outcome == Playing {
			valid := slices.Collect((s.Valid(c) &^ (1 << Pass)).All())
			if len(valid) == 0 {
				return
			}
			a := rapid.SampledFrom(valid).Draw(t, "action")
			s.Act(c, a, nil)
			m.act(a)
			if m.dead != Playing {
				m.hp = 0
			}
			if s.Outcome != m.dead || s.Pos != m.pos || int(s.HP) != m.hp || s.Flames.Len() != len(m.flames) {
				t.Fatalf("%v: %v, hp %d, %d flames; the model has %v, hp %d, %d flames",
					a, s.Outcome, s.HP, s.Flames.Len(), m.dead, m.hp, len(m.flames))
			}
			for flame := range s.Flames.All() {
				if !m.flames[flame] {
					t.Fatalf("%v: a flame at %v; the model has none", a, flame)
				}
			}
		}
	})
}
