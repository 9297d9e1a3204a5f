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
	if g, ok := g.(referee.HabitLister); ok {
		t.Run("habits", func(t *testing.T) { testHabits(t, g, answer) })
	}
	if g, ok := g.(referee.AnswerSplitter); ok {
		t.Run("parts of answers", func(t *testing.T) { testParts(t, g, answer) })
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

// testHabits watches every seat of a match. Each habit is in words, with a share. A sighting
// is of one habit and of a turn that was played. Watching changes nothing, and a better
// answer is no fault.
func testHabits(t *testing.T, g referee.HabitLister, answer Answerer) {
	habits := g.Habits()
	for i, h := range habits {
		if h.Chance == "" || h.Shown == "" || h.Usual < 0 || h.Usual >= 1 || strings.Contains(h.Sentence(2, 3), "%") || h.Amount != strings.Contains(h.Shown, "%d") {
			t.Errorf("habit %d is %+v; want words with a place for an amount only if it is one, and a share below 1", i, h)
		}
	}
	setup := referee.Setup{Seed: 11}
	plain := play(t, deal(t, g, setup), answer, 11)
	m := deal(t, g, setup)
	watchers := make([]referee.Watcher, g.Info().MinSeats)
	for seat := range watchers {
		watchers[seat] = g.Watch(m, seat)
	}
	next := 0
	for turn := 1; !m.Over(); turn++ {
		var before referee.Match
		if c, ok := m.(referee.Cloner); ok {
			before = c.Clone()
		}
		given := make([][]string, len(watchers))
		for seat := range m.Asked().All() {
			given[seat] = plain.answers[next]
			m.Answer(seat, given[seat])
			next++
		}
		m.Step()
		for seat, w := range watchers {
			for _, s := range w.Saw(m, given[seat]) {
				if s.Habit < 0 || s.Habit >= len(habits) || s.Chances < 1 || s.Shown < 0 || s.Shown > s.Chances || s.Turn < 0 || s.Turn > turn {
					t.Fatalf("turn %d: seat %d: %+v; want a habit below %d, shown in its chances", turn, seat, s, len(habits))
				}
				if s.Better != "" && s.Turn == 0 && s.Shown > 0 && before != nil {
					wantLegal(t, before.(referee.Cloner).Clone(), seat, given, s.Better)
				}
			}
		}
		if got := m.AppendState(nil); !bytes.Equal(got, plain.states[turn-1]) {
			t.Fatalf("turn %d: watching changed the match", turn)
		}
	}
}

// wantLegal answers a turn, with another answer for one seat, which must be no fault.
func wantLegal(t *testing.T, m referee.Match, seat int, given [][]string, better string) {
	t.Helper()
	for asked := range m.Asked().All() {
		if lines := given[asked]; asked != seat {
			m.Answer(asked, lines)
			continue
		}
		m.Answer(seat, []string{better})
	}
	m.Step()
	if f := m.Result().FaultOf(seat); f != nil {
		t.Fatalf("the better answer %q is a fault: %v", better, f)
	}
}

// testParts takes every answer of a match apart: each part has a text, and no two are of
// the same.
func testParts(t *testing.T, g referee.AnswerSplitter, answer Answerer) {
	for _, lines := range play(t, deal(t, g, referee.Setup{Seed: 11}), answer, 11).answers {
		of := map[string]bool{}
		for _, p := range g.Parts(strings.Join(lines, "\n")) {
			if p.Text == "" || of[p.Of] {
				t.Fatalf("answer %q has the part %+v; want a text, of another one than before", lines, p)
			}
			of[p.Of] = true
		}
		if len(of) == 0 {
			t.Fatalf("answer %q has no parts", lines)
		}
	}
	if parts := g.Parts("\x00"); len(parts) > 0 {
		t.Errorf("no answer has the parts %v", parts)
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
