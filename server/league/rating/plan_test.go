package rating

import (
	"fmt"
	"math"
	"reflect"
	"testing"
)

// "Before the first match it says how many pairs to expect if the candidate is
// equal, elo0, or much worse": within four standard errors of 10 000 checks.
func TestPlan(t *testing.T) {
	for _, tt := range []struct {
		unit     Unit
		draws    float64
		mean     [3]float64
		p95      [3]float64
		passes   [3]float64
		question func(Unit) Question
	}{
		{PairUnit, 0, [3]float64{871, 973, 80}, [3]float64{2138, 2308, 164}, [3]float64{0.968, 0.045, 0}, NotWeaker},
		{PairUnit, 0.8, [3]float64{188, 200, 32}, [3]float64{452, 459, 43}, [3]float64{0.973, 0.04, 0}, NotWeaker},
		{DuelUnit, 0.3, [3]float64{1221, 1347, 106}, [3]float64{3000, 3192, 224}, [3]float64{0.966, 0.045, 0}, NotWeaker},
	} {
		got, err := tt.question(tt.unit).Plan(tt.unit, tt.draws)
		if err != nil || len(got) != 3 {
			t.Fatalf("%v, %v; want three forecasts", got, err)
		}
		for i, f := range got {
			near(t, f.Candidate+" mean", &f.Mean, tt.mean[i], 0.16*tt.mean[i])
			near(t, f.Candidate+" p95", number(float64(f.P95)), tt.p95[i], 0.28*tt.p95[i])
			near(t, f.Candidate+" pass", &f.Pass, tt.passes[i], 0.04)
		}
	}
}

