package human

import (
	"bytes"
	"fmt"
	"strings"

	"arbiter/referee"
	"arbiter/referee/games/keeper"
)

// KeeperChoices is what may be answered in keeper.
type KeeperChoices struct {
	At      Point          `json:"at" doc:"The hero's cell; to MOVE there is to wait."`
	Moves   []Point        `json:"moves" doc:"The cells of one step. A MOVE to a cell farther away is one step on the way there."`
	Weapons []KeeperWeapon `json:"weapons" doc:"By their numbers: sword, hammer, scythe, bow."`
}

// A KeeperWeapon is a weapon, and the cells in its range when it may be used.
type KeeperWeapon struct {
	Name    string         `json:"name"`
	Charges *int           `json:"charges" doc:"Null for the sword, which needs none."`
	Targets []KeeperTarget `json:"targets" doc:"Empty without a charge."`
}

// A KeeperTarget is a cell that may be attacked.
type KeeperTarget struct {
	Cell Point   `json:"cell"`
	Hits []Point `json:"hits" doc:"The cells that the attack hits."`
}

// keeperAdvice knows the hero. An action is a mistake by what is in his sight
// alone, so that it can be tried on the match.
type keeperAdvice struct {
	position
	hero keeper.Hero
}

func (*keeperAdvice) Help() string {
	return `MOVE x y [message]            one step on the way there; your own cell: wait
ATTACK weapon x y [message]   0 sword   10 damage, the 4 cells beside you
                              1 hammer   6 damage, one of the 8 cells around and its two neighbours
                              2 scythe   7 damage, both cells in a direction, straight or diagonal
                              3 bow      8 damage, any cell at most 3 away
On the board: @ you, E exit, # obstacle, $ treasure, + potion, H S B charges, b box, s skeleton, g gargoyle, o orc, v vampire`
}

// See reads the hero from the first line of the input.
func (a *keeperAdvice) See(m referee.Match, ask referee.Ask) {
	a.position.See(m, ask)
	var x, y int
	h := &a.hero
	fmt.Fscan(bytes.NewReader(ask.Input), &x, &y, &h.Health, &h.Score, &h.Charges[keeper.Hammer], &h.Charges[keeper.Scythe], &h.Charges[keeper.Bow])
	h.Cell = keeper.At(x, y)
}

func (a *keeperAdvice) Choices(string) Choices {
	c := &KeeperChoices{At: cellPoint(a.hero.Cell), Moves: []Point{}}
	for _, line := range a.match.(referee.Chooser).Choices(a.seat)[0] {
		action, _, _ := keeper.Parse(line)
		if action.Verb == keeper.Move && action.Target != a.hero.Cell {
			c.Moves = append(c.Moves, cellPoint(action.Target))
		}
	}
	for w := range keeper.Weapons {
		c.Weapons = append(c.Weapons, a.weapon(w))
	}
	return Choices{Keeper: c}
}

// weapon lists what a weapon reaches.
func (a *keeperAdvice) weapon(w keeper.Weapon) KeeperWeapon {
	one := KeeperWeapon{Name: w.String(), Targets: []KeeperTarget{}}
	if w != keeper.Sword {
		one.Charges = &a.hero.Charges[w]
		if *one.Charges == 0 {
			return one
		}
	}
	for cell := range keeper.Square(a.hero.Cell, keeper.Sight).All() {
		if !keeper.InRange(w, a.hero.Cell, cell) {
			continue
		}
		target := KeeperTarget{Cell: cellPoint(cell)}
		hits, n := keeper.Struck(w, a.hero.Cell, cell)
		for _, hit := range hits[:n] {
			target.Hits = append(target.Hits, cellPoint(hit))
		}
		one.Targets = append(one.Targets, target)
	}
	return one
}

func cellPoint(c keeper.Cell) Point { return Point{c.X(), c.Y()} }

func (a *keeperAdvice) Words() string {
	var b strings.Builder
	c := a.Choices("").Keeper
	fmt.Fprintf(&b, "You are at %d %d.", c.At[0], c.At[1])
	for _, to := range c.Moves {
		fmt.Fprintf(&b, "  %s: MOVE %d %d", toward(c.At, to), to[0], to[1])
	}
	return b.String()
}

// toward names the direction of a neighbour.
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
