package refereetest

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"arbiter/referee"
)

// testActor plays random matches and checks that the table of actions does not
// change, allows what Choices lists, and leads from a text back to its index.
func testActor(t *testing.T, g referee.Game) {
	var table [][]string
	for seed := range int64(3) {
		r := rand.New(rand.NewPCG(uint64(seed), 5))
		m := deal(t, g, referee.Setup{Seed: seed}).(referee.Actor)
		if table == nil {
			table = m.Actions()
		}
		for turn := 1; !m.Over(); turn++ {
			if turn < 3 && !slices.EqualFunc(table, m.Actions(), slices.Equal) {
				t.Fatal("the table of actions has changed")
			}
			for seat := range m.Result().Scores {
				if !m.Asked().Has(seat) {
					if slices.Contains(mask(m, table, seat), 1) {
						t.Fatalf("turn %d: seat %d is not asked and is allowed an action", turn, seat)
					}
					continue
				}
				all := turn <= 50 || turn%50 == 0 // long matches are alike
				m.Answer(seat, []string{drawAction(t, r, m, table, seat, all)})
			}
			m.Step()
		}
		for seat := range m.Result().Scores {
			if slices.Contains(mask(m, table, seat), 1) {
				t.Error("the match is over and an action is allowed")
			}
		}
		for seat := range m.Result().Scores {
			if f := m.Result().FaultOf(seat); f != nil {
				t.Errorf("an allowed action was called a fault: %v", f)
			}
		}
		testForbidden(t, r, deal(t, g, referee.Setup{Seed: seed}).(referee.Actor), table)
	}
}

// mask returns the mask of a seat. What was in dst before does not matter.
func mask(m referee.Actor, table [][]string, seat int) []byte {
	size := 0
	for _, part := range table {
		size += len(part)
	}
	dst := slices.Repeat([]byte{7}, size)
	m.Mask(seat, dst)
	return dst
}

// drawAction draws an allowed answer, and may check all allowed ones.
func drawAction(t *testing.T, r *rand.Rand, m referee.Actor, table [][]string, seat int, all bool) string {
	t.Helper()
	rest := mask(m, table, seat)
	drawn := make([]int32, len(table))
	allowed := make([][]int32, len(table))
	for p, part := range table {
		for i, allow := range rest[:len(part)] {
			if allow == 1 {
				allowed[p] = append(allowed[p], int32(i))
			} else if allow != 0 {
				t.Fatalf("the mask has %d; want 0 or 1", allow)
			}
		}
		rest = rest[len(part):]
		if len(allowed[p]) == 0 {
			t.Fatalf("part %d of an asked seat has no action", p)
		}
		drawn[p] = allowed[p][r.IntN(len(allowed[p]))]
	}
	if all {
		checkActions(t, m, seat, allowed, drawn)
	}
	return m.ActionText(seat, drawn)
}

// checkActions checks that the text of each allowed action leads back to it, and
// that the texts are those of Choices.
func checkActions(t *testing.T, m referee.Actor, seat int, allowed [][]int32, drawn []int32) {
	t.Helper()
	var texts []string
	for p := range allowed {
		for _, i := range allowed[p] {
			actions := slices.Clone(drawn)
			actions[p] = i
			text, back := m.ActionText(seat, actions), make([]int32, len(drawn))
			if !m.ActionOf(seat, []string{text}, back) || m.ActionText(seat, back) != text { // two indexes may come to the same
				t.Fatalf("actions %v are %q, which is actions %v", actions, text, back)
			}
			for _, piece := range strings.Split(text, "|") {
				if !slices.Contains(texts, piece) {
					texts = append(texts, piece)
				}
			}
		}
	}
	if c, ok := m.(referee.Chooser); ok {
		choices := slices.Concat(c.Choices(seat)...)
		slices.Sort(choices)
		slices.Sort(texts)
		if !slices.Equal(choices, texts) {
			t.Fatalf("the table allows %q\nand Choices are %q", texts, choices)
		}
	}
}

// testForbidden answers with any actions of the table: the rules judge them.
func testForbidden(t *testing.T, r *rand.Rand, m referee.Actor, table [][]string) {
	for !m.Over() {
		for seat := range m.Asked().All() {
			var actions []int32
			for _, part := range table {
				actions = append(actions, int32(r.IntN(len(part))))
			}
			m.Answer(seat, []string{m.ActionText(seat, actions)})
		}
		m.Step()
	}
	if m.Result().Reason == "" {
		t.Error("the end has no reason")
	}
}
