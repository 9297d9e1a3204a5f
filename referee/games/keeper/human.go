package keeper

import (
	"fmt"
	"strings"

	"arbiter/referee"
)

// Choices are the legal answers, for a page to draw.
type Choices struct {
	At      point           `json:"at" doc:"The hero's cell. A MOVE there is waiting."`
	Moves   []point         `json:"moves" doc:"The cells within one step. A MOVE to a cell farther away takes one step toward it."`
	Weapons []WeaponChoices `json:"weapons" doc:"In the order of their numbers: sword, hammer, scythe, bow."`
}

// WeaponChoices is a weapon and the cells in its range, while it can be used.
type WeaponChoices struct {
	Name    string          `json:"name"`
	Charges *int            `json:"charges" doc:"Null for the sword, which needs no charges."`
	Targets []TargetChoices `json:"targets" doc:"Empty without charges."`
}

// TargetChoices is a cell that may be attacked.
type TargetChoices struct {
	Cell point   `json:"cell"`
	Hits []point `json:"hits" doc:"The cells that the attack hits."`
}

// Guide implements referee.Guided.
func (Game) Guide() (referee.Guide, error) { return &humanGuide{}, nil }

// A humanGuide rehearses: whether an action is a fault depends only on what the hero
// sees.
type humanGuide struct{ referee.Rehearsal }

// Help implements referee.Guide.
func (*humanGuide) Help() string {
	return `MOVE x y [message]            one step toward the cell; your own cell: wait
ATTACK weapon x y [message]   0 sword   10 damage, the 4 adjacent cells
                              1 hammer   6 damage, one of the 8 cells around you and its two neighbours
                              2 scythe   7 damage, both cells in a direction, straight or diagonal
                              3 bow      8 damage, any cell at most 3 away
On the board: @ you, E exit, # obstacle, $ treasure, + potion, H S B charges, b box, s skeleton, g gargoyle, o orc, v vampire`
}

// Choices implements referee.Guide.
func (g *humanGuide) Choices(string) any { return g.choices() }

func (g *humanGuide) choices() *Choices {
	hero := g.Match.(*match).state.Hero
	c := &Choices{At: pointOf(hero.Cell), Moves: []point{}}
	for _, line := range g.Match.(referee.Chooser).Choices(g.Seat)[0] {
		action, _, _ := Parse(line)
		if action.Verb == Move && action.Target != hero.Cell {
			c.Moves = append(c.Moves, pointOf(action.Target))
		}
	}
	for w := range Weapons {
		c.Weapons = append(c.Weapons, weaponChoices(&hero, w))
	}
	return c
}

// weaponChoices returns a weapon and its targets.
func weaponChoices(hero *Hero, w Weapon) WeaponChoices {
	one := WeaponChoices{Name: w.String(), Targets: []TargetChoices{}}
	if w != Sword {
		one.Charges = &hero.Charges[w]
		if *one.Charges == 0 {
			return one
		}
	}
	for cell := range Square(hero.Cell, Sight).All() {
		if !InRange(w, hero.Cell, cell) {
			continue
		}
		target := TargetChoices{Cell: pointOf(cell)}
		hits, n := Struck(w, hero.Cell, cell)
		for _, hit := range hits[:n] {
			target.Hits = append(target.Hits, pointOf(hit))
		}
		one.Targets = append(one.Targets, target)
	}
	return one
}

// Summary implements referee.Guide.
func (g *humanGuide) Summary() string {
	var b strings.Builder
	c := g.choices()
	fmt.Fprintf(&b, "You are at %d %d.", c.At[0], c.At[1])
	for _, to := range c.Moves {
		fmt.Fprintf(&b, "  %s: MOVE %d %d", toward(c.At, to), to[0], to[1])
	}
	return b.String()
}

// toward returns the direction of a neighbour.
func toward(from, to point) string {
	switch {
	case to[0] > from[0]:
		return "right"
	case to[0] < from[0]:
		return "left"
	case to[1] > from[1]:
		return "down"
	}
	return "up"
}
