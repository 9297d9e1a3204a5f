package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	ctfbots "arbiter/bots/ctf"
	"arbiter/referee"
	"arbiter/referee/games/ctf"
	"arbiter/referee/games/domain"
	"arbiter/referee/games/flames"
	"arbiter/referee/games/keeper"
)

// An advice helps a person to play a game by typing.
type advice interface {
	help() string                      // the commands
	see(input string)                  // what the seat is sent in a turn
	choices(m referee.Match) string    // what may be answered now; may be empty
	check(referee.Match, string) error // why a line is no good answer
}

// newAdvice returns the advice for a game.
func newAdvice(game string) (advice, error) {
	switch game {
	case "ctf":
		return &ctfAdvice{}, nil
	case "domain":
		return domainAdvice{}, nil
	case "flames":
		return &flamesAdvice{}, nil
	case "keeper":
		return &keeperAdvice{}, nil
	}
	return nil, usagef("%s is not played by hand: its answer is one document for the whole match; write it to a file and see arbiter score --help", game)
}

// ctfAdvice follows what the seat is sent, as a bot does.
type ctfAdvice struct {
	state ctf.State // the own minions, as seat 0
	err   error     // the input could not be read: then nothing is checked
}

func (a *ctfAdvice) help() string {
	return `Commands for your minions, separated by | (at most one a minion, at least one in all):
  WAIT id              nothing
  MOVE id row column   one step on a shortest route
  FIRE id              7 points: 24 hp from everybody else in sight
  FREEZE id            12 points: everybody else in sight is frozen
  MINE id row column   15 points: a mine on the empty cell beside it
Example: MOVE 0 5 7 | FIRE 1`
}

func (a *ctfAdvice) see(input string) {
	r := ctfbots.NewReader(strings.NewReader(input))
	if a.state.Rows == 0 {
		m, err := r.Map()
		if a.err = err; err != nil {
			return
		}
		a.state.Map = *m
	}
	t, err := r.Turn()
	if a.err = err; err != nil {
		return
	}
	a.state.Credits, a.state.Minions[0] = t.Credits, [ctf.MaxMinions]ctf.Minion{}
	for _, m := range t.Minions[0] {
		a.state.Minions[0][m.ID] = m.Minion
		a.state.PerSeat = max(a.state.PerSeat, m.ID+1)
	}
}

func (a *ctfAdvice) choices(referee.Match) string {
	var b strings.Builder
	fmt.Fprintf(&b, "You have %d points.", a.state.Credits[0])
	for id, m := range a.state.Minions[0] {
		if m.Alive() {
			fmt.Fprintf(&b, " Minion %d is at %d %d.", id, m.Pos.R, m.Pos.C)
		}
	}
	return b.String()
}

func (a *ctfAdvice) check(_ referee.Match, line string) error {
	if a.err != nil {
		return nil
	}
	if _, fault := a.state.Parse(0, line); fault != nil {
		return fmt.Errorf("%q: %s", fault.Line, fault.Why)
	}
	return nil
}

// domainAdvice knows the position: nothing is hidden.
type domainAdvice struct{}

func (domainAdvice) help() string {
	return `x y direction [message]   move to cell x y, at most 3 away, and build a wall on its side U, D, L or R
Example: 3 4 U`
}

func (domainAdvice) see(string) {}

// position returns the position of the match. Walls and tokens are all there
// is to it.
func (domainAdvice) position(m referee.Match) (domain.State, bool) {
	v, ok := m.View().(*domain.View)
	if !ok || v.Mover < 0 {
		return domain.State{}, false
	}
	at := func(p domain.Point) domain.Cell { return domain.At(p[0], p[1]) }
	s := domain.NewState(at(v.Tokens[0]), at(v.Tokens[1]), v.Mover)
	for _, w := range v.Walls {
		side := domain.Down
		if w.Between[1][0] > w.Between[0][0] {
			side = domain.Right
		}
		s.Build(at(w.Between[0]), side)
	}
	return s, true
}

// choices lists the legal actions by cell.
func (a domainAdvice) choices(m referee.Match) string {
	s, ok := a.position(m)
	if !ok {
		return ""
	}
	var b strings.Builder
	b.WriteString("Legal:")
	for to := range s.Targets(int(s.Mover)).All() {
		fmt.Fprintf(&b, "  %v ", to)
		for _, side := range []domain.Direction{domain.Up, domain.Down, domain.Left, domain.Right} {
			if s.Open(side).Has(to) {
				b.WriteString(side.String())
			}
		}
	}
	return b.String()
}

