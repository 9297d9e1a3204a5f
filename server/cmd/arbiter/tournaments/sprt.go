package tournaments

import (
	"fmt"

	"github.com/alecthomas/kong"

	"arbiter/referee"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/league/rating"
	"arbiter/server/playing/check"
)

// sprtFlags are the hypotheses of a sequential test (SPRT) and its error
// probabilities. What is not given is as check.Asked says, for check as for stats.
type sprtFlags struct {
	Elo0  *float64 `name:"elo0" help:"Elo difference under H0, which is refused (default: ${elo0})." group:"test"`
	Elo1  *float64 `name:"elo1" help:"Elo difference under H1, which passes (default: ${elo1})." group:"test"`
	Alpha *float64 `seldom:"" help:"Probability of passing a candidate at ELO0 (default: ${alpha})." group:"test"`
	Beta  *float64 `seldom:"" help:"Probability of refusing a candidate at ELO1 (default: ${beta})." group:"test"`
	Model string   `seldom:"" help:"Unit of the Elo differences: logistic, normalized or bayesian." enum:"logistic,normalized,bayesian" default:"${model}" group:"test"`
}

// Vars returns what the help texts of this package say of defaults.
func Vars() kong.Vars {
	q := rating.NotWeaker(rating.PairUnit)
	return kong.Vars{
		"elo0": fmt.Sprint(q.Elo0), "elo1": fmt.Sprint(q.Elo1), "alpha": fmt.Sprint(q.Alpha), "beta": fmt.Sprint(q.Beta),
		"model": string(q.Model), "betting": fmt.Sprint(q.Betting),
	}
}

// asked returns what the flags ask.
func (f sprtFlags) asked() check.Asked {
	return check.Asked{Elo0: f.Elo0, Elo1: f.Elo1, Model: rating.Model(f.Model), Alpha: f.Alpha, Beta: f.Beta}
}

// sprt returns the validated test.
func (f sprtFlags) sprt() (rating.SPRT, error) {
	q, err := f.asked().Question(referee.Info{MinSeats: 2, MaxSeats: 2})
	return q.SPRT, flags.Flagged(err)
}
