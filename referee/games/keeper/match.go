package keeper

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"time"

	"arbiter/referee"
)

// Game deals matches of "Code Keeper - The Hero".
type Game struct{}

// Info describes the game.
func (Game) Info() referee.Info {
	return referee.Info{
		Name:     "keeper",
		Title:    "Code Keeper - The Hero",
		Rules:    1,
		MinSeats: 1,
		MaxSeats: 1,
		First:    time.Second,           // "Response time for first turn ≤ 1s"
		Turn:     50 * time.Millisecond, // "Response time for one turn ≤ 50ms"
		Seed:     "A seed decides the maze with everything in it and the order in which the monsters act; only its low 48 bits count.",
	}
}

// New deals a match.
func (Game) New(setup referee.Setup, seats int) (referee.Match, error) {
	if seats != 1 {
		return nil, fmt.Errorf("found %d seats; want 1: the hero is alone", seats)
	}
	if setup.Position == nil {
		return newMatch(Deal(setup.Seed)), nil
	}
	s, err := decodePosition(setup.Position)
	if err != nil {
		return nil, err
	}
	return newMatch(s), nil
}

// A match is a State with what its viewers and its bot's author are told.
type match struct {
	state State

	// The answer held until Step.
	action  Action
	fail    End // instead of the action
	message string
	fault   *referee.Fault // of this turn, nil for none

	events   Events
	answered answered // what the last Step played
	sight    Set      // the cells of the last input
	seen     Set      // the cells of all inputs
	faults   []referee.Fault
}

// An answered is the part of a turn's story that no rule tells.
type answered struct {
	message string
	fault   *referee.Fault
}

// maxEvents is more than a turn can have: an attack with three kills, all
// monsters in sight, the damage and the end.
const maxEvents = 64

func newMatch(s State) *match {
	m := &match{state: s, faults: []referee.Fault{}}
	m.events.List = make([]Event, 0, maxEvents)
	m.look()
	return m
}

// look notes what the next input shows.
func (m *match) look() {
	m.sight = Square(m.state.Hero.Cell, Sight)
	m.seen = m.seen.Or(m.sight)
}

// Over reports whether the match has ended.
func (m *match) Over() bool { return m.state.Over() }

// Asked returns the hero's seat until the match is over.
func (m *match) Asked() referee.Seats {
	if m.Over() {
		return 0
	}
	return referee.SeatSet(0)
}

// Input appends what the hero's bot is sent in this turn.
func (m *match) Input(_ int, dst []byte) []byte { return m.state.AppendInput(dst) }

// Lines returns 1: "A single line with your action".
func (m *match) Lines(int) int { return 1 }

// Answer holds the action of the line. A line that is no command ends the match
// in Step; an action that comes to nothing is told as a forgiven fault.
func (m *match) Answer(_ int, lines []string) {
	line := strings.Join(lines, "\n")
	action, message, fault := Parse(line)
	m.action, m.message, m.fail = action, message, Playing
	if fault != nil {
		m.fail = BadCommand
	} else if why := m.state.mistake(action); why != "" {
		fault = &referee.Fault{Kind: referee.Illegal, Line: referee.Quote(line), Why: why}
	}
	if fault != nil {
		fault.Turn = m.state.Turn + 1
		m.faults = append(m.faults, *fault)
	}
	m.fault = fault
}

// Drop ends the match in Step: no answer in time, whatever the reason.
func (m *match) Drop(_ int, f referee.Fault) {
	m.action, m.message, m.fail = Action{}, "", TimedOut
	m.faults = append(m.faults, f)
	m.fault = &f
}

// Step plays the turn.
func (m *match) Step() {
	m.answered = answered{m.message, m.fault}
	m.events.Reset()
	if m.fail != Playing {
		m.state.Fail(m.fail, &m.events)
		return
	}
	m.state.Step(m.action, &m.events)
	if !m.Over() {
		m.look()
	}
}

// mistake says why an action that is well-formed does nothing, or "".
func (s *State) mistake(a Action) string {
	hero, target := s.Hero.Cell, a.Target
	switch s.Resolve(a).Note {
	case NoCharge:
		return fmt.Sprintf("no charge is left of the %v; nothing happens (forgiven)", a.Weapon)
	case OutOfRange:
		want := [Weapons]string{
			"a cell one step left, right, up or down",
			"one of the 8 cells around",
			"a cell 1 or 2 away in a straight or diagonal line",
			"another cell in range 3",
		}[a.Weapon]
		return fmt.Sprintf("cell %d %d is outside the range of the %v from %d %d, want %s; nothing happens (forgiven)",
			target.X(), target.Y(), a.Weapon, hero.X(), hero.Y(), want)
	case Unreachable:
		return fmt.Sprintf("no way over visible cells leads from %d %d to %d %d or nearer to it; the hero stays (forgiven)",
			hero.X(), hero.Y(), target.X(), target.Y())
	case BlockedObstacle:
		return fmt.Sprintf("cell %d %d next to the hero is an obstacle; the hero stays (forgiven)", target.X(), target.Y())
	}
	return ""
}

// AppendState appends the turn, the end, the hero, the items, the monsters, the
// table that their order is drawn from, and the generator.
func (m *match) AppendState(dst []byte) []byte { return m.state.AppendState(dst) }

// AppendState appends a canonical encoding of everything a Step can change.
func (s *State) AppendState(dst []byte) []byte {
	dst = append(dst, byte(s.Turn), byte(s.End), byte(s.Hero.Cell))
	dst = binary.AppendVarint(dst, int64(s.Hero.Health))
	dst = binary.AppendVarint(dst, int64(s.Hero.Score))
	for _, n := range s.Hero.Charges[Hammer:] {
		dst = binary.AppendUvarint(dst, uint64(n))
	}
	for t := range s.Things {
		if Type(t) != Obstacle {
			for _, word := range s.Things[t] {
				dst = binary.LittleEndian.AppendUint64(dst, word)
			}
		}
	}
	dst = append(dst, byte(s.table.n))
	for _, id := range s.table.ids[:s.table.n] {
		dst = append(dst, id, byte(s.Monsters[id].Cell), byte(s.Monsters[id].Health))
	}
	return binary.AppendUvarint(dst, s.rng.State())
}

// Result tells the score and how the match ended: in a solo game the one rank
// is the first.
func (m *match) Result() referee.Result {
	return referee.Result{
		Scores: []int64{int64(m.state.Hero.Score)},
		Ranks:  []int{1},
		Reason: m.state.End.String(),
		Faults: slices.Clone(m.faults),
	}
}
