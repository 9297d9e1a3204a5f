package rating

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
)

// A world is what a check is asked about, and how its starts are dealt: so many, 0
// for no end, each of a class.
type world struct {
	unit   Unit
	starts int
	class  func(start int) string // nil: each start is of its own
	play   func(r *rand.Rand) func(class string, games []Score)
}

// at returns a world without classes in which players play so.
func at(u Unit, starts int, p player) world {
	return world{unit: u, starts: starts, play: func(r *rand.Rand) func(string, []Score) {
		play := p(r)
		return func(_ string, games []Score) { play(games) }
	}}
}

// images deals the openings of domain: 315 classes of which 273 have eight images
// and 42 four, in rounds of one of each class. Results on two images of a class
// correlate by rho.
func images(score, draws, rho float64) world {
	odds := oddsOf(score, draws)
	var deal []string
	for round := range 8 {
		for c := range 315 {
			if round < 4 || c >= 42 {
				deal = append(deal, fmt.Sprint(c))
			}
		}
	}
	return world{
		unit: PairUnit, starts: len(deal), class: func(start int) string { return deal[start] },
		play: func(r *rand.Rand) func(string, []Score) {
			common := map[string][2]Score{}
			return func(class string, games []Score) {
				usual, ok := common[class]
				if !ok {
					usual = [2]Score{odds.draw(r), odds.draw(r)}
					common[class] = usual
				}
				for i := range games {
					games[i] = odds.draw(r)
				}
				if r.Float64() < math.Sqrt(rho) {
					copy(games, usual[:])
				}
			}
		},
	}
}

// A tallied is what many checks came to: the share of verdicts, and the mean of starts.
type tallied struct {
	runs         int
	pass, refuse float64
	mean         float64
	holds        float64 // share of intervals at the end that hold the truth
}

// checks runs so many checks of a world on all processors, each with its own seed. truth is
// the true mean of a trial.
func (w world) checks(tb testing.TB, q Question, truth float64, runs int) (sum tallied) {
	tb.Helper()
	if w.starts > 0 {
		q.Cap = min(q.Cap, w.starts)
	}
	results := make([]*Sequential, runs)
	var wg sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for worker := range workers {
		wg.Go(func() {
			for i := worker; i < runs; i += workers {
				results[i] = w.check(q, rand.New(rand.NewPCG(uint64(i), 28)))
			}
		})
	}
	wg.Wait()
	sum.runs = runs
	for _, s := range results {
		sum.mean += float64(s.trials) / float64(runs)
		if i := s.Interval(); i.Low <= truth+1e-9 && truth <= i.High+1e-9 {
			sum.holds += 1 / float64(runs)
		}
		switch s.test.Decision {
		case H0:
			sum.refuse += 1 / float64(runs)
		case H1:
			sum.pass += 1 / float64(runs)
		}
	}
	return sum
}

// check runs a check. It asks the SPRT after every 2 % of the starts, as Plan does.
func (w world) check(q Question, r *rand.Rand) *Sequential {
	s, err := NewSequential(q, w.unit)
	if err != nil {
		panic(err)
	}
	play, games := w.play(r), make([]Score, s.games)
	s.simulate(func() {
		class := ""
		if w.class != nil {
			class = w.class(s.trials)
		}
		play(class, games)
		s.count(class, games)
	})
	return s
}

// calibrate is how many checks of each cell TestCalibrate simulates: 400 for the table in
// docs/simulations.md.
var calibrate = flag.Int("calibrate", 40, "checks of each cell of TestCalibrate")

// A row of the table is a question in a kind of world.
type row struct {
	world    string
	draws    string // share between equal bots
	question Question
	at       func(elo float64) world // of bots whose true difference is elo
	broken   bool                    // no sequential test keeps its promise here
}

