package refereetest

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"time"

	"arbiter/referee"
	"arbiter/referee/rng"
)

// Tally is the smallest game there is, for tests of everything that is not a
// game: in each turn every asked seat is sent the turn's number and a number
// drawn from the seed, and answers a number from 0 to 9. The larger sum wins;
// a wrong answer or none loses.
type Tally struct {
	Seats     int  // 1 if 0
	Turns     int  // 3 if 0
	Alternate bool // one seat a turn instead of all
}

// Info implements referee.Game.
func (g Tally) Info() referee.Info {
	return referee.Info{
		Name: "tally", Title: "Tally", Rules: 1,
		MinSeats: max(g.Seats, 1), MaxSeats: max(g.Seats, 1),
		First: time.Second, Turn: 100 * time.Millisecond,
		Seed: "the numbers that are sent",
	}
}

// New implements referee.Game. An explicit position is {"turns": N}.
func (g Tally) New(setup referee.Setup, seats int) (referee.Match, error) {
	if seats != max(g.Seats, 1) {
		return nil, fmt.Errorf("tally: %d seats; want %d", seats, max(g.Seats, 1))
	}
	position := struct {
		Turns int `json:"turns"`
	}{g.Turns}
	if setup.Position != nil {
		if err := referee.DecodePosition(setup.Position, &position); err != nil {
			return nil, err
		}
		if position.Turns < 1 {
			return nil, fmt.Errorf("setup: turns: found %d; want at least 1", position.Turns)
		}
	}
	if position.Turns == 0 {
		position.Turns = 3
	}
	m := &tally{
		Sums: make([]int64, seats), alternate: g.Alternate, turns: position.Turns, Turn: 1,
		draw: rng.NewSplitMix64(uint64(setup.Seed)), Events: make([]tallyEvent, 0, seats),
		answers: make([]int64, seats), faults: []referee.Fault{},
	}
	m.Number = m.draw.Below(100)
	return m, nil
}

type tally struct {
	referee.Pure

	Turn   int          `json:"turn"` // the turn that is asked next
	Number int          `json:"number"`
	Sums   []int64      `json:"sums"`
	Events []tallyEvent `json:"events"`

	alternate bool
	turns     int
	draw      rng.SplitMix64
	answers   []int64
	lost      referee.Seats
	over      bool
	faults    []referee.Fault
}

type tallyEvent struct {
	Type  string `json:"type"`
	Step  int    `json:"step"`
	Seat  int    `json:"seat"`
	Added int64  `json:"added"`
}

func (m *tally) Over() bool { return m.over }

func (m *tally) Asked() referee.Seats {
	switch {
	case m.over:
		return 0
	case m.alternate:
		return referee.SeatSet((m.Turn - 1) % len(m.Sums))
	default:
		return referee.Seats(1<<len(m.Sums) - 1)
	}
}

func (m *tally) Input(_ int, dst []byte) []byte {
	return fmt.Appendf(dst, "%d %d\n", m.Turn, m.Number)
}

func (m *tally) Lines(int) int { return 1 }

func (m *tally) Answer(seat int, lines []string) {
	n, err := strconv.ParseInt(lines[0], 10, 64)
	if err != nil || n < 0 || n > 9 {
		m.Drop(seat, referee.Fault{
			Turn: m.Turn, Seat: seat, Kind: referee.Garbled, Line: referee.Quote(lines[0]),
			Why: "want a number from 0 to 9",
		})
		return
	}
	m.answers[seat] = n
}

func (m *tally) Drop(seat int, f referee.Fault) {
	m.answers[seat] = 0
	m.lost |= referee.SeatSet(seat)
	m.faults = append(m.faults, f)
}

func (m *tally) Step() {
	m.Events = m.Events[:0]
	for seat := range m.Asked().All() {
		m.Sums[seat] += m.answers[seat]
		m.Events = append(m.Events, tallyEvent{"add", 0, seat, m.answers[seat]})
	}
	for seat := range m.lost.All() {
		m.Sums[seat] = -1
	}
	m.over = m.Turn == m.turns || m.lost != 0
	m.Turn++
	m.Number = m.draw.Below(100)
}

func (m *tally) Clone() referee.Match {
	c := *m
	c.Sums, c.answers = slices.Clone(m.Sums), slices.Clone(m.answers)
	c.Events = append(make([]tallyEvent, 0, len(m.Sums)), m.Events...)
	c.faults = append([]referee.Fault{}, m.faults...)
	return &c
}

func (m *tally) Attributes() []referee.Attribute {
	return []referee.Attribute{{Name: "turns", Value: float64(m.turns)}}
}

func (m *tally) Scene() any { return map[string]int{"turns": m.turns} }

func (m *tally) View() any { return m }

func (m *tally) Board(dst []byte) []byte { return fmt.Appendf(dst, "sums %v\n", m.Sums) }

func (m *tally) AppendState(dst []byte) []byte {
	for _, sum := range m.Sums {
		dst = binary.LittleEndian.AppendUint64(dst, uint64(sum))
	}
	return binary.LittleEndian.AppendUint32(dst, uint32(m.Number))
}

func (m *tally) Result() referee.Result {
	r := referee.Result{Scores: m.Sums, Ranks: referee.RankScores(m.Sums), Faults: m.faults}
	switch {
	case !m.over:
	case m.lost != 0:
		r.Reason = "fault"
	default:
		r.Reason = "counted"
	}
	return r
}
