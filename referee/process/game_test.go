package process

import (
	"fmt"

	"arbiter/referee"
)

// A talk is a tiny game: every turn each asked seat is sent the same input
// and answers some lines, until the turns are over or a seat has dropped.
type talk struct {
	referee.Pure

	input     []byte
	lines     int
	seats     int
	turns     int
	alternate bool // the seats are asked one after the other
	done      func(turn int) bool

	turn    int
	answers [][]string // by seat, the last one
	faults  []referee.Fault
}

func (m *talk) Over() bool {
	return m.turn == m.turns || len(m.faults) > 0 || m.done != nil && m.done(m.turn)
}

func (m *talk) Asked() referee.Seats {
	if m.alternate {
		return referee.SeatSet(m.turn % m.seats)
	}
	return 1<<m.seats - 1
}

func (m *talk) Input(_ int, dst []byte) []byte { return append(dst, m.input...) }

func (m *talk) Lines(int) int { return m.lines }

func (m *talk) Answer(seat int, lines []string) {
	if m.answers == nil {
		m.answers = make([][]string, m.seats)
	}
	m.answers[seat] = append(m.answers[seat][:0], lines...)
}

func (m *talk) Drop(_ int, f referee.Fault) { m.faults = append(m.faults, f) }

func (m *talk) Step() { m.turn++ }

func (m *talk) Attributes() []referee.Attribute { return nil }

func (m *talk) Scene() any { return struct{}{} }

func (m *talk) View() any { return struct{}{} }

func (m *talk) Board(dst []byte) []byte { return fmt.Appendf(dst, "turn %d\n", m.turn) }

func (m *talk) AppendState(dst []byte) []byte { return fmt.Append(dst, m.turn) }

func (m *talk) Result() referee.Result {
	return referee.Result{
		Scores: make([]int64, m.seats), Ranks: make([]int, m.seats),
		Reason: "said", Faults: m.faults,
	}
}
