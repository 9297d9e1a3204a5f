package ctf

import (
	"fmt"
	"strings"

	"arbiter/referee"
)

// Choices are the legal answers, for a page to draw.
type Choices struct {
	Credits int             `json:"credits" doc:"Score points to pay for power-ups."`
	Prices  Prices          `json:"prices"`
	Minions []MinionChoices `json:"minions" doc:"Your living minions, by ID."`
}

// Prices are the prices of the power-ups in score points.
type Prices struct {
	Fire   int `json:"fire"`
	Freeze int `json:"freeze"`
	Mine   int `json:"mine"`
}

// MinionChoices is one of the seat's own minions and what it may do.
type MinionChoices struct {
	ID      int  `json:"id"`
	At      xy   `json:"at" doc:"x is its column, y its row; in commands the row comes first."`
	Health  int  `json:"health"`
	Timeout int  `json:"timeout" doc:"Remaining turns in which it is frozen and can only WAIT."`
	Moves   []xy `json:"moves" doc:"The cells within one step. A MOVE to a cell farther away takes one step of a shortest route."`
	Mines   []xy `json:"mines" doc:"Cells for a mine, if you can pay for it."`
	Fire    bool `json:"fire" doc:"Whether your score points pay for it, for this minion alone."`
	Freeze  bool `json:"freeze"`
	Mine    bool `json:"mine"`
}

// Guide implements referee.Guided.
func (Game) Guide() (referee.Guide, error) { return &humanGuide{}, nil }

// A humanGuide knows the seat's own minions and score points, which are never hidden.
type humanGuide struct {
	state State
	seat  int
}

// Help implements referee.Guide.
func (*humanGuide) Help() string {
	return `Commands for your minions, separated by | (at least one, at most one per minion):
  WAIT id              nothing
  MOVE id row column   one step on a shortest route
  FIRE id              7 points: 24 hp from everybody else in sight
  FREEZE id            12 points: everybody else in sight is frozen
  MINE id row column   15 points: a mine on an empty cell next to it
Example: MOVE 0 5 7 | FIRE 1`
}

// Update implements referee.Guide.
func (g *humanGuide) Update(m referee.Match, ask referee.Ask) {
	g.state, g.seat = m.(*match).state, ask.Seat
}

// Summary implements referee.Guide.
func (g *humanGuide) Summary() string {
	var b strings.Builder
	fmt.Fprintf(&b, "You have %d points.", g.state.Credits[g.seat])
	for id, m := range g.state.Minions[g.seat] {
		if m.Alive() {
			fmt.Fprintf(&b, " Minion %d is at %d %d.", id, m.Pos.R, m.Pos.C)
		}
	}
	return b.String()
}

// Choices implements referee.Guide.
func (g *humanGuide) Choices(string) any {
	c := &Choices{
		Credits: g.state.Credits[g.seat], Minions: []MinionChoices{},
		Prices: Prices{FirePrice, FreezePrice, MinePrice},
	}
	for id, m := range g.state.Minions[g.seat] {
		if m.Alive() {
			c.Minions = append(c.Minions, g.minion(id, m))
		}
	}
	return c
}

func (g *humanGuide) minion(id int, m Minion) MinionChoices {
	one := MinionChoices{
		ID: id, At: at(m.Pos), Health: int(m.Health), Timeout: int(m.Timeout),
		Moves: []xy{}, Mines: []xy{},
	}
	if !m.Free() {
		return one
	}
	for _, side := range m.Pos.Neighbours() {
		if g.state.Open(side) {
			one.Moves = append(one.Moves, at(side))
		}
	}
	one.Mines = one.Moves // both need an open cell next to it
	credits := g.state.Credits[g.seat]
	one.Fire, one.Freeze, one.Mine = credits >= FirePrice, credits >= FreezePrice, credits >= MinePrice
	return one
}

// Check parses the line as the match will and looks for commands that would have
// no effect. None of this depends on what is hidden from the seat.
func (g *humanGuide) Check(line string) error {
	orders, fault := g.state.Parse(g.seat, line)
	if fault != nil {
		return fmt.Errorf("%q: %s", fault.Line, fault.Why)
	}
	price, moves := 0, 0
	for id, command := range orders.Commands[:g.state.PerSeat] {
		m := g.state.Minions[g.seat][id]
		if orders.Ignored>>id&1 != 0 && !m.Alive() {
			return fmt.Errorf("minion %d is dead", id)
		}
		if err := g.checkCommand(id, m, command); err != nil {
			return err
		}
		price += command.Verb.Price()
		if command.Verb == Move {
			moves++
		}
	}
	// Coins are collected before power-ups are paid: a step may bring one.
	if has := g.state.Credits[g.seat]; price > 0 && price > has+moves*CoinWorth {
		return fmt.Errorf("the power-ups cost %d score points and you have %d", price, has)
	}
	return nil
}

func (g *humanGuide) checkCommand(id int, m Minion, c Command) error {
	switch c.Verb {
	case Move:
		if m.Pos != c.Target && g.state.Toward(m.Pos, c.Target) == m.Pos {
			return fmt.Errorf("minion %d cannot go to %d %d: it is a wall or out of reach", id, c.Target.R, c.Target.C)
		}
	case PlantMine:
		if m.Pos.Distance(c.Target) != 1 || !g.state.Open(c.Target) {
			return fmt.Errorf("%d %d is not an empty cell next to minion %d at %d %d", c.Target.R, c.Target.C, id, m.Pos.R, m.Pos.C)
		}
	}
	return nil
}