// rows are the rows of the table, in its order.
func rows(t *testing.T) (all []row) {
	units := []Unit{PairUnit, DuelUnit}
	percent := func(draws float64) string { return fmt.Sprintf("%.0f %%", 100*draws) }
	ask := func(q Question, u Unit, starts int) Question {
		q, err := q.Widened(u, starts)
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
	for _, u := range units {
		for _, draws := range []float64{0, 0.3, 0.8} {
			for _, q := range []Question{NotWeaker(u), QuickNotWeaker(u), Stronger(u)} {
				all = append(all, row{fmt.Sprintf("fresh %ss", u), percent(draws), q, func(elo float64) world {
					return at(u, 0, independent(ScoreOf(elo), draws))
				}, false})
			}
		}
	}
	for _, sh := range shapes() {
		for _, u := range units {
			for _, q := range []Question{NotWeaker(u), Stronger(u)} {
				all = append(all, row{fmt.Sprintf("%s, %ss", sh.name, u), "", q, func(elo float64) world {
					return at(u, 0, sh.at(ScoreOf(elo)))
				}, false})
			}
		}
	}
	for _, n := range []int{10, 50, 100, 315, 1000} {
		for _, draws := range []float64{0, 0.4, 0.8} {
			for _, q := range []Question{NotWeaker(PairUnit), Stronger(PairUnit)} {
				all = append(all, row{fmt.Sprintf("%d pairs and no more", n), percent(draws), ask(q, PairUnit, n), func(elo float64) world {
					return at(PairUnit, n, independent(ScoreOf(elo), draws))
				}, false})
			}
		}
	}
	for _, rho := range []float64{0, 0.017, 0.1, 0.3, 1} {
		for _, draws := range []float64{0, 0.4, 0.8} {
			for _, q := range []Question{NotWeaker(PairUnit), Stronger(PairUnit)} {
				all = append(all, row{fmt.Sprintf("2352 openings, correlation %v", rho), percent(draws), q, func(elo float64) world {
					return images(ScoreOf(elo), draws, rho)
				}, false})
			}
		}
	}
	return append(all, row{"autocorrelated starts, in their own order, pairs", "", NotWeaker(PairUnit), func(elo float64) world {
		return at(PairUnit, 0, blocks(ScoreOf(elo), false))
	}, true})
}

// A scoreRow is a way in which the scores of two bots differ, with a mean of 0 and a
// deviation of 1.
type scoreRow struct {
	name   string
	differ func(r *rand.Rand) float64
}

func scoreRows() []scoreRow {
	return []scoreRow{
		{"normal differences", func(r *rand.Rand) float64 { return r.NormFloat64() }},
		{"rare large losses", func(r *rand.Rand) float64 { return 1 - r.ExpFloat64() }},
		{"rare large gains", func(r *rand.Rand) float64 { return r.ExpFloat64() - 1 }},
	}
}

// checks runs so many checks by score. The candidate's mean difference is so many
// margins. A margin follows from the scores of the baseline: it is a tenth of their
// deviation, if the scores of both bots are independent.
func (s scoreRow) checks(t *testing.T, margins float64, runs int) (sum tallied) {
	const unit = 10_000 // scores are whole numbers
	margin := unit / (10 * math.Sqrt2)
	q := ScoreQuestion{Difference0: -margin, Alpha: 0.05, Beta: 0.035, Cap: DefaultDuels}
	for i := range runs {
		r := rand.New(rand.NewPCG(uint64(i), 29))
		test := scores(t, q)
		for !test.Over() {
			test.Add(math.Round(margins*margin+unit*s.differ(r)), 0)
		}
		sum.mean += test.paired.starts / float64(runs)
		if low, high, ok := test.interval(); ok && low <= margins*margin && margins*margin <= high {
			sum.holds += 1 / float64(runs)
		}
		switch test.verdict {
		case H0:
			sum.refuse += 1 / float64(runs)
		case H1:
			sum.pass += 1 / float64(runs)
		}
	}
	return sum
}

// plusMinus returns a share of n with its standard error, in percent.
func plusMinus(share float64, n int) string {
	return fmt.Sprintf("%.1f +- %.1f", 100*share, 100*math.Sqrt(share*(1-share)/float64(n)))
}

// "At elo0 at most 5 % pass, at elo1 at most 3.5 % are refused", and the interval holds the
// truth in 95 of 100, in every row, three standard errors of the simulation aside, and in
// all rows together. With -v and
// -calibrate 400 it prints the table of docs/calibration/verdicts.txt.
func TestCalibrate(t *testing.T) {
	n := *calibrate
	passes, refusals, cells := 0.0, 0.0, 0
	for _, r := range rows(t) {
		q := r.question
		at0, at1 := r.at(q.Elo0).checks(t, q, ScoreOf(q.Elo0), n), r.at(q.Elo1).checks(t, q, ScoreOf(q.Elo1), n)
		holds := (at0.holds + at1.holds) / 2
		t.Logf("| %s | %s | %v, %v | %s | %s | %s | %s | %.0f | %.0f | %s |", r.world, r.draws, q.Elo0, q.Elo1,
			plusMinus(at0.pass, n), plusMinus(at1.refuse, n), plusMinus(at0.refuse, n), plusMinus(at1.pass, n), at0.mean, at1.mean, plusMinus(holds, 2*n))
		if r.broken {
			continue
		}
		name := fmt.Sprintf("%s, %s draws, %v against %v", r.world, r.draws, q.Elo0, q.Elo1)
		wantAtMost(t, name+": passes at elo0", at0.pass, q.Alpha+q.Betting, n)
		wantAtMost(t, name+": refusals at elo1", at1.refuse, q.Beta+q.Betting, n)
		wantAtMost(t, name+": intervals without the truth", 1-holds, 2*intervalRate, 2*n)
		passes, refusals, cells = passes+at0.pass, refusals+at1.refuse, cells+1
	}
	for _, s := range scoreRows() {
		at0, at1 := s.checks(t, -1, n), s.checks(t, 0, n)
		t.Logf("| by score, %s |  | -margin, 0 | %s | %s | %s | %s | %.0f | %.0f | %s |", s.name,
			plusMinus(at0.pass, n), plusMinus(at1.refuse, n), plusMinus(at0.refuse, n), plusMinus(at1.pass, n), at0.mean, at1.mean, plusMinus((at0.holds+at1.holds)/2, 2*n))
		wantAtMost(t, s.name+": passes at -margin", at0.pass, 0.05, n)
		wantAtMost(t, s.name+": refusals at 0", at1.refuse, 0.035, n)
	}
	wantAtMost(t, "all passes at elo0", passes/float64(cells), DefaultAlpha+DefaultBetting, cells*n)
	wantAtMost(t, "all refusals at elo1", refusals/float64(cells), DefaultBeta+DefaultBetting, cells*n)
}
