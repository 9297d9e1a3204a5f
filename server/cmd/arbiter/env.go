package main

import (
	"os/signal"
	"syscall"

	"arbiter/bots/selfplay"
	"arbiter/referee/games"
	"arbiter/server/league"
)

type envCmd struct {
	Game string `arg:"" help:"The game; see arbiter games."`
}

// Run drives matches for another program over stdin and stdout.
func (c envCmd) Run(s streams) error {
	g, err := games.Find(c.Game)
	if err != nil {
		return league.UsageError{Err: err}
	}
	// It has nothing to put in order, and would else wait for its next line.
	signal.Reset(syscall.SIGINT, syscall.SIGTERM)
	return selfplay.NewEnvSession(g).Serve(s.in, s.out)
}
