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

// Run executes the requests of another program, from stdin to stdout.
func (c envCmd) Run(s streams) error {
	g, err := games.Find(c.Game)
	if err != nil {
		return league.UsageError{Err: err}
	}
	// There is nothing to clean up, and a read of stdin cannot be interrupted:
	// let a signal end the process.
	signal.Reset(syscall.SIGINT, syscall.SIGTERM)
	return selfplay.NewEnvSession(g).Serve(s.in, s.raw)
}
