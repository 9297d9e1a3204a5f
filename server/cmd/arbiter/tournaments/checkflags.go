package tournaments

import (
	"time"

	"arbiter/server/league"
	"arbiter/server/playing/check"
)

// questionFlags say what a check asks, and how sure the answer has to be.
type questionFlags struct {
	sprtFlags
	Betting *float64 `seldom:"" help:"Probability of an error, in each direction, that is spent on deciding obvious cases early by betting; 0 for the SPRT alone (default: ${betting})." group:"test"`
	Quick   bool     `seldom:"" help:"Look for large losses only: ELO0 -50, at most 800 pairs or 1600 solo starts." group:"test"`
	Prove   string   `seldom:"" help:"Ask for a proof instead: stronger asks 0 against +20." enum:",stronger" default:"" placeholder:"stronger" group:"test"`
}

// scoreFlags say what a check of a solo game compares.
type scoreFlags struct {
	By     string  `seldom:"" help:"score: the mean difference of the scores of a solo game, by which its statement ranks; its default. wins: who won each start; the default elsewhere, and with --elo0, --elo1 or --model." enum:",wins,score" default:"" placeholder:"wins|score" group:"test"`
	Margin float64 `seldom:"" help:"Points a start by which the candidate may be worse or, with --prove stronger, has to be better, by score (default: a tenth of the standard deviation of the difference on a start, by the baseline's scores on starts of their own)." placeholder:"POINTS" group:"test"`
}

// asked returns what the flags ask.
func (f questionFlags) asked() check.Asked {
	a := f.sprtFlags.asked()
	a.Quick, a.Stronger, a.Betting = f.Quick, f.Prove != "", f.Betting
	return a
}

// apply adds what the flags say to what a check asks.
func (f scoreFlags) apply(a *check.Asked) {
	a.By, a.Margin, a.MarginFollows = league.Measure(f.By), f.Margin, true
}

// capFlags say when a check gives up.
type capFlags struct {
	MaxGames  int           `help:"Stop after this many games, whether they prove anything or not (default: 8000, or 16000 in solo games; more with --opponent or --seats)." placeholder:"N" group:"end"`
	TimeLimit time.Duration `help:"Stop after this time, likewise; 0s for no limit." default:"0s" group:"end"`
	Within    time.Duration `seldom:"" help:"Choose the margin that can be decided in this time: ten pairs are timed, without a look at their results." placeholder:"D" group:"end"`
}
