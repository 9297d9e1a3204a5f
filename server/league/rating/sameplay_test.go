package rating

import (
	"math"
	"math/rand/v2"
	"testing"
)

// "n = ln(share) / ln(1 - 2(1/2 - s(elo0))), 51 at -20 for share .05, 207 at
// -5."
func TestSamePlay(t *testing.T) {
	for _, tt := range []struct {
		name       string
		model      Model
		unit       Unit
		elo0, elo1 float64
		share      float64
		n          int
		verdict    Decision
	}{
		{"the default", Logistic, PairUnit, -20, 0, 0.05, 51, H1},
		{"a duel is a trial as a pair is", Logistic, DuelUnit, -20, 0, 0.05, 51, H1},
		{"a narrow margin", Logistic, PairUnit, -5, 0, 0.05, 207, H1},
		{"quick", Logistic, PairUnit, -50, 0, 0.05, 20, H1},
		{"surer", Logistic, PairUnit, -20, 0, 0.01, 78, H1},
		{"both hypotheses below equality", Logistic, PairUnit, -20, -5, 0.05, 51, H1},
		{"who plays alike is not stronger", Logistic, PairUnit, 0, 20, 0.05, 51, H0},
		{"normalized Elo in pairs", Normalized, PairUnit, -20, 0, 0.05, 454, H1},
		{"normalized Elo in duels", Normalized, DuelUnit, -20, 0, 0.05, 906, H1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sprt := SPRT{Model: tt.model, Elo0: tt.elo0, Elo1: tt.elo1, Alpha: 0.05, Beta: 0.05}
			n, verdict, err := sprt.SamePlay(tt.unit, tt.share)
			if err != nil || n != tt.n || verdict != tt.verdict {
				t.Errorf("%d starts, %s, %v; want %d and %s", n, verdict, err, tt.n, tt.verdict)
			}
		})
	}
	for _, share := range []float64{0, 1, math.NaN()} {
		if _, _, err := NotWeaker(PairUnit).SamePlay(PairUnit, share); err == nil {
			t.Errorf("no error for share %v", share)
		}
	}
	bayesian := SPRT{Model: Bayesian, Elo0: -5, Elo1: 0, Alpha: 0.05, Beta: 0.05}
	if _, _, err := bayesian.SamePlay(DuelUnit, 0.05); err == nil {
		t.Error("no error for the bayesian model")
	}
}

// "It plays alike on n starts drawn at random with a probability of at most
// share": reached by a bot that loses wherever it plays otherwise.
func TestSamePlayKeepsItsShare(t *testing.T) {
	const bots = 20_000
	n, _, err := NotWeaker(PairUnit).SamePlay(PairUnit, SamePlayShare)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(14, 0))
	same := 0
	for range bots {
		k := 0
		for k < n && r.Float64() >= 2*(0.5-ScoreOf(DefaultElo0)) {
			k++
		}
		if k == n {
			same++
		}
	}
	wantAtMost(t, "bots at elo0 that play alike", float64(same)/bots, SamePlayShare, bots)
	if float64(same) < 0.9*SamePlayShare*bots {
		t.Errorf("%d of %d; want nearly the share of %v", same, bots, SamePlayShare)
	}
}
