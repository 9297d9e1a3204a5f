package rating

import (
	"math"
)

// A Unit is what a sequential test counts as one trial.
type Unit string

// The units.
const (
	PairUnit Unit = "pair" // two games on one start with the seats swapped
	DuelUnit Unit = "duel" // a start of a solo game: the better score wins it
)

// UnitOf returns the unit of a game: a duel where each bot plays alone.
func UnitOf(solo bool) Unit {
	if solo {
		return DuelUnit
	}
	return PairUnit
}

// Games returns how many games of the candidate against the baseline a trial
// is, or an error that says what a unit can be.
func (u Unit) Games() (int, error) {
	switch u {
	case PairUnit:
		return 2, nil
	case DuelUnit:
		return 1, nil
	}
	return 0, Fieldf("unit", "found %q; want %s or %s", u, PairUnit, DuelUnit)
}

// The questions that a check asks by default.
const (
	// DefaultElo0 is what a candidate must not be weaker by. -20 is the
	// smallest difference that a couple of thousand pairs tell from equality:
	// -5 takes 16 times as many and leaves half of all checks undecided.
	DefaultElo0 = -20
	// DefaultElo1 makes an equal candidate one that should pass.
	DefaultElo1 = 0

	// DefaultAlpha is the probability that the SPRT passes a candidate at
	// elo0. With DefaultBetting it makes 5 %.
	DefaultAlpha = 0.045
	// DefaultBeta is the probability that the SPRT refuses a candidate at
	// elo1. With DefaultBetting it makes 3.5 %, which leaves 1.5 % for checks
	// that reach the cap, so that 95 of 100 equal candidates pass.
	DefaultBeta = 0.03
	// DefaultBetting is the probability of a wrong verdict by betting, in each
	// direction. It is small because betting is there for obvious cases: a
	// capital of 200 takes a bot that loses every game 10 pairs.
	DefaultBetting = 0.005

	// DefaultPairs is the cap of a check in pairs: 99 of 100 equal candidates
	// are decided before.
	DefaultPairs = 4000
	// DefaultDuels is the cap in solo starts. A duel is one game and says half
	// of what a pair says.
	DefaultDuels = 8000

	// QuickElo0 is the margin of a quick check: it takes a sixth of the pairs.
	QuickElo0 = -50
	// QuickPairs is the cap of a quick check in pairs.
	QuickPairs = 800
	// QuickDuels is the cap of a quick check in solo starts.
	QuickDuels = 1600

	// StrongerElo1 is the gain that a check asks for when it is to prove that
	// the candidate is stronger, against DefaultElo1 as elo0.
	StrongerElo1 = 20
)

// A Question is what is asked about a candidate, and how sure the answer has
// to be: H0 says that it is at Elo0 or below and is refused, H1 that it is at
// Elo1 or above and passes. In between either answer is right.
//
// A wrong pass has a probability of at most Alpha + Betting, a wrong refusal
// of at most Beta + Betting. Betting keeps its part by proof, the SPRT in the
// simulations of TestCalibrate.
type Question struct {
	SPRT
	Betting float64 `json:"betting"` // spent on betting, in each direction; 0 leaves the SPRT alone
	Cap     int     `json:"cap"`     // trials after which the test ends undecided; 0 is never
}

// NotWeaker returns the question whether a candidate is about as strong as the baseline.
func NotWeaker(u Unit) Question {
	return ask(DefaultElo0, DefaultElo1, u, DefaultPairs, DefaultDuels)
}

// QuickNotWeaker returns the question whether a candidate is not much weaker than the baseline.
func QuickNotWeaker(u Unit) Question { return ask(QuickElo0, DefaultElo1, u, QuickPairs, QuickDuels) }

// Stronger returns the question that asks for a proof that a candidate is stronger.
func Stronger(u Unit) Question {
	return ask(DefaultElo1, StrongerElo1, u, DefaultPairs, DefaultDuels)
}

func ask(elo0, elo1 float64, u Unit, pairs, duels int) Question {
	q := Question{
		SPRT:    SPRT{Model: Logistic, Elo0: elo0, Elo1: elo1, Alpha: DefaultAlpha, Beta: DefaultBeta},
		Betting: DefaultBetting,
		Cap:     pairs,
	}
	if u == DuelUnit {
		q.Cap = duels
	}
	return q
}

// Check returns an error that says which parameter is wrong.
func (q Question) Check() error {
	if err := q.SPRT.Check(); err != nil {
		return err
	}
	if !(q.Betting >= 0 && q.Betting < 0.5) {
		return Fieldf("betting", "found %v; want 0 to less than 0.5", q.Betting)
	}
	if q.Cap < 0 || q.Cap > MaxCount {
		return Fieldf("cap", "found %d; want 0 to %d", q.Cap, MaxCount)
	}
	return nil
}

// borders returns the highest mean of a trial that H0 allows and the lowest
// that H1 allows, whatever the draws are: what betting needs to know.
//
// In the logistic model they are the expected scores. In the others they
// depend on the distribution of a trial, and the border is that of the worst.
// Normalized Elo fixes t = (mean - 1/2) / deviation, and a trial between 0 and
// 1 has a deviation of at most sqrt(mean*(1-mean)), reached without draws, and
// as little as 0. The score at a BayesElo difference goes from the logistic
// one without draws to 1/2 with nothing but draws.
func (t SPRT) borders(games int) (h0, h1 float64) {
	extreme := ScoreOf
	switch t.Model {
	case Logistic:
		return ScoreOf(t.Elo0), ScoreOf(t.Elo1)
	case Normalized:
		extreme = func(elo float64) float64 {
			t := elo * math.Sqrt(float64(games)) / NormalizedElo
			return 0.5 + 0.5*t/math.Sqrt(1+t*t)
		}
	}
	return max(0.5, extreme(t.Elo0)), min(0.5, extreme(t.Elo1))
}
