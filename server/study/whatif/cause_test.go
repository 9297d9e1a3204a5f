package whatif

import (
	"math"
	"strings"
	"testing"

	"arbiter/referee"
)

// "Its lost matches end so more often than those of others": what others lose by as often
// is no reason.
func TestEndsOfOthersAreNoReason(t *testing.T) {
	s := recorded(t, 0, 0)
	for _, tt := range []struct {
		name        string
		flags       int // of 20 lost matches, those that ended by flag; the others by elimination
		othersFlags int // of the lost matches of others
		others      int
		want        string // the beginning of the sentence; "" for none
	}{
		{"as those of others", 18, 20, 20, ""},
		{"most as those of others", 15, 20, 20, "5 of 20 matches that it lost ended with the reason \"elimination\" (of others 0 of 20)"},
		{"otherwise than those of others", 5, 20, 20, "15 of 20 matches that it lost ended with the reason \"elimination\" (of others 0 of 20)"},
		{"more than those of others", 19, 4, 20, "19 of 20 matches that it lost ended with the reason \"flag\" (of others 4 of 20)"},
		{"a little more than those of others", 14, 12, 20, ""},
		{"few others", 15, 2, 2, "15 of 20 matches that it lost ended with the reason \"flag\" (of others 2 of 2)"},
		{"no others", 15, 0, 0, "15 of 20 matches that it lost ended with the reason \"flag\" (no others to compare with)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := searcher{ends: map[string]int{"flag": tt.othersFlags, "elimination": tt.others - tt.othersFlags}, ended: tt.others}
			for i := range 20 {
				m := match{seat: s, lost: 1, reason: "elimination"}
				if i < tt.flags {
					m.reason = "flag"
				}
				c.own = append(c.own, m)
			}
			text := ""
			if causes := c.endCauses(); len(causes) > 0 {
				text = causes[0].Text
			}
			if tt.want == "" && text != "" || !strings.HasPrefix(text, tt.want) {
				t.Errorf("%q; want %q", text, tt.want)
			}
		})
	}
}

// A match that a fault ended says nothing about how matches end: where all others end alike,
// that is no reason for losing.
func TestFaultsAreNoEnds(t *testing.T) {
	played := recorded(t, 0, 0)
	with := func(rank int, reason string, faults ...referee.Fault) Seat {
		s, rec := played, *played.Record
		footer := *rec.Footer
		footer.Result.Ranks, footer.Result.Reason, footer.Result.Faults = []int{3 - rank, rank}, reason, faults
		rec.Footer, s.Record = &footer, &rec
		return s
	}
	var seats []Seat
	for range 20 {
		seats = append(seats, with(2, "domain"))
	}
	crashed := with(1, "crash", referee.Fault{Seat: 0, Kind: referee.Crash})
	c, err := newSearcher(t.Context(), append(seats, crashed), []Seat{crashed}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if causes := c.endCauses(); len(causes) > 0 {
		t.Errorf("%q", causes[0].Text)
	}
}

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

// "Sizes are said against the whole, and what is unexplained is a line of its own": a match
// of two causes is counted once, and how matches ended explains nothing.
func TestUnexplained(t *testing.T) {
	s := recorded(t, 0, 0)
	c := searcher{unit: "points", ends: map[string]int{}}
	for i, m := range []match{
		{lost: 1, fault: &referee.Fault{Kind: referee.Crash, Turn: 1}},
		{lost: 1, fault: &referee.Fault{Kind: referee.Crash, Turn: 1}},
		{lost: 1, reason: "flag"},
		{lost: 0.5, reason: "flag"},
		{lost: 0},
	} {
		m.seat = s
		m.seat.Match = string(rune('a' + i))
		c.own = append(c.own, m)
	}
	costly := func(match string, regret float64) marked {
		return marked{Costly{Match: match, Turn: 2, Seat: s.Seat, Cost: Cost{Regret: regret}}, 1}
	}
	r := reporter{BotReport: BotReport{Unit: "points", Matches: len(c.own)}}
	r.marked = []marked{costly("a", 0.4), costly("d", 0.2), costly("e", 0.3)}
	r.Causes = c.causes(&r)
	if r.Lost != 3.5 || math.Abs(r.Unexplained-1.3) > 1e-9 {
		t.Errorf("%.2f of %.2f are unexplained; want 1.30 of 3.50", r.Unexplained, r.Lost)
	}
	want := "It lost 3.5 points in 5 matches, of which 2.2 are explained below and 1.3 are not."
	if got := r.sentence(); got != want {
		t.Errorf("%q; want %q", got, want)
	}
}
