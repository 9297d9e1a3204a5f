// Package toy is a sixth game, for the test that counts what adding one takes: in each
// of six turns the seat is sent the turn's number and takes 1 to 9 points. Taking 9
// counts as nothing.
package toy

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"arbiter/referee"
)

const turns = 6

// Game is the toy.
type Game struct{}

// Info implements referee.Game.
func (Game) Info() referee.Info {
	return referee.Info{
		Name: "toy", Title: "The Toy", Rules: 1, MinSeats: 1, MaxSeats: 1,
		First: time.Second, Turn: 100 * time.Millisecond, Seed: "A seed decides nothing.", Answers: turns,
	}
}

// New implements referee.Game. An explicit position is {"turn": N}.
func (Game) New(setup referee.Setup, seats int) (referee.Match, error) {
	position := struct {
		Turn int `json:"turn"`
	}{1}
	if setup.Position != nil {
		if err := referee.DecodePosition(setup.Position, &position); err != nil {
			return nil, err
		}
	}
	return &match{Turn: position.Turn, Events: []event{}}, nil
}

// AnswerForm implements referee.Examiner.
func (Game) AnswerForm() string { return "The answer is one number from 1 to 9." }

// Trials implements referee.Examiner.
func (Game) Trials() []referee.Trial {
	return []referee.Trial{{Title: "the last turn", Position: `{"turn": 6}`}}
}

// Guide implements referee.Guided.
func (Game) Guide() (referee.Guide, error) { return &guide{}, nil }

// ViewTypes implements referee.ViewTyper.
func (Game) ViewTypes() referee.ViewTypes {
	return referee.ViewTypes{Scene: struct{}{}, View: match{}, Events: []any{event{Type: "take"}}, Choices: Choices{}}
}

// Choices are the legal answers.
type Choices struct {
	Points []string `json:"points"`
}

type guide struct{ referee.Rehearsal }

func (*guide) Help() string         { return "a number from 1 to 8" }
func (g *guide) Summary() string    { return fmt.Sprint("Points: ", g.points()) }
func (g *guide) Choices(string) any { return &Choices{g.points()} }
func (g *guide) points() []string   { return g.Match.(referee.Chooser).Choices(g.Seat)[0] }

type match struct {
	referee.Pure

	Turn   int     `json:"turn"`
	Score  int64   `json:"score"`
	Events []event `json:"events"`

	taken  int64
	faults []referee.Fault
}

type event struct {
	Type string `json:"type"`
	Step int    `json:"step"`
	Took int64  `json:"took"`
}

func (m *match) Over() bool    { return m.Turn > turns }
func (m *match) Lines(int) int { return 1 }
func (m *match) Attributes() []referee.Attribute {
	return []referee.Attribute{{Name: "length", Value: turns}}
}
func (m *match) Scene() any                     { return struct{}{} }
func (m *match) View() any                      { return m }
func (m *match) Board(dst []byte) []byte        { return fmt.Appendf(dst, "score %d\n", m.Score) }
func (m *match) Input(_ int, dst []byte) []byte { return fmt.Appendf(dst, "%d\n", m.Turn) }
func (m *match) Position() (json.RawMessage, error) {
	return fmt.Appendf(nil, `{"turn": %d}`, m.Turn), nil
}

func (m *match) Asked() referee.Seats {
	if m.Over() {
		return 0
	}
	return referee.SeatSet(0)
}

func (m *match) Answer(_ int, lines []string) {
	n, err := strconv.ParseInt(lines[0], 10, 64)
	switch {
	case err != nil || n < 1 || n > 9:
		m.Drop(0, referee.Fault{Turn: m.Turn, Kind: referee.Garbled, Line: referee.Quote(lines[0]), Why: "want a number from 1 to 9"})
	case n == 9:
		m.Drop(0, referee.Fault{Turn: m.Turn, Kind: referee.Illegal, Line: "9", Why: "9 counts as nothing", Rule: "Nobody takes 9.", Forgiven: true})
	default:
		m.taken = n
	}
}

func (m *match) Drop(_ int, f referee.Fault) { m.taken, m.faults = 0, append(m.faults, f) }

func (m *match) Step() {
	m.Score += m.taken
	m.Events = []event{{"take", 0, m.taken}}
	m.Turn++
}

func (m *match) AppendState(dst []byte) []byte { return append(dst, byte(m.Turn), byte(m.Score)) }

func (m *match) Result() referee.Result {
	r := referee.Result{Scores: []int64{m.Score}, Ranks: []int{1}, Faults: append([]referee.Fault{}, m.faults...)}
	if m.Over() {
		r.Reason = "played"
	}
	return r
}

// Clone implements referee.Cloner.
func (m *match) Clone() referee.Match {
	c := *m
	c.faults = slices.Clone(m.faults)
	return &c
}

// Choices implements referee.Chooser.
func (m *match) Choices(int) [][]string {
	return [][]string{{"1", "2", "3", "4", "5", "6", "7", "8"}}
}
