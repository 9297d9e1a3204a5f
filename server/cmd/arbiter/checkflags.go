package main

import (
	"errors"
	"strings"
	"time"

	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/check"
)

// questionFlags say what a check asks, and how sure the answer has to be.
type questionFlags struct {
	Elo0    *float64 `name:"elo0" help:"Elo difference under H0, which is refused (default: -20)."`
	Elo1    *float64 `name:"elo1" help:"Elo difference under H1, which passes (default: 0)."`
	Alpha   *float64 `help:"Probability of passing a candidate at ELO0 (default: 0.045)."`
	Beta    *float64 `help:"Probability of refusing a candidate at ELO1 (default: 0.03)."`
	Model   string   `help:"Unit of the Elo differences: logistic, normalized or bayesian." enum:"logistic,normalized,bayesian" default:"logistic"`
	Betting *float64 `help:"Probability of an error, in each direction, that is spent on deciding obvious cases early by betting; 0 for the SPRT alone (default: 0.005)."`
	Quick   bool     `help:"Look for large losses only: ELO0 -50, at most 800 pairs or 1600 solo starts."`
	Prove   string   `help:"Ask for a proof instead: stronger asks 0 against +20." enum:",stronger" default:"" placeholder:"stronger"`

	By     string  `help:"wins: who won each start. score: the mean difference of the scores of a solo game." enum:"wins,score" default:"wins"`
	Margin float64 `help:"Points of score by which the candidate may be worse, with --by score (default: a tenth of the standard deviation of the baseline's scores, from starts of their own)." placeholder:"POINTS"`
}

// asked returns what the flags ask.
func (f questionFlags) asked() check.Asked {
	a := check.Asked{
		Quick: f.Quick, Stronger: f.Prove != "",
		Elo0: f.Elo0, Elo1: f.Elo1, Model: rating.Model(f.Model), Alpha: f.Alpha, Beta: f.Beta, Betting: f.Betting,
		Margin: f.Margin, MarginFollows: true,
	}
	if f.By == string(league.ByScore) { // wins are the default, which older versions know by no name
		a.By = league.ByScore
	}
	return a
}

// capFlags say when a check gives up.
type capFlags struct {
	MaxGames  int           `help:"Stop undecided after this many games (default: 8000, or 16000 in solo games)." placeholder:"N"`
	TimeLimit time.Duration `help:"Stop undecided after this time; 0s for no limit." default:"0s"`
	Within    time.Duration `help:"Choose the margin that can be decided in this time: ten pairs are timed, without a look at their results." placeholder:"D"`
}

// check returns an error that names a flag that is out of range.
func (f capFlags) check() error {
	if f.TimeLimit < 0 || f.Within < 0 {
		return league.Usagef("--time-limit %v --within %v: want at least 0s", f.TimeLimit, f.Within)
	}
	return nil
}

// flagged makes a usage error of one in a field: it names the flag that sets it.
func flagged(err error) error {
	var wrong league.FieldError
	if !errors.As(err, &wrong) {
		return err
	}
	flag, _, _ := strings.Cut(strings.ReplaceAll(wrong.Field, "_", "-"), "[")
	if flag == "opponents" || flag == "bots" { // one flag for each
		flag = strings.TrimSuffix(flag, "s")
	}
	return league.Usagef("--%s: %w", flag, wrong.Err)
}
