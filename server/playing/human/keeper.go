package human

import (
	"bytes"
	"fmt"
	"strings"

	"arbiter/referee"
	"arbiter/referee/games/keeper"
)

// KeeperChoices are the legal answers in keeper.
type KeeperChoices struct {
	At      Point          `json:"at" doc:"The hero's cell. A MOVE there is waiting."`
	Moves   []Point        `json:"moves" doc:"The cells within one step. A MOVE to a cell farther away takes one step toward it."`
	Weapons []KeeperWeapon `json:"weapons" doc:"In the order of their numbers: sword, hammer, scythe, bow."`
}

// A KeeperWeapon is a weapon and the cells in its range, while it can be used.
type KeeperWeapon struct {
	Name    string         `json:"name"`
	Charges *int           `json:"charges" doc:"Null for the sword, which needs no charges."`
	Targets []KeeperTarget `json:"targets" doc:"Empty without charges."`
}

// A KeeperTarget is a cell that may be attacked.
type KeeperTarget struct {
	Cell Point   `json:"cell"`
	Hits []Point `json:"hits" doc:"The cells that the attack hits."`
}

// keeperGuide knows the hero. Whether an action is a fault depends only on what
// the hero sees, so it can be played on a copy of the match.
type keeperGuide struct {
	matchCopy
	hero keeper.Hero
}

func (*keeperGuide) Help() string {
	return `MOVE x y [message]            one step toward the cell; your own cell: wait
ATTACK weapon x y [message]   0 sword   10 damage, the 4 adjacent cells
                              1 hammer   6 damage, one of the 8 cells around you and its two neighbours
                              2 scythe   7 damage, both cells in a direction, straight or diagonal
                              3 bow      8 damage, any cell at most 3 away
On the board: @ you, E exit, # obstacle, $ treasure, + potion, H S B charges, b box, s skeleton, g gargoyle, o orc, v vampire`
}

// Update reads the hero from the first line of the input.
func (g *keeperGuide) Update(m referee.Match, ask referee.Ask) {
	g.matchCopy.Update(m, ask)
	var x, y int
	h := &g.hero
	fmt.Fscan(bytes.NewReader(ask.Input), &x, &y, &h.Health, &h.Score, &h.Charges[keeper.Hammer], &h.Charges[keeper.Scythe], &h.Charges[keeper.Bow])
	h.Cell = keeper.At(x, y)
}

func (g *keeperGuide) Choices(string) Choices {
	c := &KeeperChoices{At: cellPoint(g.hero.Cell), Moves: []Point{}}
	for _, line := range g.match.(referee.Chooser).Choices(g.seat)[0] {
		action, _, _ := keeper.Parse(line)
		if action.Verb == keeper.Move && action.Target != g.hero.Cell {
			c.Moves = append(c.Moves, cellPoint(action.Target))
		}
	}
	for w := range keeper.Weapons {
		c.Weapons = append(c.Weapons, g.weapon(w))
	}
	return Choices{Keeper: c}
}

// weapon returns a weapon and its targets.
func (g *keeperGuide) weapon(w keeper.Weapon) KeeperWeapon {
	one := KeeperWeapon{Name: w.String(), Targets: []KeeperTarget{}}
	if w != keeper.Sword {
		one.Charges = &g.hero.Charges[w]
		if *one.Charges == 0 {
			return one
		}
	}
	for cell := range keeper.Square(g.hero.Cell, keeper.Sight).All() {
		if !keeper.InRange(w, g.hero.Cell, cell) {
			continue
		}
		target := KeeperTarget{Cell: cellPoint(cell)}
		hits, n := keeper.Struck(w, g.hero.Cell, cell)
		for _, hit := range hits[:n] {
			target.Hits = append(target.Hits, cellPoint(hit))
		}
		one.Targets = append(one.Targets, target)
	}
	return one
}

func cellPoint(c keeper.Cell) Point { return Point{c.X(), c.Y()} }

func (g *keeperGuide) Summary() string {
	var b strings.Builder
	c := g.Choices("").Keeper
	fmt.Fprintf(&b, "You are at %d %d.", c.At[0], c.At[1])
	for _, to := range c.Moves {
		fmt.Fprintf(&b, "  %s: MOVE %d %d", toward(c.At, to), to[0], to[1])
	}
	return b.String()
}

// toward returns the direction of a neighbour.
func toward(from, to Point) string {
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