func (a domainAdvice) check(m referee.Match, line string) error {
	action, _, err := domain.ParseAnswer(line)
	if err != nil {
		return err
	}
	if s, ok := a.position(m); ok && !s.Legal(action) {
		return fmt.Errorf("%v is not legal now; help lists what is", action)
	}
	return nil
}

// flamesAdvice remembers the valid actions, which the input tells.
type flamesAdvice struct{ valid []string }

func (a *flamesAdvice) help() string {
	return `Actions, separated by ; and played one after the other up to a PASS:
  MOVE N|S|E|W        1 AP, 1 HP: to the next cell
  JUMP N|S|E|W        2 AP, 1 HP: two cells away, twice a cycle
  IMMO NE|NW|SE|SW    1 AP, 5 HP: flames step toward that neighbour
  PASS                ends the cycle
Example: JUMP E;MOVE N;PASS`
}

func (a *flamesAdvice) see(input string) {
	lines := strings.Split(strings.TrimSpace(input), "\n")
	a.valid = nil
	for _, line := range slices.Backward(lines) {
		if _, err := flames.ParseAction(line); err != nil {
			break // their number
		}
		a.valid = append(a.valid, line)
	}
	slices.Reverse(a.valid)
}

func (a *flamesAdvice) choices(referee.Match) string {
	return "Valid: " + strings.Join(a.valid, ", ")
}

// check looks at the words of all actions, but only the first is sure to be
// among the valid ones.
func (a *flamesAdvice) check(_ referee.Match, line string) error {
	answer := flames.ReadAnswer(line)
	first := true
	for {
		piece, ok := answer.Next()
		if !ok && first {
			return errors.New("no action; want MOVE, JUMP, IMMO or PASS")
		}
		if !ok {
			return nil
		}
		action, err := flames.ParseAction(piece)
		if err != nil {
			return fmt.Errorf("%q: %w", piece, err)
		}
		if first && !slices.Contains(a.valid, action.String()) {
			return fmt.Errorf("%v is not valid now; want one of %s", action, strings.Join(a.valid, ", "))
		}
		first = false
	}
}

// keeperAdvice remembers the hero's surroundings.
type keeperAdvice struct {
	x, y      int      // the hero's cell
	obstacles [][2]int // in sight
}

func (a *keeperAdvice) help() string {
	return `MOVE x y [message]            one step on the way there; your own cell: wait
ATTACK weapon x y [message]   0 sword   10 damage, the 4 cells beside you
                              1 hammer   6 damage, one of the 8 cells around and its two neighbours
                              2 scythe   7 damage, both cells in a direction, straight or diagonal
                              3 bow      8 damage, any cell at most 3 away
On the board: @ you, E exit, # obstacle, $ treasure, + potion, H S B charges, b box, s skeleton, g gargoyle, o orc, v vampire`
}

func (a *keeperAdvice) see(input string) {
	a.obstacles = nil
	for i, line := range strings.Split(strings.TrimSpace(input), "\n") {
		var x, y, kind int
		if _, err := fmt.Sscan(line, &x, &y, &kind); err != nil {
			continue // the number of entities
		}
		switch {
		case i == 0:
			a.x, a.y = x, y
		case kind == int(keeper.Obstacle):
			a.obstacles = append(a.obstacles, [2]int{x, y})
		}
	}
}

func (a *keeperAdvice) choices(referee.Match) string {
	var b strings.Builder
	fmt.Fprintf(&b, "You are at %d %d.", a.x, a.y)
	for _, side := range []struct {
		name   string
		dx, dy int
	}{{"up", 0, -1}, {"down", 0, 1}, {"left", -1, 0}, {"right", 1, 0}} {
		x, y := a.x+side.dx, a.y+side.dy
		if keeper.Inside(x, y) && !slices.Contains(a.obstacles, [2]int{x, y}) {
			fmt.Fprintf(&b, "  %s: MOVE %d %d", side.name, x, y)
		}
	}
	return b.String()
}

func (a *keeperAdvice) check(_ referee.Match, line string) error {
	action, _, fault := keeper.Parse(line)
	if fault != nil {
		return errors.New(fault.Why)
	}
	if hero := keeper.At(a.x, a.y); action.Verb == keeper.Attack && !keeper.InRange(action.Weapon, hero, action.Target) {
		return fmt.Errorf("%v: the cell is out of the %v's range from %d %d", action, action.Weapon, a.x, a.y)
	}
	return nil
}
