package whatif

import (
	"context"
	"slices"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/referee/games/domain"
	"arbiter/referee/refereetest"
	"arbiter/referee/replay"
	"arbiter/server/study/analysis"
)

// recorded plays domain with the first legal action in every turn; seat 1 takes wall
// for an answer, and cpu of it on the processor.
func recorded(t *testing.T, wall, cpu time.Duration) Seat {
	t.Helper()
	g := domain.Game{}
	limits := referee.TimeLimits{First: time.Second, Turn: 100 * time.Millisecond}
	h := replay.NewHeader(g.Info(), referee.Setup{}, limits)
	h.Seats = []replay.Seat{{Name: "other", Digest: "0123456789abcdef"}, {Name: "mine", Digest: "fedcba9876543210"}}
	rec, err := refereetest.Record(t.Context(), g, h, func(m referee.Match, seat int) referee.Player {
		return refereetest.Func(func(referee.Ask) referee.Reply {
			reply := referee.Reply{Lines: []string{m.(referee.Chooser).Choices(seat)[0][0]}}
			if seat == 1 {
				reply.Wall, reply.CPU = wall, cpu
			}
			return reply
		}).Player()
	})
	if err != nil {
		t.Fatal(err)
	}
	return Seat{Match: "m", Record: rec, Game: g, Seat: 1}
}

// analysed returns an analysis that knows costs of a seat's answers, by turn.
func analysed(seat int, costs map[int]Cost) *analysis.Analysis {
	a := &analysis.Analysis{}
	for turn, c := range costs {
		a.Costs = append(a.Costs, analysis.RankedCost{Turn: turn, Seat: seat, Cost: c.Regret, Error: c.Error, Sure: c.Sure, Best: c.Best})
	}
	return a
}

// "Where its points go, by opponent; the twenty most costly answers; slow turns apart."
func TestMakeReport(t *testing.T) {
	s := recorded(t, 60*time.Millisecond, 50*time.Millisecond)
	starved := recorded(t, 80*time.Millisecond, time.Millisecond)
	turns := len(s.Record.Turns)
	costs := func(_ context.Context, s Seat) (*analysis.Analysis, error) {
		return analysed(1, map[int]Cost{2: {Regret: 0.1, Sure: analysis.Likely}, turns / 2 * 2: {Regret: 0.3, Sure: analysis.Proven}, 4: {Regret: 0.5, Sure: analysis.Unclear}}), nil
	}
	r, err := MakeReport(t.Context(), "mine", []Seat{s, starved}, nil, costs)
	if err != nil {
		t.Fatal(err)
	}
	lost := 2 * s.lost()
	if r.Matches != 2 || r.Analysed != 2 || len(r.Opponents) != 1 || r.Opponents[0].Bot != "other@01234567" || r.Opponents[0].Lost != lost {
		t.Errorf("%+v; want two matches against other@01234567, %v points lost", r, lost)
	}
	var worst []int
	for _, a := range r.Worst {
		worst = append(worst, a.Turn)
	}
	if want := []int{turns / 2 * 2, turns / 2 * 2, 2, 2}; !slices.Equal(worst, want) {
		t.Errorf("worst turns %v; want %v", worst, want)
	}
	branch := *s.Record
	branch.Header.Parent = &replay.Parent{Turn: turns}
	s.Record = &branch
	if r, err := MakeReport(t.Context(), "mine", []Seat{s}, nil, costs); err != nil || len(r.Worst) > 0 || r.Slow.Answers > 0 {
		t.Errorf("of a branch, answers of its parent count: %+v, error %v", r, err)
	}
	later := turns/2 - 1 // answers of seat 1 but the first, whose limit is a second
	if r.Slow.Slow != later || r.Slow.Starved != later || r.Slow.Answers != turns/2*2 || !r.Slow.Slowest[0].Starved {
		t.Errorf("slow %+v; want %d slow and %d starved ones, those first", r.Slow, later, later)
	}
}

// A judge that values positions alone tells no costs, and the report says so.
func TestUnpriced(t *testing.T) {
	s := recorded(t, 0, 0)
	for _, tt := range []struct {
		name  string
		known *analysis.Analysis
		want  string
	}{
		{"not analysed", nil, ""},
		{"no costs", &analysis.Analysis{ValuesOnly: true}, "The judge of domain tells no costs of answers; the analysis of a match shows where its value falls."},
		{"costs", analysed(1, map[int]Cost{2: {}}), ""},
	} {
		r, err := MakeReport(t.Context(), "mine", []Seat{s}, nil, func(context.Context, Seat) (*analysis.Analysis, error) { return tt.known, nil })
		if err != nil || r.Unpriced != tt.want {
			t.Errorf("%s: %q, %v; want %q", tt.name, r.Unpriced, err, tt.want)
		}
	}
}
