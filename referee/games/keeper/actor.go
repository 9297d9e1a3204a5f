package keeper

import (
	"fmt"
	"strings"
)

// The table of actions: to wait, then 4 steps, 4 attacks with the sword, 8 with
// the hammer, 8 with the scythe and 48 with the bow. Targets are relative to the
// hero: those of steps and sword left, right, up, down, the others row by row.
const (
	tableMove   = 1
	tableSword  = tableMove + 4
	tableHammer = tableSword + 4
	tableScythe = tableHammer + 8
	tableBow    = tableScythe + 8
	tableSize   = tableBow + 48
)

// sides are the targets of steps and of the sword, in the order of Cell.Steps.
var sides = [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}

// ringIndex returns the place of a target among those in reach of the hero.
func ringIndex(dx, dy, reach int) int {
	i := (dy+reach)*(2*reach+1) + dx + reach
	if i > (2*reach+1)*(2*reach+1)/2 {
		i-- // without the hero's own cell
	}
	return i
}

// ringTarget is the inverse of ringIndex.
func ringTarget(i, reach int) (dx, dy int) {
	side := 2*reach + 1
	if i >= side*side/2 {
		i++
	}
	return i%side - reach, i/side - reach
}

// sideIndex returns the place of a target among sides.
func sideIndex(dx, dy int) int {
	for i, side := range sides {
		if side == [2]int{dx, dy} {
			return i
		}
	}
	return -1
}

// entry returns the verb, weapon and relative target of an index.
func entry(index int) (verb Verb, weapon Weapon, dx, dy int) {
	switch {
	case index < tableMove:
		return Move, Sword, 0, 0
	case index < tableSword:
		side := sides[index-tableMove]
		return Move, Sword, side[0], side[1]
	case index < tableHammer:
		side := sides[index-tableSword]
		return Attack, Sword, side[0], side[1]
	case index < tableScythe:
		dx, dy = ringTarget(index-tableHammer, 1)
		return Attack, Hammer, dx, dy
	case index < tableBow:
		dx, dy = ringTarget(index-tableScythe, 1)
		return Attack, Scythe, dx, dy
	}
	dx, dy = ringTarget(index-tableBow, Sight)
	return Attack, Bow, dx, dy
}

// indexOf returns the place in the table of an action that does something.
func indexOf(hero Cell, a Action) int {
	dx, dy := a.Target.X()-hero.X(), a.Target.Y()-hero.Y()
	switch {
	case a.Verb == Move && a.Target == hero:
		return 0
	case a.Verb == Move:
		return tableMove + sideIndex(dx, dy)
	case a.Weapon == Sword:
		return tableSword + sideIndex(dx, dy)
	case a.Weapon == Hammer:
		return tableHammer + ringIndex(dx, dy, 1)
	case a.Weapon == Scythe: // the second cells do what the first ones do
		return tableScythe + ringIndex(sign(dx), sign(dy), 1)
	}
	return tableBow + ringIndex(dx, dy, Sight)
}

// line writes an action of the table with numbers in the given form.
func line(verb Verb, weapon Weapon, form string, x, y int) string {
	if verb == Move {
		return fmt.Sprintf("MOVE "+form+" "+form, x, y)
	}
	return fmt.Sprintf("ATTACK %d "+form+" "+form, weapon, x, y)
}

// Actions implements referee.Actor: one part, the actions of State.Actions with
// targets relative to the hero. A MOVE to a farther cell is left out, which is a
// step of its way; so are messages.
func (m *match) Actions() [][]string {
	names := make([]string, tableSize)
	for i := range names {
		verb, weapon, dx, dy := entry(i)
		names[i] = line(verb, weapon, "%+d", dx, dy)
	}
	return [][]string{names}
}

// Mask implements referee.Actor.
func (m *match) Mask(_ int, dst []byte) {
	clear(dst)
	if m.Over() {
		return
	}
	var buf [MaxActions]Action
	for _, a := range m.state.Actions(buf[:0]) {
		dst[indexOf(m.state.Hero.Cell, a)] = 1
	}
}

// ActionText implements referee.Actor.
func (m *match) ActionText(_ int, actions []int32) string {
	verb, weapon, dx, dy := entry(int(actions[0]))
	hero := m.state.Hero.Cell
	x, y := hero.X()+dx, hero.Y()+dy
	if Inside(x, y) {
		return Action{Verb: verb, Weapon: weapon, Target: At(x, y)}.String()
	}
	return line(verb, weapon, "%d", x, y)
}

// ActionOf implements referee.Actor. A MOVE to a farther cell is the step that
// it comes to.
func (m *match) ActionOf(_ int, lines []string, dst []int32) bool {
	action, _, fault := Parse(strings.Join(lines, "\n"))
	if fault != nil {
		return false
	}
	deed := m.state.Resolve(action)
	if deed.Note != Plain && deed.Note != Detour {
		return false
	}
	if action.Verb == Move {
		action.Target = m.state.Hero.Cell
		if deed.Act != Idle {
			action.Target = deed.Cell
		}
	}
	dst[0] = int32(indexOf(m.state.Hero.Cell, action))
	return true
}
