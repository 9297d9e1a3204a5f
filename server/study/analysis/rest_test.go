package analysis_test

import (
	"flag"
	"math"
	"testing"

	"arbiter/server/study/analysis"
)

var rests = flag.Int("rests", 0, "tell by how much values change beyond what answers explain, in so many matches a game; 0: none")

// restTurns is how many turns of a match are looked at, and restSamples how many samples
// tell each value.
const (
	restTurns   = 12
	restSamples = 8
)

// "V(t+1) - V(t) = -regret + the opponent's answer + revealed or luck, in this order, and the
// last part averages 0 +- 0.02 by bucket" of the value: it is what the position after a turn
// is worth, less what the answers of the turn come to as far as the seat knows.
//
//	go test ./server/study/analysis -run TestRests -rests 10 -v -timeout 0
func TestRests(t *testing.T) {
	if *rests == 0 {
		t.Skip("-rests plays it: minutes") // make calibrate passes it
	}
	const buckets = 4
	for name, s := range chosen() {
		if _, ok := s.judging.New(0).(analysis.Searcher); ok {
			continue // nothing is revealed
		}
		t.Run(name, func(t *testing.T) {
			var by [buckets]paired // a match's mean each, as shares of the scale
			var all paired
			for number := range int64(*rests) {
				var of [buckets]paired
				for _, x := range s.restsOf(t, number+int64(*after)+70_000) {
					bucket := 0
					if s.game.Info().MaxSeats > 1 { // the values of solo games have no ends
						bucket = min(buckets-1, int(x.value*buckets))
					}
					of[bucket].add(x.rest / s.judging.Scale)
					all.add(x.rest / s.judging.Scale)
				}
				for i := range of {
					if of[i].n > 0 {
						by[i].add(of[i].mean())
					}
				}
			}
			t.Logf("%d matches, %.0f turns: %v a turn, as a share of the scale", *rests, all.n, &all)
			for i, x := range by {
				if x.n < 3 {
					continue // too few to tell an error from
				}
				t.Logf("value from %.2f: %v, in the mean over %.0f matches", float64(i)/buckets, &x, x.n)
				if math.Abs(x.mean()) > 0.02+2*x.err() {
					t.Errorf("value from %.2f: %.3f; want 0 ± 0.02", float64(i)/buckets, x.mean())
				}
			}
		})
	}
}

// A rest is what is left of the change of a value.
type rest struct{ value, rest float64 }

// restsOf returns the rests of some turns of a match of the boss, by a judge of seat 0.
func (s subject) restsOf(t *testing.T, number int64) []rest {
	rec := s.bosses(t, s.setup(number), planted{})
	j := s.judging.New(0).(analysis.Sampler)
	var given [][][]string
	for p, answers := range s.asked(t, rec, 0) {
		j.Look(p.Match)
		j.Took(answers[0])
		given = append(given, answers)
	}
	// Half of the draws for the value that sorts a turn, the others for the rest: chance would
	// fall again what it has lifted.
	value := func(at int, answers [][]string, first int) (sum float64) {
		for n := range restSamples {
			sum += j.Sample(at, answers, first+n) / restSamples
		}
		return sum
	}
	var all []rest
	for i := range restTurns {
		at := i * (len(given) - 2) / restTurns
		best := func(at int) [][]string {
			answers := make([][]string, len(rec.Header.Seats))
			return answers
		}
		left := value(at, given[at], restSamples)
		all = append(all, rest{value(at, best(at), 0), value(at+1, best(at+1), restSamples) - left})
	}
	return all
}
