package rating

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// draw returns how often each value came in n trials.
func draw(r *rand.Rand, p []float64, n int) []int {
	counts := make([]int, len(p))
	for range n {
		u, i := r.Float64(), 0
		for i < len(p)-1 && u >= p[i] {
			u -= p[i]
			i++
		}
		counts[i]++
	}
	return counts
}

// truth returns the mean and the standard deviation of a trial that is worth
// i/(len(p)-1) with probability p[i].
func truth(p []float64) (mean, sigma float64) {
	square := 0.0
	for i, q := range p {
		v := float64(i) / float64(len(p)-1)
		mean += q * v
		square += q * v * v
	}
	return mean, math.Sqrt(square - mean*mean)
}

// simulations lengthens what is simulated; make calibrate asks for more.
var simulations = flag.Int("simulations", 1, "times as many simulations in each statistical test")

// runs is how often intervals are tried.
func runs() int { return 2000 * *simulations }

// "The 95 % intervals cover the truth in 93 to 97 % of 2 000 runs."
func wantCoverage(t *testing.T, name string, covered, of int) {
	t.Helper()
	share := float64(covered) / float64(of)
	t.Logf("%s: the 95 %% interval covers the truth in %.2f %% of %d runs", name, 100*share, of)
	if share < 0.93 || share > 0.97 {
		t.Errorf("%s: the 95 %% interval covers the truth in %.1f %% of %d runs", name, 100*share, of)
	}
}

func within(x, error95 *float64, truth float64) int {
	if math.Abs(*x-truth) <= *error95 {
		return 1
	}
	return 0
}

func TestGamesCoverage(t *testing.T) {
	for i, p := range [][]float64{{0.3, 0.4, 0.3}, {0.2, 0.4, 0.4}, {0.45, 0, 0.55}, {0.6, 0.2, 0.2}} { // loss, draw, win
		r := rand.New(rand.NewPCG(10, uint64(i)))
		mean, sigma := truth(p)
		elo, nelo := 0, 0
		for range runs() {
			n := draw(r, p, 400)
			e := Games{Losses: n[0], Draws: n[1], Wins: n[2]}.Estimate()
			elo += within(e.Elo, e.EloError95, EloOf(mean))
			nelo += within(e.NElo, e.NEloError95, NormalizedElo*(mean-0.5)/sigma)
		}
		wantCoverage(t, fmt.Sprintf("%v: elo", p), elo, runs())
		if math.Abs(mean-0.5) < 0.15 { // fastchess's error of nElo takes the deviation as known, which is for near equals
			wantCoverage(t, fmt.Sprintf("%v: nelo", p), nelo, runs())
		}
	}
}

func TestPairsCoverage(t *testing.T) {
	for i, p := range [][]float64{{0.1, 0.2, 0.4, 0.2, 0.1}, {0.05, 0.15, 0.4, 0.25, 0.15}, {0.02, 0, 0.93, 0, 0.05}} { // ll, ld, dd, wd, ww
		r := rand.New(rand.NewPCG(11, uint64(i)))
		mean, sigma := truth(p)
		elo, nelo := 0, 0
		for range runs() {
			n := draw(r, p, 300)
			e := Pairs{LL: n[0], LD: n[1], DD: n[2], WD: n[3], WW: n[4]}.Estimate()
			elo += within(e.Elo, e.EloError95, EloOf(mean))
			nelo += within(e.NElo, e.NEloError95, NormalizedElo*(mean-0.5)/sigma/math.Sqrt2)
		}
		wantCoverage(t, fmt.Sprintf("%v: elo", p), elo, runs())
		wantCoverage(t, fmt.Sprintf("%v: nelo", p), nelo, runs())
	}
}

func TestLeaderboardCoverage(t *testing.T) {
	strengths := []float64{0, 0.3, 0.5, 1, 1.2} // in units of eloPerUnit before the scale
	for _, tt := range []struct {
		name     string
		nu, seat float64
	}{
		{"no draws", 0, 0},
		{"draws", 0.8, 0},
		{"draws and a seat advantage", 0.8, 0.4},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(12, 0))
			names := []string{"a", "b", "c", "d", "e"}
			scale := 400 / math.Ln10 * 2 / (2 + tt.nu)
			differences, ratings, seats := 0, 0, 0
			for range runs() {
				var results []HeadToHead
				for i := range strengths {
					for j := range strengths {
						if i == j {
							continue
						}
						res := HeadToHead{First: names[i], Second: names[j]}
						for range 20 {
							res.Add(davidson(r, strengths[i]-strengths[j]+tt.seat, tt.nu))
						}
						results = append(results, res)
					}
				}
				l := rank(t, results, Options{SeatAdvantage: tt.seat != 0})
				elo, error95, _ := l.Difference("e", "b")
				differences += within(&elo, &error95, scale*(strengths[4]-strengths[1]))
				for _, s := range l.Standings {
					if s.Name == "d" {
						ratings += within(&s.Rating, &s.Error95, scale*(strengths[3]-0.6))
					}
				}
				if tt.seat != 0 {
					seats += within(l.SeatAdvantage, l.SeatError95, scale*tt.seat)
				}
			}
			wantCoverage(t, "difference", differences, runs())
			wantCoverage(t, "rating", ratings, runs())
			if tt.seat != 0 {
				wantCoverage(t, "seat advantage", seats, runs())
			}
		})
	}
}

