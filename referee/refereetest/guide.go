package refereetest

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"arbiter/referee"
)

// TestGuide plays whole matches of random choices by the game's guide. Every offered
// answer passes its check, every answer that the game lists is offered, and no answer
// is a fault. The parameter lines returns the answers that the choices of a turn stand
// for. In a game whose answers have several parts, each of them is one part.
func TestGuide(t *testing.T, g referee.Guided, lines func(choices any) []string) {
	for seed := range int64(3) {
		m := deal(t, g, referee.Setup{Seed: seed})
		testGuided(t, g, m, lines, rand.New(rand.NewPCG(uint64(seed), 1)))
	}
}

func testGuided(t *testing.T, g referee.Guided, m referee.Match, lines func(any) []string, random *rand.Rand) {
	t.Helper()
	guides := make([]referee.Guide, g.Info().MinSeats)
	for seat := range guides {
		guide, err := g.Guide()
		if err != nil || guide.Help() == "" {
			t.Fatalf("guide %v, error %v; want one with help", guide, err)
		}
		guides[seat] = guide
	}
	for turn := 1; !m.Over(); turn++ {
		answers := make([]string, len(guides))
		before := make([]string, len(guides))
		for seat := range m.Asked().All() {
			guide := guides[seat]
			guide.Update(m, referee.Ask{Turn: turn, Seat: seat, Input: m.Input(seat, nil)})
			choices := guide.Choices("")
			if typed, ok := g.(referee.ViewTyper); ok && plainType(choices) != reflect.TypeOf(typed.ViewTypes().Choices) {
				t.Fatalf("choices are %T; the game lists %T", choices, typed.ViewTypes().Choices)
			}
			offered := lines(choices)
			for _, line := range offered {
				if err := guide.Check(line); err != nil {
					t.Fatalf("turn %d, seat %d: %q is offered and refused: %v", turn, seat, line, err)
				}
			}
			for _, part := range m.(referee.Chooser).Choices(seat) {
				for _, line := range part {
					if !slices.Contains(offered, line) {
						t.Fatalf("turn %d, seat %d: %q is not offered", turn, seat, line)
					}
				}
			}
			answers[seat] = offered[random.IntN(len(offered))]
			before[seat] = asJSON(t, choices)
		}
		asked := m.Asked()
		for seat := range asked.All() {
			m.Answer(seat, []string{answers[seat]})
		}
		m.Step()
		if faults := m.Result().Faults; len(faults) > 0 {
			t.Fatalf("turn %d: %v", turn, faults[0])
		}
		for seat := range asked.All() {
			if after := asJSON(t, guides[seat].Choices("")); after != before[seat] {
				t.Fatalf("turn %d, seat %d: choices\n%s, and after the match went on\n%s; want the same: \"it keeps no reference to the match\"", turn, seat, before[seat], after)
			}
		}
	}
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
