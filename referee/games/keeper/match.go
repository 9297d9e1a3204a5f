package keeper

import (
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
		Answers:  TurnLimit,
		Unit:     "points of score",
		Lowest:   ErrorScore,
		Highest:  ExitScore + mostTreasures*TreasureScore + mostMonsters*mostHealth + mostBoxes,
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
	referee.Pure

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

// Answer holds the action of the line. A line without a valid command ends the match in
// Step. An action without effect is reported as a forgiven fault.
func (m *match) Answer(_ int, lines []string) {
	line := strings.Join(lines, "\n")
	action, message, fault := Parse(line)
	m.action, m.message, m.fail = action, message, Playing
	if fault != nil {
		m.fail = BadCommand
	} else if why := m.state.mistake(action); why != "" {
		fault = &referee.Fault{Kind: referee.Illegal, Line: referee.Quote(line), Why: why, Forgiven: true, Rule: ruleNoEffect}
	}
	if fault != nil {
		fault.Turn = m.state.Turn + 1
		m.faults = append(m.faults, *fault)
	}
	m.fault = fault
}

// Drop ends the match in Step, at the same price whatever the cause.
func (m *match) Drop(_ int, f referee.Fault) {
	m.action, m.message, m.fail = Action{}, "", Forfeit
	if f.Kind == referee.Timeout {
		m.fail = TimedOut
	}
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

// AppendState appends a canonical encoding of everything a Step can change.
func (m *match) AppendState(dst []byte) []byte { return m.state.AppendState(dst) }

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