// tilt returns the distribution of the exponential family through p whose
// figure, which grows with the tilt, is want.
func tilt(p []float64, want float64, figure func(q []float64) float64) []float64 {
	low, high := -20.0, 20.0
	q := make([]float64, len(p))
	for range 100 {
		middle, sum := (low+high)/2, 0.0
		for i := range p {
			q[i] = p[i] * math.Exp(middle*float64(i)/float64(len(p)-1))
			sum += q[i]
		}
		for i := range q {
			q[i] /= sum
		}
		if figure(q) < want {
			low = middle
		} else {
			high = middle
		}
	}
	return q
}

// "SPRT keeps its error rates in each model": with players who truly differ by
// elo0 or elo1, the wrong verdict comes no more often than alpha or beta, three
// standard deviations of the simulation aside.
func TestSPRTErrorRates(t *testing.T) {
	tests := 2000 * *simulations
	const (
		rate  = 0.05
		batch = 20 // trials between two looks
	)
	mean := func(q []float64) float64 { m, _ := truth(q); return EloOf(m) }
	perGame := func(q []float64) float64 { m, s := truth(q); return NormalizedElo * (m - 0.5) / s }
	perPair := func(q []float64) float64 { return perGame(q) / math.Sqrt2 }
	games, pairs := []float64{0.3, 0.4, 0.3}, []float64{0.1, 0.2, 0.4, 0.2, 0.1}
	for i, tt := range []struct {
		name  string
		sprt  SPRT
		truth func(elo float64) []float64
	}{
		{"logistic games", SPRT{Model: Logistic, Elo0: -10, Elo1: 30}, func(elo float64) []float64 { return tilt(games, elo, mean) }},
		{"normalized games", SPRT{Model: Normalized, Elo0: 0, Elo1: 50}, func(elo float64) []float64 { return tilt(games, elo, perGame) }},
		{"bayesian games", SPRT{Model: Bayesian, Elo0: 0, Elo1: 60}, bayesElo},
		{"logistic pairs", SPRT{Model: Logistic, Elo0: 0, Elo1: 30}, func(elo float64) []float64 { return tilt(pairs, elo, mean) }},
		{"normalized pairs", SPRT{Model: Normalized, Elo0: -10, Elo1: 30}, func(elo float64) []float64 { return tilt(pairs, elo, perPair) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.sprt.Alpha, tt.sprt.Beta = rate, rate
			for k, h := range []struct {
				elo   float64
				wrong Decision
			}{{tt.sprt.Elo0, H1}, {tt.sprt.Elo1, H0}} {
				r := rand.New(rand.NewPCG(uint64(20+i), uint64(k)))
				p := tt.truth(h.elo)
				wrong := 0
				for range tests {
					if runSPRT(t, tt.sprt, r, p, batch) == h.wrong {
						wrong++
					}
				}
				limit := rate*float64(tests) + 3*math.Sqrt(float64(tests)*rate*(1-rate))
				if t.Logf("true difference %v: %d of %d", h.elo, wrong, tests); wrong == 0 || float64(wrong) > limit {
					t.Errorf("true difference %v: %d of %d tests say %s; want some, at most %.0f", h.elo, wrong, tests, h.wrong, limit)
				}
			}
		})
	}
}

// bayesElo returns the shares of loss, draw and win in the BayesElo model with
// a drawelo of 150.
func bayesElo(elo float64) []float64 {
	win, loss := ScoreOf(elo-150), ScoreOf(-elo-150)
	return []float64{loss, 1 - win - loss, win}
}

// runSPRT plays until the test is decided.
func runSPRT(t *testing.T, sprt SPRT, r *rand.Rand, p []float64, batch int) Decision {
	counts := make([]int, len(p))
	for {
		for i, n := range draw(r, p, batch) {
			counts[i] += n
		}
		var test Test
		var err error
		if len(p) == 3 {
			test, err = sprt.Games(Games{Losses: counts[0], Draws: counts[1], Wins: counts[2]})
		} else {
			test, err = sprt.Pairs(Pairs{LL: counts[0], LD: counts[1], DD: counts[2], WD: counts[3], WW: counts[4]})
		}
		if err != nil {
			t.Fatal(err)
		}
		if test.Decision != Undecided {
			return test.Decision
		}
	}
}
