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
		a.Turns = append(a.Turns, analysis.Turn{Turn: turn, Seat: seat, Regret: &c.Regret, RegretError: &c.Error, Mark: &c.Mark, Best: c.Best})
	}
	return a
}

// "Where its points go, by phase, by opponent and by kind of situation; the twenty
// most costly answers; slow turns apart."
func TestMakeReport(t *testing.T) {
	s := recorded(t, 60*time.Millisecond, 50*time.Millisecond)
	starved := recorded(t, 80*time.Millisecond, time.Millisecond)
	turns := len(s.Record.Turns)
	costs := func(_ context.Context, s Seat) (*analysis.Analysis, error) {
		return analysed(1, map[int]Cost{2: {Regret: 0.1, Mark: "mistake"}, turns / 2 * 2: {Regret: 0.3, Mark: "blunder"}, 4: {Regret: -0.5, Mark: "fine"}}), nil
	}
	r, err := MakeReport(t.Context(), "mine", []Seat{s, starved}, nil, costs)
	if err != nil {
		t.Fatal(err)
	}
	lost := 2 * s.lost()
	if r.Matches != 2 || r.Analysed != 2 || len(r.Opponents) != 1 || r.Opponents[0].Bot != "other@01234567" || r.Opponents[0].Lost != lost {
		t.Errorf("%+v; want two matches against other@01234567, %v points lost", r, lost)
	}
	if p := r.Phases; p[0].Name != "opening" || p[0].Cost != 2*(0.1-0.5) || p[0].Costly != 2 || p[2].Costly != 2 {
		t.Errorf("phases %+v; want a gain of 0.4 in each of two openings and two blunders in the end", p)
	}
	var worst []int
	for _, a := range r.Worst {
		worst = append(worst, a.Turn)
	}
	if want := []int{turns / 2 * 2, turns / 2 * 2, 2, 2}; !slices.Equal(worst, want) {
		t.Errorf("worst turns %v; want %v", worst, want)
	}
	if !slices.ContainsFunc(r.Situations, func(s Share) bool { return s.Name == "a wall away from the end" && s.Costly == 2 }) {
		t.Errorf("situations %+v; want the last turns a wall away from the end", r.Situations)
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

// "Why other matches that were analysed have no such answers": the analysis was too short, or
// the judge tells no costs.
func TestUnpriced(t *testing.T) {
	s := recorded(t, 0, 0)
	value, unsure := 0.5, 0.1
	for _, tt := range []struct {
		name  string
		known *analysis.Analysis
		want  string
	}{
		{"not analysed", nil, ""},
		{"too short", &analysis.Analysis{Turns: []analysis.Turn{{Turn: 2, Seat: 1, Value: &value, Error: &unsure}}}, "In 1 more match the analysis ended before an answer of the bot had a cost; a longer one tells more."},
		{"no costs", &analysis.Analysis{Turns: []analysis.Turn{{Turn: 2, Seat: 1, Value: &value}}}, "The judge of domain tells no costs of answers; the analysis of a match shows where its value falls."},
		{"costs", analysed(1, map[int]Cost{2: {}}), ""},
	} {
		r, err := MakeReport(t.Context(), "mine", []Seat{s}, nil, func(context.Context, Seat) (*analysis.Analysis, error) { return tt.known, nil })
		if err != nil || r.Unpriced != tt.want {
			t.Errorf("%s: %q, %v; want %q", tt.name, r.Unpriced, err, tt.want)
		}
	}
}
