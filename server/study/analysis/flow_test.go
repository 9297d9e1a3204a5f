package analysis_test

import (
	"cmp"
	"context"
	"flag"
	"math"
	"testing"

	"arbiter/bots/judge"
	"arbiter/referee"
	"arbiter/referee/refereetest"
	"arbiter/server/study/analysis"
)

// firstLooks is an effort that lasts for a search of each of six positions, and no longer.
const firstLooks = 6 * 8

// A prover proves what one position is worth to its seat, and guesses the others.
type prover struct {
	digits
	seat, position int
	value          float64
}

func (p prover) Value(_ context.Context, position int, _ []string, _ int) judge.Estimate {
	if p.digits.seat == p.seat && position == p.position {
		return judge.Estimate{Value: p.value, Regret: 0.2, RegretError: 0.1, Line: []string{"9"}, Nodes: 7}
	}
	return judge.Estimate{Value: 0.6, Error: 0.1, Regret: 0.3, RegretError: 0.1, Line: []string{"9"}, Nodes: 9}
}

// "A proof flows back to the answer that led to it": what was proven to win is the best answer, and a position whose
// answer was proven to lose or to draw is worth that and what the answer cost.
func TestProofsFlowBackwards(t *testing.T) {
	for _, tt := range []struct {
		name          string
		next          float64 // to the other seat
		value, regret float64 // of the position before and its answer
		proven        bool
	}{
		{"the answer wins", 0, 1, 0, true},
		{"the answer loses", 1, 0.3, 0.3, false},
		{"the answer draws", 0.5, 0.8, 0.3, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := subject{game: refereetest.Tally{Seats: 2, Turns: 6, Alternate: true}}
			s.judging = judge.Judging{Name: "prover", Scale: 1, Searches: true, New: func(seat int) judge.Judge {
				return prover{digits{seat}, 1, 1, tt.next}
			}}
			rec := s.record(t, referee.Setup{Seed: 1}, func(referee.Match, int) []string { return []string{"5"} })
			r, _ := s.analyse(t, rec, analysis.Options{Seat: analysis.AllSeats, Effort: firstLooks})
			before, next := r.Turns[2], r.Turns[3] // of seat 0, and the second one of seat 1
			near := func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
			if !near(*before.Value, tt.value) || !near(*before.Regret, tt.regret) || (*before.Error == 0) != tt.proven {
				t.Errorf("value %v ± %v, regret %v ± %v; want %v and %v", *before.Value, *before.Error, *before.Regret, *before.RegretError, tt.value, tt.regret)
			}
			if !near(*before.Value-*before.Regret, 1-*next.Value) {
				t.Errorf("%v less %v is not what %v leaves", *before.Value, *before.Regret, *next.Value)
			}
			if tt.proven && (before.Sure != "" || before.Best != "5") {
				t.Errorf("%+v: want the given answer as the best one", before)
			}
			if first := r.Turns[1]; *first.Error == 0 {
				t.Errorf("%+v: proven, though only what came two turns later is", first)
			}
		})
	}
}

// A sanguine takes every position for nearly won by the seat that is asked.
type sanguine struct{ prover }

func (sanguine) Value(context.Context, int, []string, int) judge.Estimate {
	return judge.Estimate{Value: 0.9, Error: 0.05, Line: []string{"5"}, Nodes: 9}
}

// "Two values which contradict each other by more than their errors err by more": where both seats are said to
// win, the errors say that this cannot be, and the costs stay as they are.
func TestContradictionsWidenErrors(t *testing.T) {
	s := subject{game: refereetest.Tally{Seats: 2, Turns: 6, Alternate: true}}
	s.judging = judge.Judging{Name: "sanguine", Scale: 1, Searches: true, New: func(seat int) judge.Judge {
		return sanguine{prover{digits: digits{seat}}}
	}}
	rec := s.record(t, referee.Setup{Seed: 1}, func(referee.Match, int) []string { return []string{"5"} })
	r, _ := s.analyse(t, rec, analysis.Options{Seat: analysis.AllSeats, Effort: firstLooks})
	for i := range len(r.Turns) - 1 {
		it, next := r.Turns[i], r.Turns[i+1]
		if joint := math.Hypot(*it.Error, *next.Error); joint < 0.8-1e-9 || *it.Error > 0.8 || *it.Regret != 0 || *it.RegretError != 0 {
			t.Errorf("turns %d and %d: errors %.2f and %.2f, regret %v ± %v; want errors that explain 0.9 and 0.9 for both, and no cost",
				it.Turn, next.Turn, *it.Error, *next.Error, *it.Regret, *it.RegretError)
		}
	}
	alone, _ := s.analyse(t, rec, analysis.Options{Seat: 0, Effort: firstLooks / 2})
	if err := *alone.Turns[0].Error; err != 0.05 {
		t.Errorf("error %v of a seat that is analysed alone; want 0.05", err)
	}
}

var neighbours = flag.Int("neighbours", 0, "compare what neighbouring positions of so many matches of domain are said to be worth; 0: of one")

// "V(t) less the regret of its answer is 1 less V(t+1), within the joint error": exactly where the
// next position is proven.
//
//	go test ./server/study/analysis -run TestNeighboursAgree -neighbours 10 -effort 60000 -v -timeout 0
func TestNeighboursAgree(t *testing.T) {
	if testing.Short() {
		t.Skip("left by -short to make test: statistics") // make quick passes -short; make test and CI play it
	}
	s := subjects()["domain"]
	proven, known, outside := 0, 0, 0
	for number := range int64(cmp.Or(*neighbours, 1)) {
		rec := s.bosses(t, s.setup(number+int64(*after)+60_000), planted{})
		r, _ := s.analyse(t, rec, analysis.Options{Seat: analysis.AllSeats, Effort: cmp.Or(*effort, s.effort)})
		for i := range len(r.Turns) - 1 {
			it, next := r.Turns[i], r.Turns[i+1]
			if it.Value == nil || it.Regret == nil || next.Value == nil {
				continue
			}
			known++
			d := *it.Value - *it.Regret - (1 - *next.Value)
			joint := math.Hypot(math.Hypot(*it.Error, *it.RegretError), *next.Error)
			if *next.Error == 0 {
				proven++
			}
			if *next.Error == 0 && (*it.RegretError > 0 || *it.Error > 0) && math.Abs(d) > 1e-9 {
				t.Errorf("match %d turn %d: %.2f less %.2f is not what is proven to be left, %v", number, it.Turn, *it.Value, *it.Regret, 1-*next.Value)
			}
			if math.Abs(d) <= joint+1e-9 {
				continue
			}
			outside++
			t.Logf("match %d turn %d: %.2f ± %.2f less %.2f ± %.2f; next %.2f ± %.2f", number, it.Turn, *it.Value, *it.Error, *it.Regret, *it.RegretError, *next.Value, *next.Error)
		}
	}
	t.Logf("%d of %d neighbours are outside of the joint error; %d of the next positions are proven", outside, known, proven)
	if outside > 0 || known == 0 {
		t.Errorf("%d of %d neighbours are outside of the joint error; want none", outside, known)
	}
}
