package whatif

import (
	"math"
	"testing"

	"arbiter/referee"
)

// Examples of why a bot loses are of matches that it lost, and first of all those with a
// better answer.
func TestExamplesAreOfLostMatches(t *testing.T) {
	c := searcher{}
	for i, m := range []struct {
		lost   float64
		better string
	}{{0, "WAIT"}, {1, ""}, {1, "WAIT"}, {0, ""}} {
		c.own = append(c.own, match{lost: m.lost, seat: Seat{Match: string(rune('a' + i))}, fault: &referee.Fault{Line: m.better}})
	}
	cause := c.cause(CauseHabit, func(*match) float64 { return 1 }, func(m *match) Example {
		return Example{Match: m.seat.Match, Turn: 1, Better: m.fault.Line}
	})
	order := ""
	for _, e := range cause.Examples {
		order += e.Match
	}
	if order != "cbad" {
		t.Errorf("examples of %q; want cbad", order)
	}
}

// "Sizes are said against the whole, and what is unexplained is a line of its own": what is lost
// without a fault or a habit.
func TestUnexplained(t *testing.T) {
	s := recorded(t, 0, 0)
	c := searcher{unit: "points"}
	for i, m := range []match{
		{lost: 1, fault: &referee.Fault{Kind: referee.Crash, Turn: 1}},
		{lost: 1, fault: &referee.Fault{Kind: referee.Crash, Turn: 1}},
		{lost: 1},
		{lost: 0.5},
		{lost: 0},
	} {
		m.seat = s
		m.seat.Match = string(rune('a' + i))
		c.own = append(c.own, m)
	}
	if none, _ := (&searcher{}).causes(); none == nil {
		t.Error("no causes are null in JSON; want an empty list")
	}
	r := BotReport{Unit: "points", Matches: len(c.own)}
	r.Causes, r.Lost = c.causes()
	r.Unexplained = c.unexplained(r.Causes)
	if r.Lost != 3.5 || math.Abs(r.Unexplained-1.5) > 1e-9 {
		t.Errorf("%.2f of %.2f are unexplained; want 1.50 of 3.50", r.Unexplained, r.Lost)
	}
	want := "It lost 3.5 points in 5 matches, of which 2.0 are explained below and 1.5 are not."
	if got := r.sentence(); got != want {
		t.Errorf("%q; want %q", got, want)
	}
}
