package main

import (
	"fmt"
	"strings"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/rating"
	"arbiter/server/runner"
)

// entry returns the tournament of the candidate and the baseline, in this
// order, that the test is about.
func (c checkCmd) entry(g referee.Game, bots []league.Bot, test *rating.SPRT) (runner.Entry, error) {
	e := runner.Entry{Rules: g, Test: test}
	limits, err := c.limits(g.Info())
	if err != nil {
		return e, err
	}
	starts, err := parseSeeds(c.Seeds)
	if c.Tests != "" {
		starts, e.Positions, err = readTestSet(c.Tests, g)
	}
	if err != nil {
		return e, err
	}
	e.Tournament = league.Tournament{
		ID:   fmt.Sprintf("check %s %s %s", c.Game, bots[0].ID, bots[1].ID),
		Game: c.Game, Seats: g.Info().MaxSeats, Format: league.RoundRobin, Bots: league.IDs(bots),
		Starts: starts, Games: c.MaxGames / 2, Limits: limits, CreatedAt: league.Now(),
	}
	return e, e.Validate()
}

// command returns the command line of a check of the same bots with the same
// hypotheses and seeds.
func (c checkCmd) command() string {
	words := []string{"arbiter", "check", c.Game}
	if c.Baseline != "" {
		words = append(words, "--baseline", runner.Quote(c.Baseline))
	}
	words = append(words, "--candidate", runner.Quote(c.Candidate),
		fmt.Sprintf("--elo0 %g --elo1 %g --alpha %g --beta %g --model %s --seeds %s", c.Elo0, c.Elo1, c.Alpha, c.Beta, c.Model, runner.Quote(c.Seeds)))
	if c.Server != "" {
		words = append(words, "--server", runner.Quote(c.Server))
	}
	return strings.Join(words, " ")
}
