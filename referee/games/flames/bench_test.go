package flames

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// crowd returns a position with n flames around the start.
func crowd(n int) (*Case, State) {
	c, s := Deal(1)
	r := rand.New(rand.NewPCG(1, 1))
	for s.Flames.Len() < n {
		cell := Cell{int8(r.IntN(c.Arena.Width)), int8(r.IntN(c.Arena.Height))}
		if c.Arena.Open(cell) && abs(int(cell.X-s.Pos.X))+abs(int(cell.Y-s.Pos.Y)) > 4 {
			s.Flames.Add(cell)
		}
	}
	return c, s
}

// One action on a copy of a position, as a search plays it.
func BenchmarkAct(b *testing.B) {
	for _, flames := range []int{6, 12, 24, 36} {
		b.Run(fmt.Sprintf("flames=%d", flames), func(b *testing.B) {
			c, s := crowd(flames)
			b.ReportAllocs()
			for b.Loop() {
				next := s
				next.Act(c, MoveN, nil)
			}
		})
	}
}

func BenchmarkValid(b *testing.B) {
	c, s := crowd(36)
	for b.Loop() {
		s.Valid(c)
	}
}

func BenchmarkHash(b *testing.B) {
	_, s := crowd(36)
	for b.Loop() {
		s.Hash()
	}
}

func BenchmarkInput(b *testing.B) {
	m := newMatch(crowd(36))
	m.turn = 1
	var dst []byte
	b.ReportAllocs()
	for b.Loop() {
		dst = m.Input(0, dst[:0])
	}
}

// A turn of eight actions, read and played.
func BenchmarkStep(b *testing.B) {
	m := newMatch(crowd(12))
	start := m.state
	b.ReportAllocs()
	for b.Loop() {
		m.state = start
		m.Answer(0, []string{"MOVE N;MOVE S;MOVE N;MOVE S;IMMO NE;IMMO SW;MOVE E;PASS"})
		m.Step()
	}
	if m.played.refusal != NoRefusal {
		b.Fatal(m.faults)
	}
}

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		answer := ReadAnswer("JUMP E;MOVE N;IMMO SW;PASS")
		for piece, ok := answer.Next(); ok; piece, ok = answer.Next() {
			if _, err := ParseAction(piece); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// Random matches on the typed core, deal included.
func BenchmarkGames(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	actions := 0
	for b.Loop() {
		c, s := Deal(r.Int64())
		for s.Outcome == Playing {
			valid := s.Valid(c)
			s.Act(c, valid.At(r.IntN(valid.Len())), nil)
			actions++
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(actions)/b.Elapsed().Seconds(), "actions/s")
}
