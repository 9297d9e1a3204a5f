package refereetest

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"arbiter/referee"
)

// testOptional checks what a game and its matches owe for each optional
// interface that they have.
func testOptional(t *testing.T, g referee.Game, answer Answerer) {
	m := deal(t, g, referee.Setup{Seed: 11})
	if _, ok := m.(referee.Cloner); ok {
		t.Run("a clone plays on independently and alike", func(t *testing.T) { testClones(t, g, answer) })
	}
	if _, ok := m.(referee.Chooser); ok {
		t.Run("choices are no faults", func(t *testing.T) { testChoices(t, g) })
	}
	if _, ok := m.(referee.Actor); ok {
		t.Run("the table of actions", func(t *testing.T) { testActor(t, g) })
	}
	if _, ok := m.(referee.Situator); ok {
		t.Run("situations", func(t *testing.T) { testSituations(t, g, answer) })
	}
	if g, ok := g.(referee.ViewTyper); ok {
		t.Run("views have the listed types", func(t *testing.T) { testViewTypes(t, g, answer) })
	}
	if g, ok := g.(referee.Examiner); ok {
		t.Run("special positions, and the form of an answer", func(t *testing.T) { testExaminer(t, g) })
	}
	if _, ok := m.(referee.Observer); ok {
		t.Run("observations", func(t *testing.T) { testObservations(t, g, answer) })
	}
}

// testSituations asks for the situations of every asked seat in every turn: each has
// a name of its own, and asking changes nothing.
func testSituations(t *testing.T, g referee.Game, answer Answerer) {
	setup := referee.Setup{Seed: 11}
	plain := play(t, deal(t, g, setup), answer, 11)
	m := deal(t, g, setup)
	next := 0
	for turn := 0; !m.Over(); turn++ {
		for seat := range m.Asked().All() {
			kinds := slices.Sorted(slices.Values(m.(referee.Situator).Situations(seat)))
			if distinct := slices.Compact(slices.Clone(kinds)); len(distinct) < len(kinds) || slices.Contains(kinds, "") {
				t.Fatalf("turn %d: seat %d: situations %q; want different names", turn+1, seat, kinds)
			}
			m.Answer(seat, plain.answers[next])
			next++
		}
		m.Step()
		if got := m.AppendState(nil); !bytes.Equal(got, plain.states[turn]) {
			t.Fatalf("turn %d: asking for the situations changed the match", turn+1)
		}
	}
}

// testClones clones a match in every turn, between the answers and the Step.
// One clone is played to its end at once, with other answers; one a turn is
// kept and has to end like the original when it gets the original's answers.
func testClones(t *testing.T, g referee.Game, answer Answerer) {
	const most = 8 // clones to keep
	setup := referee.Setup{Seed: 11}
	plain := play(t, deal(t, g, setup), answer, 11)

	m := deal(t, g, setup)
	kept := map[int]referee.Match{}
	next, turn := 0, 0
	for ; !m.Over(); turn++ {
		for seat := range m.Asked().All() {
			m.Answer(seat, plain.answers[next])
			next++
		}
		if len(kept) < most && turn%3 == 0 {
			kept[turn] = m.(referee.Cloner).Clone()
			other := m.(referee.Cloner).Clone()
			other.Step()
			play(t, other, answer, int64(turn))
			other.View()
		}
		m.Step()
		if got := m.AppendState(nil); !bytes.Equal(got, plain.states[turn]) {
			t.Fatalf("turn %d: what happened in a clone changed the original", turn+1)
		}
	}
	for from, clone := range kept {
		asked := 0 // answers given before the clone was made, its held ones too
		again := deal(t, g, setup)
		for range from + 1 {
			for seat := range again.Asked().All() {
				again.Answer(seat, plain.answers[asked])
				asked++
			}
			again.Step()
		}
		clone.Step()
		for at := from; ; at++ {
			if got := clone.AppendState(nil); !bytes.Equal(got, plain.states[at]) {
				t.Fatalf("a clone of turn %d differs from the original in turn %d", from+1, at+1)
			}
			if clone.Over() {
				break
			}
			for seat := range clone.Asked().All() {
				clone.Answer(seat, plain.answers[asked])
				asked++
			}
			clone.Step()
		}
		if got, want := clone.Result(), plain.result; got.Reason != want.Reason || !slices.Equal(got.Scores, want.Scores) {
			t.Errorf("a clone of turn %d ends with %+v; the original with %+v", from+1, got, want)
		}
	}
}

// testChoices plays random choices to the end.
func testChoices(t *testing.T, g referee.Game) {
	for seed := range int64(3) {
		r := rand.New(rand.NewPCG(uint64(seed), 9))
		m := deal(t, g, referee.Setup{Seed: seed})
		for turn := 1; !m.Over(); turn++ {
			for seat := range m.Asked().All() {
				var parts []string
				for _, texts := range m.(referee.Chooser).Choices(seat) {
					if len(texts) == 0 {
						t.Fatalf("turn %d: seat %d: a part without a text", turn, seat)
					}
					parts = append(parts, texts[r.IntN(len(texts))])
				}
				m.Answer(seat, []string{strings.Join(parts, "|")})
			}
			m.Step()
		}
		res := m.Result()
		for seat := range res.Scores {
			if f := res.FaultOf(seat); f != nil {
				t.Errorf("a listed choice was called a fault: %v", f)
			}
		}
	}
}

// testObservations checks shapes, and that observing changes nothing.
func testObservations(t *testing.T, g referee.Game, answer Answerer) {
	setup := referee.Setup{Seed: 13}
	look := func(m referee.Match) {
		o := m.(referee.Observer)
		space := o.Space()
		for seat := range m.Result().Scores {
			prefix := []float32{-7}
			got := o.Observe(seat, prefix)
			if got[0] != -7 || len(got) != 1+space.Size() {
				t.Fatalf("Observe appends %d numbers; want %d", len(got)-1, space.Size())
			}
			for i, value := range got[1:] {
				p := space.Planes[i/(space.Height*space.Width)]
				if least, most := p.Bounds(); value < least || value > most {
					t.Fatalf("plane %s has %v; want %v to %v", p.Name, value, least, most)
				}
			}
			if !slices.Equal(got, o.Observe(seat, prefix)) {
				t.Fatal("Observe changes when called again")
			}
		}
		for i, p := range space.Planes {
			if p.Name == "" || p.Scale <= 0 {
				t.Fatalf("plane %d: %+v; want a name and a scale above 0", i, p)
			}
		}
	}
	plain := play(t, deal(t, g, setup), answer, 13)
	m := deal(t, g, setup)
	watched := play(t, m, func(r *rand.Rand, m referee.Match, seat int) []string {
		look(m)
		return answer(r, m, seat)
	}, 13)
	look(m)
	plain.same(t, watched)
}
