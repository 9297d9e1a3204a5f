package analysis_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbiter/bots/judge"
	"arbiter/referee"
	"arbiter/referee/refereetest"
	"arbiter/referee/replay"
	"arbiter/server/study/analysis"
)

// A slide is a judge to whom a match is worth 0.9 up to turn 5 and less by falls behind it,
// of which the answers of turn 5 cost some.
type slide struct {
	digits
	falls, own, others float64
}

func (j slide) Best(int) (answer, line []string) { return []string{"9"}, []string{"9"} }

func (j slide) Sample(position int, answers [][]string, n int) float64 {
	r := rand.New(rand.NewPCG(uint64(position)<<8, uint64(n)))
	value := 0.9 + 0.02*(r.Float64()-0.5)
	if position >= 5 {
		value -= j.falls
	}
	if position == 4 && answers[0] != nil && answers[0][0] == "0" {
		value -= j.own
	}
	if position == 4 && answers[1] != nil {
		value -= j.others
	}
	return value
}

// A planning slide has players who play its falls better than they were played, and to whom the
// rest of it takes as much.
type planning struct {
	slide
	gain, rest float64
}

func (planning) Kinds() []judge.Kind {
	return []judge.Kind{{Name: "a", Units: 1}, {Name: "b", Units: 1}}
}

func (j planning) Confirm(position int, answers [][]string, _, n int) float64 {
	return j.Sample(position, answers, n)
}

func (j planning) Follow(position int, told [][][]string, _, n int) float64 {
	value := 0.4 + 0.01*float64(n%3)
	if position >= 5 {
		return value - j.rest
	}
	if told == nil {
		value += j.gain
		if n%3 == 2 {
			value += 0.001 // the plays that gain most
		}
	}
	return value
}

// Plan plays the given answers but for the first one.
func (planning) Plan(_, turns, _, n int) (answers [][]string) {
	for range turns {
		answers = append(answers, []string{"9"})
	}
	answers[0] = []string{fmt.Sprint(1 + n%3)}
	return answers
}

// "Every fall has a cause": the own answer, several of them, the others' answers, or what was
// revealed; its parts add up to the fall.
func TestFallsHaveCauses(t *testing.T) {
	for _, tt := range []struct {
		name  string
		judge analysis.Judge
		want  analysis.FallCause // "" for no fall
		plans bool
	}{
		{"its own answer", slide{falls: 0.5, own: 0.5}, analysis.ByAnswer, false},
		{"the other's answer", slide{falls: 0.5, others: 0.5}, analysis.ByOthers, false},
		{"what was revealed", slide{falls: 0.5}, analysis.ByLuck, false},
		{"its own answer for the most part", slide{falls: 0.5, own: 0.3, others: 0.2}, analysis.ByAnswer, false},
		{"all of them alike", slide{falls: 0.48, own: 0.16, others: 0.16}, analysis.ByUnknown, false},
		{"too small a fall", slide{falls: 0.15}, "", false},
		{"a rise", slide{falls: -0.5}, "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, rec := slid(t, 10)
			s.judging.New = func(int) analysis.Judge { return tt.judge }
			r, _ := s.analyse(t, rec, analysis.Options{Seat: 0, Effort: 4000, Samples: 24})
			if tt.want == "" {
				if len(r.Falls) > 0 {
					t.Errorf("%+v; want no fall", r.Falls[0])
				}
				return
			}
			if len(r.Falls) == 0 {
				t.Fatal("no fall")
			}
			f := r.Falls[0]
			if f.Cause != tt.want || f.From != 5 || f.To != 6 || f.Seat != 0 || (f.Turn == 5) != (tt.want == analysis.ByAnswer) {
				t.Errorf("%+v; want %s, from turn 5 to 6", f, tt.want)
			}
			if f.Own == nil || f.Others == nil || f.Rest == nil {
				t.Fatalf("%+v; want all parts", f)
			}
			if lost := f.Own.Lost + f.Others.Lost + f.Rest.Lost; math.Abs(lost-(f.Before-f.After)) > 1e-9 {
				t.Errorf("the parts add up to %v; the value falls from %v to %v", lost, f.Before, f.After)
			}
		})
	}
}

// A calm slide has no luck from turn 3 on, and two answers that cost as much.
type calm struct{ slide }

func (calm) Settled(position int) bool { return position >= 2 }

// Plan plays the given answers but for the first one.
func (calm) Plan(_, answers, _, _ int) [][]string {
	return append([][]string{{"1"}}, slices.Repeat([][]string{{"9"}}, answers-1)...)
}

func (calm) Sample(position int, _ [][]string, _ int) float64 {
	return 0.9 - 0.3*float64(min(max(position-4, 0), 2))
}

// In a solo game in which nothing is drawn or hidden any more, what is lost is lost by how it
// was played: the players to whom its beginning is worth more play it otherwise.
func TestSettledFallsAreOwn(t *testing.T) {
	s := subject{game: refereetest.Tally{Seats: 1, Turns: 20}}
	s.judging = analysis.Judging{Name: "calm", Scale: 1, New: func(int) analysis.Judge { return calm{} }}
	rec := s.record(t, referee.Setup{Seed: 1}, func(referee.Match, int) []string { return []string{"9"} })
	r, _ := s.analyse(t, rec, analysis.Options{Seat: 0, Effort: 1000})
	if len(r.Falls) == 0 || r.Falls[0].Cause != analysis.ByPlan || r.Falls[0].From != 5 || r.Falls[0].To != 7 {
		t.Fatalf("%+v; want one by how turns 5 and 6 were played", r.Falls)
	}
	f := r.Falls[0]
	if math.Abs(f.Own.Lost-0.6) > 1e-9 || *f.Rest != (analysis.Part{}) {
		t.Errorf("%+v of it are own answers and %+v the rest; want 0.6 and nothing", *f.Own, *f.Rest)
	}
	if diff := cmp.Diff([]analysis.Played{{Turn: 5, Given: "9", Answer: "1"}}, f.Plans.Example); diff != "" {
		t.Errorf("the example (-want +got):\n%s", diff)
	}
}

