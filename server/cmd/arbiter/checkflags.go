package main

import (
	"cmp"
	"time"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/rating"
)

// questionFlags say what a check asks, and how sure the answer has to be.
type questionFlags struct {
	Elo0    *float64 `name:"elo0" help:"Elo difference under H0, which is refused (default: -20)."`
	Elo1    *float64 `name:"elo1" help:"Elo difference under H1, which passes (default: 0)."`
	Alpha   float64  `help:"Probability of passing a candidate at ELO0." default:"0.045"`
	Beta    float64  `help:"Probability of refusing a candidate at ELO1." default:"0.03"`
	Model   string   `help:"Unit of the Elo differences: logistic, normalized or bayesian." enum:"logistic,normalized,bayesian" default:"logistic"`
	Betting float64  `help:"Probability of an error, in each direction, that is spent on deciding obvious cases early by betting; 0 for the SPRT alone." default:"0.005"`
	Quick   bool     `help:"Look for large losses only: ELO0 -50, at most 800 pairs or 1600 solo starts."`
	Prove   string   `help:"Ask for a proof instead: stronger asks 0 against +20." enum:",stronger" default:"" placeholder:"stronger"`

	By     string  `help:"wins: who won each start. score: the mean difference of the scores of a solo game." enum:"wins,score" default:"wins"`
	Margin float64 `help:"Points of score by which the candidate may be worse, with --by score (default: a tenth of the standard deviation of the baseline's scores, from starts of their own)." placeholder:"POINTS"`
}

// question returns the validated question for a game.
func (f questionFlags) question(info referee.Info) (league.Question, error) {
	unit := rating.UnitOf(info.Solo())
	q := league.Question{Question: rating.NotWeaker(unit), SamePlay: rating.SamePlayShare}
	switch {
	case f.Quick && f.Prove != "":
		return q, league.Usagef("--quick and --prove ask two questions; want one of them")
	case f.Quick:
		q.Question = rating.QuickNotWeaker(unit)
	case f.Prove != "":
		q.Question = rating.Stronger(unit)
	}
	set(&q.Elo0, f.Elo0)
	set(&q.Elo1, f.Elo1)
	q.Alpha, q.Beta, q.Model, q.Betting = f.Alpha, f.Beta, rating.Model(f.Model), f.Betting
	if f.By == string(league.ByScore) {
		if !info.Solo() {
			return q, league.Usagef("--by score: %s has no scores that can be compared start by start; want --by wins", info.Name)
		}
		q.By, q.Margin = league.ByScore, f.Margin
		if f.Margin == 0 {
			q.Margin = 1 // for Check: the margin that is meant follows from the baseline
		}
	} else if f.Margin != 0 {
		return q, league.Usagef("--margin is of --by score; wins have --elo0")
	}
	if err := q.Check(); err != nil {
		return q, league.UsageError{Err: err}
	}
	q.Margin = f.Margin
	return q, nil
}

// set replaces a value by one that was given.
func set[T any](value *T, given *T) {
	if given != nil {
		*value = *given
	}
}

// capFlags say when a check gives up.
type capFlags struct {
	MaxGames  int           `help:"Stop undecided after this many games (default: 8000, or 16000 in solo games)." placeholder:"N"`
	TimeLimit time.Duration `help:"Stop undecided after this time; 0s for no limit." default:"0s"`
	Within    time.Duration `help:"Choose the margin that can be decided in this time: ten pairs are timed, without a look at their results." placeholder:"D"`
}

// starts returns after how many starts a check ends: a start is two games.
func (f capFlags) starts(q league.Question) (int, error) {
	if f.MaxGames < 0 || f.MaxGames == 1 || f.TimeLimit < 0 || f.Within < 0 {
		return 0, league.Usagef("--max-games %d --time-limit %v --within %v: want at least 2 games and at least 0s", f.MaxGames, f.TimeLimit, f.Within)
	}
	return cmp.Or(f.MaxGames/2, q.Cap), nil
}
