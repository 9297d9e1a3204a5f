package ctf

import (
	"math/rand/v2"
	"testing"
)

// midgame returns a state after some random turns, and orders for both seats.
func midgame() (State, [2]Orders) {
	s := Deal(3)
	r := rand.New(rand.NewPCG(1, 1))
	for range 30 {
		s.Step([2]Orders{s.draw(r.IntN, 0), s.draw(r.IntN, 1)}, nil)
	}
	return s, [2]Orders{s.draw(r.IntN, 0), s.draw(r.IntN, 1)}
}

func BenchmarkStep(b *testing.B) {
	s, orders := midgame()
	b.ReportAllocs()
	for b.Loop() {
		next := s
		next.Step(orders, nil)
	}
}

// Every minion goes a long way: ten routes a turn.
func BenchmarkStepFarTargets(b *testing.B) {
	s, orders := midgame()
	for seat := range orders {
		for id := range orders[seat].Commands {
			orders[seat].Commands[id] = Command{Move, s.Bases[1-seat]}
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		next := s
		next.Step(orders, nil)
	}
}

func BenchmarkInput(b *testing.B) {
	s, _ := midgame()
	var dst []byte
	b.ReportAllocs()
	for b.Loop() {
		dst = s.AppendTurn(dst[:0], 0)
	}
}

func BenchmarkParse(b *testing.B) {
	s := Deal(3)
	b.ReportAllocs()
	for b.Loop() {
		if _, fault := s.Parse(0, "MOVE 0 5 7 | MOVE 1 16 10 | FIRE 2"); fault != nil {
			b.Fatal(fault)
		}
	}
}

func BenchmarkDistances(b *testing.B) {
	s := Deal(3)
	for b.Loop() {
		s.Distances(s.Bases[0])
	}
}

func BenchmarkTable(b *testing.B) {
	m := Deal(3).Map
	for b.Loop() {
		NewTable(&m)
	}
}

func BenchmarkDeal(b *testing.B) {
	var seed int64
	for b.Loop() {
		Deal(seed)
		seed++
	}
}

func BenchmarkRandomGames(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	var seed int64
	for b.Loop() {
		s := Deal(seed)
		for !s.Over() {
			s.Step([2]Orders{s.draw(r.IntN, 0), s.draw(r.IntN, 1)}, nil)
		}
		seed++
	}
	b.ReportMetric(float64(seed)/b.Elapsed().Seconds(), "games/s")
}