// A fall without a marked answer is played otherwise, its turns as a whole, and is what those
// lose by it who play to the end.
func TestPlansExplainFalls(t *testing.T) {
	for _, tt := range []struct {
		name       string
		gain, rest float64
		want       analysis.FallCause // "" for no fall
	}{
		{"players gain more than half of it", 0.4, 0.2, analysis.ByPlan},
		{"players gain nothing", 0, 0.3, analysis.ByLuck},
		{"players lose little by it", 0.1, 0.05, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, rec := slid(t, 24)
			for turns, judge := range map[int]analysis.Judge{1: planning{slide{falls: 0.5}, tt.gain, tt.rest}, 2: steps{planning{slide{falls: 0.5}, tt.gain, tt.rest}}} {
				s.judging.New = func(int) analysis.Judge { return judge }
				r, notes := s.analyse(t, rec, analysis.Options{Seat: 0, Effort: 20_000, Samples: 24})
				if tt.want == "" {
					if len(r.Falls) > 0 {
						t.Errorf("%+v; want no fall", r.Falls[0])
					}
					continue
				}
				if len(r.Falls) == 0 || r.Falls[0].Plans == nil || r.Falls[0].Cause != tt.want || r.Falls[0].To-r.Falls[0].From != turns {
					t.Fatalf("%+v; want one of %d turns by %s, with plans", r.Falls, turns, tt.want)
				}
				p := r.Falls[0].Plans
				if math.Abs(p.Gain-tt.gain) > 0.05 || p.Pairs != 2*16 {
					t.Errorf("plans %+v; want a gain of %v in 16 pairs by each of two kinds", *p, tt.gain)
				}
				if f := r.Falls[0]; math.Abs(f.Before-f.After-tt.gain-tt.rest) > 0.05 || math.Abs(f.Own.Lost+f.Others.Lost+f.Rest.Lost-(f.Before-f.After)) > 1e-9 {
					t.Errorf("it falls from %v to %v, by %+v, %+v and %+v; want by %v and %v", f.Before, f.After, f.Own, f.Others, f.Rest, tt.gain, tt.rest)
				}
				var example []analysis.Played // of the first play in which they gain most
				if tt.want == analysis.ByPlan {
					example = []analysis.Played{{Turn: r.Falls[0].From, Given: r.Turns[r.Falls[0].From-1].Answer, Answer: "3"}}
				}
				if diff := cmp.Diff(example, p.Example); diff != "" {
					t.Errorf("the example (-want +got):\n%s", diff)
				}
				again, _ := s.analyse(t, rec, analysis.Options{Seat: 0, Effort: 1, Notes: notes})
				if diff := cmp.Diff(r.Falls[:1], again.Falls[:min(1, len(again.Falls))]); diff != "" {
					t.Errorf("after another analysis went on (-before +after):\n%s", diff)
				}
			}
		})
	}
}

// Steps is a slide in two steps, in front of turns 6 and 7.
type steps struct{ planning }

func (j steps) Sample(position int, answers [][]string, n int) float64 {
	value := j.planning.Sample(position, answers, n)
	if position == 5 {
		value += j.falls / 2
	}
	return value
}

// slid returns a match in which seat 0 answers 0 in turn 5 and 9 else.
func slid(t testing.TB, turns int) (subject, *replay.Record) {
	t.Helper()
	s, _ := tally(t, turns)
	asked := 0
	return s, s.record(t, referee.Setup{Seed: 1}, func(_ referee.Match, seat int) []string {
		if seat == 1 {
			return []string{"5"}
		}
		asked++
		if asked == 5 {
			return []string{"0"}
		}
		return []string{"9"}
	})
}

// A cheap loser proves a win in front of turn 9, whose answer costs players little.
type cheapLoser struct{ digits }

func (j cheapLoser) Search(_ context.Context, position int, _ []string, _ int) judge.Estimate {
	if j.seat == 0 && position == 4 {
		return judge.Estimate{Value: 1, Regret: 0.1, RegretError: 0.01, Line: []string{"9"}, Nodes: 7}
	}
	return judge.Estimate{Value: 0.5, Error: 0.1, RegretError: 0.1, Line: []string{"9"}, Nodes: 9}
}

// A proven win is lost by the seat's own answer, whatever that costs those who play on, and
// not by what nobody foresaw.
func TestProvenFalls(t *testing.T) {
	s := subject{game: refereetest.Tally{Seats: 2, Turns: 40, Alternate: true}}
	s.judging = analysis.Judging{Name: "prover", Scale: 1, New: func(seat int) analysis.Judge {
		return searcherOnly{cheapLoser{digits{seat}}}
	}}
	rec := s.record(t, referee.Setup{Seed: 1}, func(referee.Match, int) []string { return []string{"5"} })
	r, _ := s.analyse(t, rec, analysis.Options{Seat: analysis.AllSeats, Effort: 1000})
	if len(r.Falls) == 0 || r.Falls[0].Cause != analysis.ByAnswer || r.Falls[0].Turn != 9 {
		t.Errorf("falls %+v; want one by the answer of turn 9", r.Falls)
	}
}
