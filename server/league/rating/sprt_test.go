package rating

import (
	"math"
	"strings"
	"testing"
)

// "Lower and upper bounds from alpha and beta": Wald's ln 19 for 5 % each.
func TestBounds(t *testing.T) {
	lower, upper := SPRT{Alpha: 0.05, Beta: 0.05}.Bounds()
	near(t, "lower", &lower, -math.Log(19), 1e-12)
	near(t, "upper", &upper, math.Log(19), 1e-12)
	lower, upper = SPRT{Alpha: 0.05, Beta: 0.1}.Bounds()
	near(t, "lower", &lower, math.Log(0.1/0.95), 1e-12)
	near(t, "upper", &upper, math.Log(0.9/0.05), 1e-12)
}

// Without draws a game is a coin: the ratio is Wald's own for a coin.
func TestLLRWithoutDraws(t *testing.T) {
	for _, g := range []Games{{Wins: 60, Losses: 40}, {Wins: 10, Losses: 30}, {Wins: 500, Losses: 500}} {
		sprt := SPRT{Model: Logistic, Elo0: 0, Elo1: 20, Alpha: 0.05, Beta: 0.05}
		s0, s1 := 0.5, 1/(1+math.Pow(10, -20.0/400))
		want := float64(g.Wins)*math.Log(s1/s0) + float64(g.Losses)*math.Log((1-s1)/(1-s0))
		for _, model := range []Model{Logistic, Bayesian} {
			sprt.Model = model
			test, err := sprt.Games(g)
			if err != nil {
				t.Fatal(err)
			}
			near(t, string(model), &test.LLR, want, 1e-3)
		}
	}
}

// Equal evidence for both hypotheses decides nothing, in any model.
func TestLLRIsSymmetric(t *testing.T) {
	for _, model := range []Model{Logistic, Normalized, Bayesian} {
		sprt := SPRT{Model: model, Elo0: -3, Elo1: 3, Alpha: 0.05, Beta: 0.05}
		test, err := sprt.Games(Games{Wins: 700, Draws: 123, Losses: 700})
		if err != nil {
			t.Fatal(err)
		}
		near(t, string(model), &test.LLR, 0, 1e-9)
	}
}

// The distribution that stands for a hypothesis has the figure it fixes, even
// if the sample hardly has the outcomes it needs.
func TestLikeliestDistribution(t *testing.T) {
	value := [5]float64{0, 0.25, 0.5, 0.75, 1}
	moments := func(q [5]float64) (sum, mean, sigma float64) {
		for i, p := range q {
			sum += p
			mean += p * value[i]
		}
		for i, p := range q {
			sigma += p * (value[i] - mean) * (value[i] - mean)
		}
		return sum, mean, math.Sqrt(sigma)
	}
	for _, p := range [][5]float64{
		{0.1, 0.2, 0.4, 0.2, 0.1},
		{1e-12, 1e-12, 1e-12, 0.03, 0.97},
		{0.97, 0.03, 1e-12, 1e-12, 1e-12},
	} {
		d := distribution{kinds: 5, value: value, p: p}
		for _, want := range []float64{0.01, 0.3, 0.5, 0.7, 0.99} {
			sum, mean, _ := moments(d.withMean(want))
			near(t, "sum", &sum, 1, 1e-9)
			near(t, "mean", &mean, want, 1e-9)
		}
		for _, want := range []float64{-4, -1, -0.1, 0, 0.02, 0.5, 2, 4} {
			sum, mean, sigma := moments(d.withT(want))
			near(t, "sum", &sum, 1, 1e-9)
			near(t, "t", number((mean-0.5)/sigma), want, 1e-7)
		}
	}
}

