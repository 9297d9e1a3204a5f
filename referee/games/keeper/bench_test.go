package keeper

import (
	"math/rand/v2"
	"testing"
)

var sink []byte

func BenchmarkDeal(b *testing.B) {
	for seed := int64(0); b.Loop(); seed++ {
		Deal(seed)
	}
}

// walked returns a position in the middle of things.
func walked() State {
	s := Deal(1)
	r := rand.New(rand.NewPCG(1, 1))
	for range 10 {
		s.Step(MoveTo(Cell(r.IntN(Cells))), nil)
	}
	s.Hero.Health = MaxHealth
	return s
}

func BenchmarkStep(b *testing.B) {
	start := walked()
	for b.Loop() {
		s := start // the copy belongs to it: searches copy
		s.Step(MoveTo(s.Hero.Cell), nil)
	}
}

func BenchmarkStepInOrder(b *testing.B) {
	start := walked()
	for b.Loop() {
		s := start
		s.StepInOrder(MoveTo(s.Hero.Cell), nil, nil)
	}
}

func BenchmarkActions(b *testing.B) {
	s := walked()
	var buf [MaxActions]Action
	for b.Loop() {
		s.Actions(buf[:0])
	}
}

func BenchmarkInput(b *testing.B) {
	s := walked()
	for b.Loop() {
		sink = s.AppendInput(sink[:0])
	}
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		Parse("ATTACK 2 12 11 a message")
	}
}

// BenchmarkSelfPlay plays whole games of random actions, dealing included.
func BenchmarkSelfPlay(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	turns := 0
	for seed := int64(0); b.Loop(); seed++ {
		s := Deal(seed)
		var buf [MaxActions]Action
		for !s.Over() {
			actions := s.Actions(buf[:0])
			s.Step(actions[r.IntN(len(actions))], nil)
		}
		turns += s.Turn
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(turns)/b.Elapsed().Seconds(), "turns/s")
}
