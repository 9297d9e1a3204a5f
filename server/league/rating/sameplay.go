package rating

import (
	"fmt"
	"math"
)

// SamePlayShare is the probability of a wrong verdict by SamePlay that a check
// accepts.
const SamePlayShare = 0.05

// SamePlay returns on how many distinct starts a candidate has to play exactly
// as the baseline does, from the first on, before the question is answered:
//
//	n = ln(share) / ln(1 - 2*(1/2 - s(elo0))), rounded up
//
// with the expected score s. That is 51 at -20 Elo and 207 at -5 for a share
// of 0.05. The verdict is H1, or H0 when the question asks for more than
// equality (elo0 of 0 or above); then s(elo1) - 1/2 stands in the formula.
//
// Where both play alike a duel is a draw, and a pair is two draws or a win and
// a loss: each is worth 1/2. A candidate at elo0 has a mean of s(elo0), so it
// is short of 1/2 by 1/2 - s(elo0) on average; a trial is short by at most
// 1/2, so at least 2*(1/2 - s(elo0)) of its trials are not worth 1/2. It plays
// alike on n starts drawn at random with a probability of at most
// (1 - 2*(1/2 - s(elo0)))^n, which is at most share. Starts drawn without
// repetition from a finite number make it smaller, and so does more distance.
//
// It is hardly an error of its own, since the SPRT passes as many level trials a little
// later. For a bot that loses wherever it plays otherwise it adds 1 % (5.4 % pass at
// -20 Elo; with a share of 0.045, 53 starts, 4.9 %). It adds less for others.
//
// In the normalized model a difference of t deviations needs t^2/(1+t^2) of
// the trials to be unequal (Cauchy and Schwarz), which are far fewer: n is
// larger. The bayesian model allows any share of draws and gives no n.
func (t SPRT) SamePlay(u Unit, share float64) (n int, v Decision, err error) {
	if err := t.Check(); err != nil {
		return 0, "", err
	}
	games, err := u.Games()
	if err != nil {
		return 0, "", err
	}
	if !(share > 0 && share < 1) {
		return 0, "", fmt.Errorf("share: found %v; want more than 0 and less than 1", share)
	}
	elo, v := t.Elo0, H1
	if elo >= 0 {
		elo, v = t.Elo1, H0
	}
	differ := 0.0 // the least share of trials that are not worth 1/2
	switch t.Model {
	case Logistic:
		differ = 2 * math.Abs(0.5-ScoreOf(elo))
	case Normalized:
		d := elo * math.Sqrt(float64(games)) / NormalizedElo
		differ = d * d / (1 + d*d)
	case Bayesian:
		return 0, "", fmt.Errorf("model: found %q; want %s or %s: BayesElo allows any share of draws", t.Model, Logistic, Normalized)
	}
	return int(math.Ceil(math.Log(share) / math.Log1p(-differ))), v, nil
}
