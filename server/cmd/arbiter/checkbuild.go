package main

import (
	"errors"

	"arbiter/server/league"
	"arbiter/server/playing/check"
	"arbiter/server/playing/resolve"
	"arbiter/server/terminal/client"
)

// buildOutput returns the end of the output of a bot's build if err says that it
// failed, here or on a server.
func buildOutput(err error) (output string, ok bool) {
	var here resolve.BuildError
	if errors.As(err, &here) {
		return here.Output(), true
	}
	var there *client.Problem
	if errors.As(err, &there) && there.BuildFailed() {
		return there.Output(), true
	}
	return "", false
}

// notBuilt writes the reports of a check that could not be played because of a
// bot that does not build, and returns the error that ends it.
func (c checkCmd) notBuilt(err error, output string, s streams) error {
	v := check.Unbuilt(check.Case{
		Game:      c.Game,
		Candidate: league.Bot{Game: c.Game, Typed: c.Candidate},
		Baseline:  league.Bot{Game: c.Game, Typed: c.baselineName()},
	}, err, output)
	if err := c.write(v, s); err != nil {
		return exitError{exitMachine, err}
	}
	return exitError{exitBuild, err}
}

// baselineName returns what the user knows as the baseline.
func (c checkCmd) baselineName() string {
	if c.Baseline == "" {
		return "the baseline in " + c.BaselineFile
	}
	return c.Baseline
}
