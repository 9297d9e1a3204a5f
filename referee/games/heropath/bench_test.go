package heropath

import (
	"os"
	"path/filepath"
	"testing"

	"arbiter/referee"
	"arbiter/referee/refereetest"
	"arbiter/referee/rng"
)

// recorded returns the contest's tests with a full-length answer each.
func recorded(b *testing.B) (names []string, tests, answers [][]byte) {
	best := map[string]bool{}
	for _, path := range refereetest.TraceFiles(b, filepath.Join(refereetest.Traces(b), "heropath")) {
		var tr refereetest.Trace
		refereetest.ReadGzipJSON(b, path, &tr)
		if tr.Kind != "solution:best" {
			continue
		}
		test, answer, _, err := traceTest(b, &tr)
		if err != nil {
			b.Fatal(err)
		}
		if !best[string(test)] {
			best[string(test)] = true
			names, tests, answers = append(names, tr.Name), append(tests, test), append(answers, answer)
		}
	}
	return names, tests, answers
}

func judge(b *testing.B, test, answer []byte) {
	w, err := ParseWorld(test)
	if err != nil {
		b.Fatal(err)
	}
	if v := Judge(w, answer); !v.Valid {
		b.Fatal(v.Why)
	}
}

// Reading of test and answer included.
func BenchmarkJudgeEach(b *testing.B) {
	names, tests, answers := recorded(b)
	for i := range names {
		b.Run(names[i], func(b *testing.B) {
			for b.Loop() {
				judge(b, tests[i], answers[i])
			}
		})
	}
}

func BenchmarkJudgeAll(b *testing.B) {
	_, tests, answers := recorded(b)
	for b.Loop() {
		for i := range tests {
			judge(b, tests[i], answers[i])
		}
	}
	b.ReportMetric(float64(len(tests)), "tests")
}

// The worst case of Threat: no two turns on the same cell.
func BenchmarkJudgeRandomMoves(b *testing.B) {
	for _, file := range []string{"017.json", "037.json", "045.json"} {
		b.Run(file, func(b *testing.B) {
			test, err := os.ReadFile(refereetest.Shared(b, "heropath", "tests", file))
			if err != nil {
				b.Fatal(err)
			}
			w, err := ParseWorld(test)
			if err != nil {
				b.Fatal(err)
			}
			answer := AppendAnswer(nil, wander(w))
			for b.Loop() {
				judge(b, test, answer)
			}
		})
	}
}

// wander moves at random every turn.
func wander(w *World) []Action {
	r := rng.NewSplitMix64(1)
	s := w.Start()
	var moves []Action
	for s.Turn < w.NumTurns {
		reach := s.Speed * 7 / 10
		a := MoveTo(
			min(max(s.X-reach+int64(r.Below(int(2*reach+1))), 0), w.Width),
			min(max(s.Y-reach+int64(r.Below(int(2*reach+1))), 0), w.Height))
		if reason := s.Step(a); reason != OK {
			panic(s.explain(a, reason))
		}
		moves = append(moves, a)
	}
	return moves
}

func BenchmarkJudge100000MonstersTimes100000Moves(b *testing.B) {
	r := rng.NewSplitMix64(1)
	w := World{NumTurns: 100_000, Width: 10_000, Height: 10_000, StartX: 5000, StartY: 5000}
	w.Hero = BaseHero{200, 50, 20, 5, 5, 5}
	for range 100_000 {
		w.Monsters = append(w.Monsters, Monster{
			X: int64(r.Below(10_001)), Y: int64(r.Below(10_001)), HP: 100, Gold: 100, Exp: 10,
			Range: int64(r.Below(50)), Attack: int64(1 + r.Below(100)),
		})
	}
	world, err := NewWorld(w)
	if err != nil {
		b.Fatal(err)
	}
	test, answer := world.AppendDocument(nil), AppendAnswer(nil, wander(world))
	b.SetBytes(int64(len(test) + len(answer)))
	for b.Loop() {
		judge(b, test, answer)
	}
}

func BenchmarkStep(b *testing.B) {
	w := Deal(dealt(b, "titans"))
	moves := wander(w)
	var s, start State
	start = w.Start()
	for i := 0; b.Loop(); i++ {
		if i%len(moves) == 0 {
			s.CopyFrom(&start)
		}
		s.Step(moves[i%len(moves)])
	}
}

func BenchmarkSaveStepUndo(b *testing.B) {
	s := Deal(dealt(b, "titans")).Start()
	actions := []Action{MoveTo(s.X+1, s.Y), MoveTo(s.X, s.Y+1), MoveTo(s.X, s.Y)}
	for i := 0; b.Loop(); i++ {
		a := actions[i%len(actions)]
		saved := s.Save(a)
		s.Step(a)
		s.Undo(saved)
	}
}

func BenchmarkCopyFrom(b *testing.B) {
	s := Deal(dealt(b, "titans")).Start()
	var c State
	for b.Loop() {
		c.CopyFrom(&s)
	}
}

func BenchmarkInput(b *testing.B) {
	m, err := Game{}.New(referee.Setup{Seed: dealt(b, "titans")}, 1)
	if err != nil {
		b.Fatal(err)
	}
	var input []byte
	for b.Loop() {
		input = m.Input(0, input[:0])
	}
	b.SetBytes(int64(len(input)))
}

func BenchmarkParseWorld(b *testing.B) {
	document := Deal(dealt(b, "meadow")).AppendDocument(nil)
	b.SetBytes(int64(len(document)))
	for b.Loop() {
		if _, err := ParseWorld(document); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParseAnswer(b *testing.B) {
	answer := AppendAnswer(nil, wander(Deal(dealt(b, "meadow"))))
	b.SetBytes(int64(len(answer)))
	for b.Loop() {
		if _, wrong := ParseAnswer(answer); wrong != nil {
			b.Fatal(wrong)
		}
	}
}

// Whole games of legal random play on dealt tests, dealing included.
func BenchmarkSelfPlay(b *testing.B) {
	seed := int64(0)
	for b.Loop() {
		seed++
		stroll(Deal(seed%64), uint64(seed))
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

// dealt returns the first seed that deals a shape.
func dealt(tb testing.TB, shape string) int64 {
	tb.Helper()
	for i, name := range shapeNames {
		for seed := int64(0); name == shape; seed++ {
			r := rng.NewSplitMix64(uint64(seed))
			if r.Below(len(shapeNames)) == i {
				return seed
			}
		}
	}
	tb.Fatalf("no shape %q", shape)
	return 0
}
