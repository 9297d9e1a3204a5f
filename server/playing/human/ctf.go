package human

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	ctfbots "arbiter/bots/ctf"
	"arbiter/referee"
	"arbiter/referee/games/ctf"
)

// CTFChoices are the legal answers in ctf.
type CTFChoices struct {
	Credits int         `json:"credits" doc:"Score points to pay for power-ups."`
	Prices  CTFPrices   `json:"prices"`
	Minions []CTFMinion `json:"minions" doc:"Your living minions, by ID."`
}

// CTFPrices are the prices of the power-ups in score points.
type CTFPrices struct {
	Fire   int `json:"fire"`
	Freeze int `json:"freeze"`
	Mine   int `json:"mine"`
}

// A CTFMinion is one of the seat's own minions and what it may do.
type CTFMinion struct {
	ID      int     `json:"id"`
	At      Point   `json:"at" doc:"x is its column, y its row; in commands the row comes first."`
	Health  int     `json:"health"`
	Timeout int     `json:"timeout" doc:"Remaining turns in which it is frozen and can only WAIT."`
	Moves   []Point `json:"moves" doc:"The cells within one step. A MOVE to a cell farther away takes one step of a shortest route."`
	Mines   []Point `json:"mines" doc:"Cells for a mine, if you can pay for it."`
	Fire    bool    `json:"fire" doc:"Whether your score points pay for it, for this minion alone."`
	Freeze  bool    `json:"freeze"`
	Mine    bool    `json:"mine"`
}

// ctfGuide tracks the state from the inputs of the seat, as a bot does: seat 0 of
// the state is the seat itself.
type ctfGuide struct {
	state ctf.State
	err   error // of reading an input; then Check accepts everything
}

func (*ctfGuide) Help() string {
	return `Commands for your minions, separated by | (at least one, at most one per minion):
  WAIT id              nothing
  MOVE id row column   one step on a shortest route
  FIRE id              7 points: 24 hp from everybody else in sight
  FREEZE id            12 points: everybody else in sight is frozen
  MINE id row column   15 points: a mine on an empty cell next to it
Example: MOVE 0 5 7 | FIRE 1`
}

// Update reads the input.
func (g *ctfGuide) Update(_ referee.Match, ask referee.Ask) {
	if g.err == nil {
		g.err = g.read(bytes.NewReader(ask.Input))
	}
}

func (g *ctfGuide) read(input io.Reader) error {
	r := ctfbots.NewReader(input)
	if g.state.Rows == 0 {
		m, err := r.Map()
		if err != nil {
			return err
		}
		g.state.Map = *m
	}
	t, err := r.Turn()
	if err != nil {
		return err
	}
	g.state.Credits, g.state.Minions[0] = t.Credits, [ctf.MaxMinions]ctf.Minion{}
	for _, m := range t.Minions[0] {
		g.state.Minions[0][m.ID] = m.Minion
		g.state.PerSeat = max(g.state.PerSeat, m.ID+1)
	}
	return nil
}

func (g *ctfGuide) Summary() string {
	var b strings.Builder
	fmt.Fprintf(&b, "You have %d points.", g.state.Credits[0])
	for id, m := range g.state.Minions[0] {
		if m.Alive() {
			fmt.Fprintf(&b, " Minion %d is at %d %d.", id, m.Pos.R, m.Pos.C)
		}
	}
	return b.String()
}

func (g *ctfGuide) Choices(string) Choices {
	c := &CTFChoices{
		Credits: g.state.Credits[0], Minions: []CTFMinion{},
		Prices: CTFPrices{ctf.FirePrice, ctf.FreezePrice, ctf.MinePrice},
	}
	for id, m := range g.state.Minions[0] {
		if m.Alive() {
			c.Minions = append(c.Minions, g.minion(id, m))
		}
	}
	return Choices{CTF: c}
}

func (g *ctfGuide) minion(id int, m ctf.Minion) CTFMinion {
	one := CTFMinion{
		ID: id, At: Point{int(m.Pos.C), int(m.Pos.R)}, Health: int(m.Health), Timeout: int(m.Timeout),
		Moves: []Point{}, Mines: []Point{},
	}
	if !m.Free() {
		return one
	}
	for _, side := range m.Pos.Neighbours() {
		if g.state.Open(side) {
			one.Moves = append(one.Moves, Point{int(side.C), int(side.R)})
		}
	}
	one.Mines = one.Moves // both need an open cell next to it
	credits := g.state.Credits[0]
	one.Fire, one.Freeze, one.Mine = credits >= ctf.FirePrice, credits >= ctf.FreezePrice, credits >= ctf.MinePrice
	return one
}

// Check parses the line as the match will and looks for commands that would have
// no effect. None of this depends on what is hidden from the seat.
func (g *ctfGuide) Check(line string) error {
	if g.err != nil {
		return nil
	}
	orders, fault := g.state.Parse(0, line)
	if fault != nil {
		return fmt.Errorf("%q: %s", fault.Line, fault.Why)
	}
	price, moves := 0, 0
	for id, command := range orders.Commands[:g.state.PerSeat] {
		m := g.state.Minions[0][id]
		if orders.Ignored>>id&1 != 0 && !m.Alive() {
			return fmt.Errorf("minion %d is dead", id)
		}
		if err := g.checkCommand(id, m, command); err != nil {
			return err
		}
		price += command.Verb.Price()
		if command.Verb == ctf.Move {
			moves++
		}
	}
	// Coins are collected before power-ups are paid: a step may bring one.
	if has := g.state.Credits[0]; price > 0 && price > has+moves*ctf.CoinWorth {
		return fmt.Errorf("the power-ups cost %d score points and you have %d", price, has)
	}
	return nil
}

func (g *ctfGuide) checkCommand(id int, m ctf.Minion, c ctf.Command) error {
	switch c.Verb {
	case ctf.Move:
		if m.Pos != c.Target && g.state.Toward(m.Pos, c.Target) == m.Pos {
			return fmt.Errorf("minion %d cannot go to %d %d: it is a wall or out of reach", id, c.Target.R, c.Target.C)
		}
	case ctf.PlantMine:
		if m.Pos.Distance(c.Target) != 1 || !g.state.Open(c.Target) {
			return fmt.Errorf("%d %d is not an empty cell next to minion %d at %d %d", c.Target.R, c.Target.C, id, m.Pos.R, m.Pos.C)
		}
	}
	return nil
}
