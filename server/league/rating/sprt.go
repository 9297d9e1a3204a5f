package rating

import (
	"math"
)

// A Model says in which unit the hypotheses of an SPRT are stated.
type Model string

// The models.
const (
	Logistic   Model = "logistic"   // Elo of the expected score
	Normalized Model = "normalized" // normalized Elo: games needed do not depend on the share of draws
	Bayesian   Model = "bayesian"   // BayesElo, whose draw rate is taken from the sample; single games only
)

// MaxElo is the largest hypothesis that an SPRT accepts, in either direction.
const MaxElo = 1000

// An SPRT is a sequential probability ratio test (A. Wald, 1945) of "the
// difference is Elo0" against "the difference is Elo1". It may be looked at
// after every game or pair, and ends when it is decided.
type SPRT struct {
	Model Model   `json:"model"`
	Elo0  float64 `json:"elo0"`  // hypothesis H0
	Elo1  float64 `json:"elo1"`  // hypothesis H1, above Elo0
	Alpha float64 `json:"alpha"` // accepted probability of H1 when H0 is true
	Beta  float64 `json:"beta"`  // accepted probability of H0 when H1 is true
}

// A Decision is what an SPRT has decided.
type Decision string

// The decisions.
const (
	H0        Decision = "H0"        // H0 is accepted
	H1        Decision = "H1"        // H1 is accepted
	Undecided Decision = "undecided" // neither is
)

// A Test is where an SPRT stands.
type Test struct {
	LLR      float64  `json:"llr"`   // log-likelihood ratio of H1 to H0
	Lower    float64  `json:"lower"` // H0 is accepted at or below
	Upper    float64  `json:"upper"` // H1 is accepted at or above
	Decision Decision `json:"decision" enum:"H0,H1,undecided" doc:"The hypothesis that is accepted."`
	Note     string   `json:"note,omitempty"` // why the ratio says nothing, as a sentence
}

// Check returns an error that says which parameter is wrong.
func (t SPRT) Check() error {
	switch t.Model {
	case Logistic, Normalized, Bayesian:
	default:
		return Fieldf("model", "found %q; want %s, %s or %s", t.Model, Logistic, Normalized, Bayesian)
	}
	for _, p := range []struct {
		name string
		elo  float64
	}{{"elo0", t.Elo0}, {"elo1", t.Elo1}} {
		if !(math.Abs(p.elo) <= MaxElo) {
			return Fieldf(p.name, "found %v; want -%d to %d", p.elo, MaxElo, MaxElo)
		}
	}
	if t.Elo0 >= t.Elo1 {
		return Fieldf("elo0", "found %v; want less than %s, which is %v", t.Elo0, FieldName("elo1"), t.Elo1)
	}
	for _, p := range []struct {
		name string
		rate float64
	}{{"alpha", t.Alpha}, {"beta", t.Beta}} {
		if !(p.rate > 0 && p.rate < 0.5) {
			return Fieldf(p.name, "found %v; want more than 0 and less than 0.5", p.rate)
		}
	}
	return nil
}

// Bounds returns the log-likelihood ratios at which the test ends (Wald 1945).
func (t SPRT) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// Games tests single games. It costs the same whatever the counts are, so a
// walk over a sequence of games adds each game and calls it again.
func (t SPRT) Games(g Games) (Test, error) {
	if err := t.Check(); err != nil {
		return Test{}, err
	}
	if err := g.Check(); err != nil {
		return Test{}, err
	}
	return t.of(g.sample()), nil
}

// Pairs tests pairs of games, at a cost that does not depend on the counts.
// The bayesian model knows no pairs and is an error.
func (t SPRT) Pairs(p Pairs) (Test, error) {
	if err := t.Check(); err != nil {
		return Test{}, err
	}
	if err := p.Check(); err != nil {
		return Test{}, err
	}
	if t.Model == Bayesian {
		return Test{}, Fieldf("model", "found %q; want %s or %s for pairs of games", t.Model, Logistic, Normalized)
	}
	return t.of(p.sample()), nil
}

// of tests a sample, which is one of single games in the bayesian model.
func (t SPRT) of(s sample) Test {
	at := hypothesis(logistic)
	switch t.Model {
	case Normalized:
		at = normalized(s.games)
	case Bayesian:
		if s.count[0] == 0 || s.count[2] == 0 {
			return t.judge(0, "the bayesian model needs a win and a loss to know the draw rate: the ratio is 0 until then")
		}
		at = bayesian(s)
	}
	return t.judge(s.llr(t.Elo0, t.Elo1, at), "")
}

func (t SPRT) judge(llr float64, note string) Test {
	if math.IsNaN(llr) { // no distribution is near a hypothesis so far from what came
		llr, note = 0, "the hypotheses are too far from so few games for a ratio: it is 0 until there are more"
	}
	test := Test{LLR: llr, Decision: Undecided, Note: note}
	test.Lower, test.Upper = t.Bounds()
	switch {
	case llr <= test.Lower:
		test.Decision = H0
	case llr >= test.Upper:
		test.Decision = H1
	}
	return test
}