// The candidates of a plan are those that the question tells apart, each once.
func TestPlanCandidates(t *testing.T) {
	names := func(q Question) []string {
		var names []string
		forecasts, err := q.Plan(PairUnit, 0.3)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range forecasts {
			names = append(names, f.Candidate)
		}
		return names
	}
	q := QuickNotWeaker(PairUnit)
	if got, want := names(q), []string{"equal", "at elo0", "much weaker"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	q.Elo0, q.Elo1 = 0, 50
	if got, want := names(q), []string{"equal", "at elo1", "much weaker"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	q.Elo0, q.Elo1 = -60, 60
	if got, want := names(q), []string{"equal", "at elo0", "at elo1", "much weaker"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// "At most holds" for a candidate that is much weaker, and for all that are weaker yet: 95
// of 100 checks of them are decided by then. Where elo0 is far below, much weaker is twice
// as much.
func TestMuchWeakerIsDecidedByThen(t *testing.T) {
	const n = 400
	q := NotWeaker(PairUnit)
	forecasts, err := q.Plan(PairUnit, 0)
	if err != nil {
		t.Fatal(err)
	}
	much := forecasts[len(forecasts)-1]
	for _, elo := range []float64{-100, -130, -200} {
		q.Cap = much.P95
		got := tests(t, q, PairUnit, independent(ScoreOf(elo), 0), n, false)
		wantAtMost(t, fmt.Sprintf("%v Elo: longer than the forecast", elo), 1-got.refuse, 0.05, n)
	}
	q.Elo0 = -130
	if forecasts, err = q.Plan(PairUnit, 0); err != nil || forecasts[2].Elo != -260 {
		t.Errorf("%+v, %v; want one of -260", forecasts, err)
	}
}

// With opponents a trial is a difference of many games, which varies less: it takes fewer
// starts, as many as checks of clusters do.
func TestPlanAgainstOpponents(t *testing.T) {
	q := NotWeaker(PairUnit)
	before := math.Inf(1)
	for _, opponents := range []int{0, 1, 3} {
		forecasts, err := q.PlanAgainst(PairUnit, 0, opponents)
		if err != nil {
			t.Fatal(err)
		}
		if mean := forecasts[0].Mean; mean > 0.8*before || forecasts[0].Pass < 0.9 {
			t.Errorf("%d opponents: %+v, after %.0f starts with fewer", opponents, forecasts[0], before)
		}
		before = forecasts[0].Mean
	}
}

// A forecast of a check by score with a margin of a fourteenth of the deviation, which
// follows from the baseline's scores.
func TestPlanByScore(t *testing.T) {
	q := ScoreQuestion{Difference0: -100, Difference1: 0, Alpha: 0.05, Beta: 0.035, Cap: 8000}
	got, err := q.Plan(1000 * math.Sqrt2)
	if err != nil || len(got) != 2 {
		t.Fatalf("%v, %v", got, err)
	}
	if got[0].Pass < 0.9 || got[1].Refuse < 0.9 || got[0].Mean < 500 || got[0].Mean > 3000 || float64(got[0].P95) < got[0].Mean {
		t.Errorf("%+v", got)
	}
}

// The same question gets the same plan, in any model, and without a cap it ends.
func TestPlanIsDeterministic(t *testing.T) {
	for _, model := range []Model{Logistic, Normalized, Bayesian} {
		q := NotWeaker(DuelUnit)
		q.Model, q.Elo0, q.Cap = model, -80, 0
		first, err := q.Plan(DuelUnit, 0.5)
		if err != nil {
			t.Fatal(err)
		}
		if second, err := q.Plan(DuelUnit, 0.5); err != nil || !reflect.DeepEqual(first, second) {
			t.Errorf("%s: %+v, then %+v", model, first, second)
		}
		for i, f := range first {
			if right := []float64{f.Pass, f.Refuse, f.Refuse}[i]; right < 0.9 {
				t.Errorf("%s, %s: the right verdict in %.1f %%", model, f.Candidate, 100*right)
			}
		}
	}
}

func TestPlanErrorsTeach(t *testing.T) {
	q := NotWeaker(PairUnit)
	for _, draws := range []float64{-0.1, 1.1, math.NaN()} {
		if _, err := q.Plan(PairUnit, draws); err == nil {
			t.Errorf("no error for %v draws", draws)
		}
	}
	if _, err := q.Plan("", 0); err == nil {
		t.Error("no error for no unit")
	}
	q.Alpha = 0
	if _, err := q.Plan(PairUnit, 0); err == nil {
		t.Error("no error for alpha 0")
	}
	for _, trials := range []int{-1, 0} {
		if _, err := MarginFor(PairUnit, trials); err == nil {
			t.Errorf("no error for a margin of %d trials", trials)
		}
	}
}

// "How long a check takes" knows the seats: a start of N seats says as much as PairsPerStart, so
// that a check needs that many fewer starts. Opponents make it shorter, as with two seats.
func TestPlanSeats(t *testing.T) {
	q := NotWeaker(PairUnit)
	pairs, err := q.Plan(PairUnit, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, seats := range []int{2, 3, 8} {
		starts, err := q.PlanSeats(seats, 0)
		if err != nil {
			t.Fatal(err)
		}
		for i, f := range starts[:2] {
			got, want := f.Mean*PairsPerStart(seats), pairs[i].Mean
			if got < 0.85*want || got > 1.18*want {
				t.Errorf("%d seats, %s: %.0f starts, worth %.0f pairs; want about %.0f", seats, f.Candidate, f.Mean, got, want)
			}
		}
		opponents, err := q.PlanSeats(seats, 2)
		if err != nil || opponents[0].Mean > 0.6*starts[0].Mean {
			t.Errorf("%d seats: %.0f starts against two opponents, %.0f against the baseline, %v; want about half or less", seats, opponents[0].Mean, starts[0].Mean, err)
		}
	}
}

// Equal bots have each of the N places of a match with the probability 1/N. The mean share is that
// of the question in any other.
func TestMatchOdds(t *testing.T) {
	for _, seats := range []int{2, 3, 8} {
		for _, p := range matchOdds(seats, 0.5) {
			near(t, "an equal bot's place", &p, 1/float64(seats), 1e-9)
		}
		mean := 0.0
		for k, p := range matchOdds(seats, 0.36) {
			mean += float64(k) * p / float64(seats-1)
		}
		near(t, "share", &mean, 0.36, 1e-9)
	}
	if PairsPerStart(2) != 1 || StartVariance(2) != 0.125 {
		t.Error("a start of two seats is a pair")
	}
}

// "about -20 sqrt(2100 / pairs)"; a duel says half of what a pair says.
func TestMarginFor(t *testing.T) {
	for _, tt := range []struct {
		unit   Unit
		trials int
		want   float64
	}{
		{PairUnit, 2100, -20}, {PairUnit, 525, -40}, {PairUnit, 8400, -10}, {DuelUnit, 4200, -20}, {DuelUnit, 1050, -40},
		{DuelUnit, 1, -MaxElo},
	} {
		got, err := MarginFor(tt.unit, tt.trials)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "margin", &got, tt.want, 1e-9)
	}
}

// "About 19 of 20 equal candidates have a verdict by then, also without draws":
// four standard errors of the simulation aside, down to a few trials.
func TestMarginIsDecidedInTime(t *testing.T) {
	const n = 300
	for _, u := range []Unit{PairUnit, DuelUnit} {
		for _, trials := range []int{40, 100, 700, 3000} {
			elo0, err := MarginFor(u, trials)
			if err != nil {
				t.Fatal(err)
			}
			q := NotWeaker(u)
			q.Elo0, q.Cap = elo0, trials
			got := tests(t, q, u, independent(0.5, 0), n, false)
			if decided := got.pass + got.refuse; decided < 0.9 {
				t.Errorf("%.1f %% of tests of %.1f Elo are decided after %d %ss", 100*decided, elo0, trials, u)
			}
		}
	}
}

// BenchmarkPlan is the wait before the first match.
func BenchmarkPlan(b *testing.B) {
	for b.Loop() {
		if _, err := NotWeaker(DuelUnit).Plan(DuelUnit, 0); err != nil {
			b.Fatal(err)
		}
	}
}
