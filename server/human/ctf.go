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

// CTFChoices is what may be answered in ctf.
type CTFChoices struct {
	Credits int         `json:"credits" doc:"Score points, which power-ups are paid with."`
	Prices  CTFPrices   `json:"prices"`
	Minions []CTFMinion `json:"minions" doc:"The own living ones, by id."`
}

// CTFPrices is what the power-ups cost.
type CTFPrices struct {
	Fire   int `json:"fire"`
	Freeze int `json:"freeze"`
	Mine   int `json:"mine"`
}

// A CTFMinion is one of the own minions and what it may do.
type CTFMinion struct {
	ID      int     `json:"id"`
	At      Point   `json:"at" doc:"x is its column, y its row; commands want the row first."`
	Health  int     `json:"health"`
	Timeout int     `json:"timeout" doc:"Turns for which it is frozen and can only WAIT."`
	Moves   []Point `json:"moves" doc:"The cells of one step. A MOVE to a cell farther away is one step of a shortest route."`
	Mines   []Point `json:"mines" doc:"Where a mine may go, if it can be paid."`
	Fire    bool    `json:"fire" doc:"The score points pay for it, for this minion alone."`
	Freeze  bool    `json:"freeze"`
	Mine    bool    `json:"mine"`
}

// ctfAdvice follows what the seat is sent, as a bot does: seat 0 of the state
// is the own one.
type ctfAdvice struct {
	state ctf.State
	err   error // the input could not be read: then nothing is checked
}

func (*ctfAdvice) Help() string {
	return `Commands for your minions, separated by | (at most one a minion, at least one in all):
  WAIT id              nothing
  MOVE id row column   one step on a shortest route
  FIRE id              7 points: 24 hp from everybody else in sight
  FREEZE id            12 points: everybody else in sight is frozen
  MINE id row column   15 points: a mine on the empty cell beside it
Example: MOVE 0 5 7 | FIRE 1`
}

// See reads the input.
func (a *ctfAdvice) See(_ referee.Match, ask referee.Ask) {
	if a.err == nil {
		a.err = a.read(bytes.NewReader(ask.Input))
	}
}

func (a *ctfAdvice) read(input io.Reader) error {
	r := ctfbots.NewReader(input)
	if a.state.Rows == 0 {
		m, err := r.Map()
		if err != nil {
			return err
		}
		a.state.Map = *m
	}
	t, err := r.Turn()
	if err != nil {
		return err
	}
	a.state.Credits, a.state.Minions[0] = t.Credits, [ctf.MaxMinions]ctf.Minion{}
	for _, m := range t.Minions[0] {
		a.state.Minions[0][m.ID] = m.Minion
		a.state.PerSeat = max(a.state.PerSeat, m.ID+1)
	}
	return nil
}

func (a *ctfAdvice) Words() string {
	var b strings.Builder
	fmt.Fprintf(&b, "You have %d points.", a.state.Credits[0])
	for id, m := range a.state.Minions[0] {
		if m.Alive() {
			fmt.Fprintf(&b, " Minion %d is at %d %d.", id, m.Pos.R, m.Pos.C)
		}
	}
	return b.String()
}

func (a *ctfAdvice) Choices(string) Choices {
	c := &CTFChoices{
		Credits: a.state.Credits[0], Minions: []CTFMinion{},
		Prices: CTFPrices{ctf.FirePrice, ctf.FreezePrice, ctf.MinePrice},
	}
	for id, m := range a.state.Minions[0] {
		if m.Alive() {
			c.Minions = append(c.Minions, a.minion(id, m))
		}
	}
	return Choices{CTF: c}
}

func (a *ctfAdvice) minion(id int, m ctf.Minion) CTFMinion {
	one := CTFMinion{
		ID: id, At: Point{int(m.Pos.C), int(m.Pos.R)}, Health: int(m.Health), Timeout: int(m.Timeout),
		Moves: []Point{}, Mines: []Point{},
	}
	if !m.Free() {
		return one
	}
	for _, side := range m.Pos.Neighbours() {
		if a.state.Open(side) {
			one.Moves = append(one.Moves, Point{int(side.C), int(side.R)})
		}
	}
	one.Mines = one.Moves // both go to the open cells beside it
	credits := a.state.Credits[0]
	one.Fire, one.Freeze, one.Mine = credits >= ctf.FirePrice, credits >= ctf.FreezePrice, credits >= ctf.MinePrice
	return one
}

// Check reads the line as the match will, and looks for commands that would
// have no effect. What is hidden from the seat decides none of it.
func (a *ctfAdvice) Check(line string) error {
	if a.err != nil {
		return nil
	}
	orders, fault := a.state.Parse(0, line)
	if fault != nil {
		return fmt.Errorf("%q: %s", fault.Line, fault.Why)
	}
	price, moves := 0, 0
	for id, command := range orders.Commands[:a.state.PerSeat] {
		m := a.state.Minions[0][id]
		if orders.Ignored>>id&1 != 0 && !m.Alive() {
			return fmt.Errorf("minion %d is dead", id)
		}
		if err := a.checkCommand(id, m, command); err != nil {
			return err
		}
		price += command.Verb.Price()
		if command.Verb == ctf.Move {
			moves++
		}
	}
	// Coins are collected before power-ups are paid: a step may bring one.
	if has := a.state.Credits[0]; price > 0 && price > has+moves*ctf.CoinWorth {
		return fmt.Errorf("the power-ups cost %d score points and you have %d", price, has)
	}
	return nil
}

func (a *ctfAdvice) checkCommand(id int, m ctf.Minion, c ctf.Command) error {
	switch c.Verb {
	case ctf.Move:
		if m.Pos != c.Target && a.state.Toward(m.Pos, c.Target) == m.Pos {
			return fmt.Errorf("minion %d cannot go to %d %d: it is a wall or out of reach", id, c.Target.R, c.Target.C)
		}
	case ctf.PlantMine:
		if m.Pos.Distance(c.Target) != 1 || !a.state.Open(c.Target) {
			return fmt.Errorf("%d %d is no empty cell beside minion %d at %d %d", c.Target.R, c.Target.C, id, m.Pos.R, m.Pos.C)
		}
	}
	return nil
}