func TestVerdict(t *testing.T) {
	sprt := SPRT{Model: Normalized, Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05}
	for _, tt := range []struct {
		name string
		got  func() (Test, error)
		want Decision
	}{
		{"nothing played", func() (Test, error) { return sprt.Pairs(Pairs{}) }, Undecided},
		{"a few pairs", func() (Test, error) { return sprt.Pairs(Pairs{LL: 1, DD: 5, WW: 4}) }, Undecided},
		{"much stronger", func() (Test, error) { return sprt.Pairs(Pairs{LL: 100, DD: 800, WW: 300}) }, H1},
		{"weaker", func() (Test, error) { return sprt.Pairs(Pairs{LL: 300, DD: 800, WW: 100}) }, H0},
		{"games: stronger", func() (Test, error) { return sprt.Games(Games{Wins: 1500, Draws: 800, Losses: 1000}) }, H1},
		{"games: weaker", func() (Test, error) { return sprt.Games(Games{Wins: 1000, Draws: 800, Losses: 1500}) }, H0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			test, err := tt.got()
			if err != nil || test.Decision != tt.want {
				t.Errorf("%+v, %v; want %s", test, err, tt.want)
			}
		})
	}
	if test, _ := sprt.Pairs(Pairs{}); test.LLR != 0 {
		t.Errorf("LLR %v of nothing, want 0", test.LLR)
	}
}

func TestSPRTErrorsTeach(t *testing.T) {
	good := SPRT{Model: Logistic, Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}
	for _, tt := range []struct {
		change func(t *SPRT)
		want   string
	}{
		{func(t *SPRT) { t.Model = "elo" }, `model: found "elo"; want logistic, normalized or bayesian`},
		{func(t *SPRT) { t.Elo0 = 5 }, "elo0: found 5; want less than elo1, which is 5"},
		{func(t *SPRT) { t.Elo1 = math.Inf(1) }, "elo1: found +Inf; want -1000 to 1000"},
		{func(t *SPRT) { t.Elo0 = math.NaN() }, "elo0: found NaN; want -1000 to 1000"},
		{func(t *SPRT) { t.Alpha = 0 }, "alpha: found 0; want more than 0 and less than 0.5"},
		{func(t *SPRT) { t.Beta = 1 }, "beta: found 1; want more than 0 and less than 0.5"},
	} {
		sprt := good
		tt.change(&sprt)
		if _, err := sprt.Games(Games{}); err == nil || err.Error() != tt.want {
			t.Errorf("error %v, want %s", err, tt.want)
		}
	}
	good.Model = Bayesian
	if _, err := good.Pairs(Pairs{}); err == nil || !strings.Contains(err.Error(), "for pairs of games") {
		t.Errorf("error %v for the bayesian model on pairs", err)
	}
	if test, err := good.Games(Games{Wins: 5}); err != nil || test.LLR != 0 || test.Note == "" {
		t.Errorf("%+v, %v; want 0 and a note while the draw rate is unknown", test, err)
	}
}

// "A walk of LLR over a sequence of pairs costs the same at every step."
func BenchmarkPairsStep(b *testing.B) {
	sprt := SPRT{Model: Normalized, Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}
	p := Pairs{LL: 1000, LD: 2000, DD: 5000, WD: 2100, WW: 1100}
	b.ReportAllocs()
	for b.Loop() {
		p.Add(Win, Loss)
		if _, err := sprt.Pairs(p); err != nil {
			b.Fatal(err)
		}
	}
}

// A hypothesis beyond every distribution near the results, such as 706 normalized Elo
// after three pairs, gives no NaN. A NaN could not be written as JSON, and a check
// would end with an error of the machine.
func TestFarHypothesisHasARatio(t *testing.T) {
	test := SPRT{Model: Normalized, Elo0: 78.24125908396474, Elo1: 706.28125, Alpha: 0.045, Beta: 0.03}
	got, err := test.Pairs(Pairs{WD: 2, WW: 1})
	if err != nil || math.IsNaN(got.LLR) || got.Decision != Undecided || got.Note == "" {
		t.Errorf("%+v, %v; want a finite ratio, undecided, with the reason", got, err)
	}
}
