package rating

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// "--elo0 -20 --elo1 0 --model logistic; SPRT with alpha .045 and beta .03,
// plus .005 for betting each way; cap 4 000 pairs, 8 000 solo starts. Stronger
// asks 0/+20; quick -50/0 with cap 800 and 1 600."
func TestDefaultQuestions(t *testing.T) {
	sprt := SPRT{Model: Logistic, Elo0: -20, Elo1: 0, Alpha: 0.045, Beta: 0.03}
	quick, stronger := sprt, sprt
	quick.Elo0 = -50
	stronger.Elo0, stronger.Elo1 = 0, 20
	for _, tt := range []struct {
		name      string
		got, want Question
	}{
		{"pairs", NotWeaker(PairUnit), Question{sprt, 0.005, 4000}},
		{"duels", NotWeaker(DuelUnit), Question{sprt, 0.005, 8000}},
		{"quick pairs", QuickNotWeaker(PairUnit), Question{quick, 0.005, 800}},
		{"quick duels", QuickNotWeaker(DuelUnit), Question{quick, 0.005, 1600}},
		{"stronger in pairs", Stronger(PairUnit), Question{stronger, 0.005, 4000}},
		{"stronger in duels", Stronger(DuelUnit), Question{stronger, 0.005, 8000}},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, tt.got, tt.want)
		}
		if err := tt.got.Check(); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

func TestQuestionErrorsTeach(t *testing.T) {
	for _, tt := range []struct {
		change func(q *Question)
		want   string
	}{
		{func(q *Question) { q.Elo0 = 3 }, "elo0: found 3; want less than elo1, which is 0"},
		{func(q *Question) { q.Betting = -1 }, "betting: found -1; want 0 to less than 0.5"},
		{func(q *Question) { q.Betting = math.NaN() }, "betting: found NaN; want 0 to less than 0.5"},
		{func(q *Question) { q.Cap = -5 }, "cap: found -5; want 0 to 1000000000"},
	} {
		q := NotWeaker(PairUnit)
		tt.change(&q)
		if _, err := NewSequential(q, PairUnit); err == nil || err.Error() != tt.want {
			t.Errorf("error %v, want %s", err, tt.want)
		}
	}
	if _, err := NewSequential(NotWeaker(PairUnit), "game"); err == nil || err.Error() != `unit: found "game"; want pair or duel` {
		t.Errorf("error %v for an unknown unit", err)
	}
}

// "The highest mean of a trial that H0 allows and the lowest that H1 allows,
// whatever the draws are": no distribution at a hypothesis is beyond.
func TestBordersHoldForEveryDistribution(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		model := rapid.SampledFrom([]Model{Logistic, Normalized, Bayesian}).Draw(t, "model")
		elo0 := rapid.Float64Range(-300, 290).Draw(t, "elo0")
		elo1 := elo0 + rapid.Float64Range(0.1, 300).Draw(t, "width")
		h0, h1 := SPRT{Model: model, Elo0: elo0, Elo1: elo1}.borders(2)
		for _, h := range []struct {
			elo    float64
			inside func(mean float64) bool
		}{
			{elo0, func(mean float64) bool { return mean <= h0+1e-9 }},
			{elo1, func(mean float64) bool { return mean >= h1-1e-9 }},
		} {
			mean := ScoreOf(h.elo)
			switch model {
			case Normalized: // two values that have the mean m and the deviation (m-1/2)/d
				d := h.elo * math.Sqrt2 / NormalizedElo
				spread := rapid.Float64Range(0, 1).Draw(t, "spread")
				sigma := spread / math.Sqrt(1+d*d) / 2 // not (m-1/2)/d, which is 0/0 where both are small
				mean = 0.5 + d*sigma
				if sigma > math.Sqrt(mean*(1-mean))+1e-9 {
					t.Fatalf("mean %v with deviation %v is no distribution", mean, sigma)
				}
			case Bayesian:
				mean = bayesianScore(h.elo, rapid.Float64Range(0, 1000).Draw(t, "drawelo"))
			}
			if !h.inside(mean) {
				t.Errorf("%s %v: mean %v is beyond the borders %v and %v", model, h.elo, mean, h0, h1)
			}
		}
	})
}
