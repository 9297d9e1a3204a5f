package main

import (
	"arbiter/server/league/rating"
)

// sprtFlags are the hypotheses of a sequential test (SPRT) and its error
// probabilities.
type sprtFlags struct {
	Elo0  float64 `name:"elo0" help:"Elo difference under H0." default:"-5"`
	Elo1  float64 `name:"elo1" help:"Elo difference under H1." default:"0"`
	Alpha float64 `help:"Probability of accepting H1 when H0 is true." default:"0.05"`
	Beta  float64 `help:"Probability of accepting H0 when H1 is true." default:"0.05"`
	Model string  `help:"Unit of the Elo differences: normalized, logistic or bayesian." enum:"normalized,logistic,bayesian" default:"normalized"`
}

// sprt returns the validated test.
func (f sprtFlags) sprt() (rating.SPRT, error) {
	t := rating.SPRT{Model: rating.Model(f.Model), Elo0: f.Elo0, Elo1: f.Elo1, Alpha: f.Alpha, Beta: f.Beta}
	if err := t.Check(); err != nil {
		return t, flagged(err)
	}
	return t, nil
}
