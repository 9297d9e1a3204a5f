package study

import (
	"slices"
	"strings"
	"testing"

	"arbiter/referee/games/ctf"
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
	unsure := 0.1
	for i := range r.Turns {
		r.Turns[i].Error = &unsure
	}
	if _, valued := fallsOf(r); valued > 0 {
		t.Error("an analysis that has not come to the costs of answers is told like one whose judge tells none")
	}
}

// A report says over which turns the value falls most, what by, and what was tried, and
// claims no more than was.
func TestPrintParts(t *testing.T) {
	nothing, rest := 0.0, ""
	part := func(lost float64) *analysis.Part { return &analysis.Part{Lost: lost, Error: 0.05} }
	fall := analysis.Fall{Seat: 1, From: 18, To: 22, Before: 0.58, After: 0.29, Own: part(0.01), Others: part(0.04), Rest: part(0.24), Cause: analysis.ByLuck}
	for _, tt := range []struct {
		name string
		edit func(f *analysis.Fall)
		want string
	}{
		{"luck", func(*analysis.Fall) {}, "18 to 22  1     0.58  0.29  0.010 ± 0.050  0.040 ± 0.050    0.240 ± 0.050  what was revealed, or luck\n"},
		{"luck, where nothing is hidden", func(*analysis.Fall) { rest = "luck" }, "0.240 ± 0.050  luck\n"},
		{"nobody gains", func(f *analysis.Fall) { f.Plans = &analysis.Plans{Pairs: 48, Gain: 0.01, Error: 0.08} },
			"what was revealed, or luck; no players known to the judge gain 0.1 by playing these turns (48 pairs)\n"},
		{"others may gain", func(f *analysis.Fall) { f.Plans = &analysis.Plans{Pairs: 48, Gain: 0.05, Error: 0.08} },
			"what was revealed, or luck\n"},
		{"others gain", func(f *analysis.Fall) {
			f.Plans, f.Cause = &analysis.Plans{Pairs: 48, Gain: 0.2, Error: 0.08}, analysis.ByPlan
		}, "how it played these turns: players known to the judge gain 0.200 ± 0.080 by playing them (48 pairs)\n"},
		{"how one plays", func(f *analysis.Fall) {
			f.Plans, f.Cause = &analysis.Plans{Pairs: 48, Gain: 0.2, Error: 0.08}, analysis.ByPlan
			f.Plans.Example = []analysis.Played{{Turn: 19, Given: "WAIT 0 | MOVE 1 3 4", Answer: "WAIT 0 | FREEZE 1"}}
			f.Plans.Example = append(f.Plans.Example, slices.Repeat([]analysis.Played{{Turn: 20, Answer: "WAIT 0 | WAIT 1"}}, mostPlayed+1)...)
		}, "How one of these players played turns 18 to 22 of seat 1, where it differs:\n" +
			"TURN  ANSWER                ITS ANSWER\n" +
			"19    minion 1: MOVE 1 3 4  FREEZE 1\n" +
			strings.Repeat("20    none                  WAIT 0 | WAIT 1\n", mostPlayed-1) +
			"and in 2 turns more (--json)\n"},
		{"one answer", func(f *analysis.Fall) { f.Cause, f.Turn = analysis.ByAnswer, 19 }, "its answer in turn 19\n"},
		{"not examined", func(f *analysis.Fall) { f.Others, f.Rest, f.Cause = nil, nil, analysis.ByUnknown },
			"18 to 22  1     0.58  0.29  0.010 ± 0.050  ?                ?         not told so far\n"},
	} {
		f := fall
		rest = ""
		tt.edit(&f)
		r := &analysis.Analysis{Scale: 1, Rest: rest, Unit: "points of winning chance", Turns: []analysis.Turn{{Turn: 1, Regret: &nothing, RegretError: &nothing}}, Falls: []analysis.Fall{f}}
		var out strings.Builder
		if err := printAnalysis(&out, ctf.Game{}, r); err != nil || !strings.Contains(out.String(), tt.want) {
			t.Errorf("%s: printed %s, %v; want %q", tt.name, out.String(), err, tt.want)
		}
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
