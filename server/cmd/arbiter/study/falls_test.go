package study

import (
	"strings"
	"testing"

	"arbiter/server/study/analysis"
)

// "analyse prints where the value falls most", of a match whose answers have no
// costs, the largest fall first.
func TestFalls(t *testing.T) {
	value := func(turn int, v float64) analysis.Turn { return analysis.Turn{Turn: turn, Value: &v} }
	r := &analysis.Analysis{Turns: []analysis.Turn{value(1, 900), value(5, 880), {Turn: 7}, value(9, 500), value(11, 500)}}
	falls, valued := fallsOf(r)
	if valued != 4 || len(falls) != 2 || falls[0] != (fall{0, 5, 9, 880, 500}) || falls[1] != (fall{0, 1, 5, 900, 880}) {
		t.Errorf("falls %v of %d values", falls, valued)
	}
	var out strings.Builder
	if err := printAnalysis(&out, nil, r); err != nil || !strings.Contains(out.String(), "5 to 9  0     880           500          380") {
		t.Errorf("printed %s, %v", out.String(), err)
	}
	out.Reset()
	millions := []fall{{from: 1, to: 4, before: 1_066_521, after: 1_066_498}}
	if err := printFalls(&out, millions, "gold"); err != nil || !strings.Contains(out.String(), "1066521       1066498      23") {
		t.Errorf("printed %s, %v; want whole points of a large score", out.String(), err)
	}
	cost := 0.0
	r.Turns[0].Regret = &cost
	if _, valued := fallsOf(r); valued > 0 {
		t.Error("answers that have costs are left out")
	}
}

// A report without a mistake says over which quarter of the match the value falls most,
// and nothing of falls that errors may explain.
func TestSteepest(t *testing.T) {
	r := &analysis.Analysis{Scale: 3000, Unit: "points of score"}
	for turn := 1; turn <= 150; turn++ {
		value, err := 10_000.0, 200.0
		if turn >= 60 {
			value -= float64(min(turn, 110)-60) * 150
		}
		r.Turns = append(r.Turns, analysis.Turn{Turn: turn, Value: &value, Error: &err})
	}
	nothing := 0.0
	r.Turns[0].Regret, r.Turns[0].RegretError = &nothing, &nothing
	var out strings.Builder
	if err := printAnalysis(&out, nil, r); err != nil || !strings.Contains(out.String(), "The value of seat 0 falls most from turn 60 to turn 97: from 10000 to 4450 points of score.") {
		t.Errorf("printed %s, %v", out.String(), err)
	}
	for i := range r.Turns {
		*r.Turns[i].Error = 3000
	}
	if f := steepest(r); f != nil {
		t.Errorf("%v; want no fall that is smaller than its errors", *f)
	}
}

// A match whose answers have no costs says what came of it, and what the best plan brings.
func TestMade(t *testing.T) {
	value := 900.0
	for made, want := range map[float64]string{
		640: "The answer brought 640 gold; the best plan that was found brings 900, 260 more.\n",
		900: "The answer brought 900 gold, and no plan was found that brings more.\n",
	} {
		r := &analysis.Analysis{Unit: "gold", Turns: []analysis.Turn{{Turn: 1}, {Turn: 2, Value: &value}}, Results: []float64{made}}
		var out strings.Builder
		if printMade(&out, r); out.String() != want {
			t.Errorf("printed %q; want %q", out.String(), want)
		}
	}
}
