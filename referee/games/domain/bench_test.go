package domain

import (
	"testing"

	"arbiter/referee"
	"arbiter/referee/rng"
)

func BenchmarkStep(b *testing.B) {
	r := rng.NewSplitMix64(1)
	s := Start()
	for b.Loop() {
		if s.Over {
			s = Start()
		}
		s.Step(s.RandomAction(&r))
	}
}

func BenchmarkActions(b *testing.B) {
	s := playMoves(b, []string{"21U", "54R", "33U", "43R", "22U", "32L", "42L"})
	var actions [MaxActions]Action
	b.ReportAllocs()
	for b.Loop() {
		s.Actions(actions[:0])
	}
}

func BenchmarkInput(b *testing.B) {
	m := newMatch(b)
	var dst []byte
	b.ReportAllocs()
	for b.Loop() {
		dst = m.Input(0, dst[:0])
	}
}

func BenchmarkParseAnswer(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := ParseAnswer("3 4 U hello"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkView(b *testing.B) {
	m := newMatch(b)
	answerWith(m, "1 2 U")
	b.ReportAllocs()
	for b.Loop() {
		m.View()
	}
}

// Random games through the whole match: input, answer as text, parsing, step.
func BenchmarkSelfPlay(b *testing.B) {
	r := rng.NewSplitMix64(1)
	var input, text []byte
	games := 0
	for b.Loop() {
		dealt, err := Game{}.New(referee.Setup{}, 2)
		if err != nil {
			b.Fatal(err)
		}
		m := dealt.(*match)
		lines := make([]string, 1)
		for !m.Over() {
			seat := m.mover()
			input = m.Input(seat, input[:0])
			text = appendAction(text[:0], m.state.RandomAction(&r))
			lines[0] = string(text)
			m.Answer(seat, lines)
			m.Step()
		}
		games++
	}
	b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
}
