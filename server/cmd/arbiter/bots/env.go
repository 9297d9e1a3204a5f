package bots

import (
	"os/signal"
	"syscall"

	"arbiter/bots/selfplay"
	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/referee/games/heropath"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
)

// Env is the verb env.
type Env struct {
	Game     string `arg:"" help:"The game; see arbiter games."`
	Stepwise bool   `help:"Of heropath: an answer is one move, and the seat is asked again after each."`
}

// Run executes the requests of another program, from stdin to stdout.
func (c Env) Run(s output.Streams) error {
	g, err := games.Find(c.Game)
	if err != nil {
		return league.UsageError{Err: err}
	}
	if c.Stepwise {
		if g != referee.Game(heropath.Game{}) {
			return league.Usagef("--stepwise is for heropath; an answer of %s is one turn already", c.Game)
		}
		g = heropath.Stepwise{}
	}
	session, err := selfplay.NewEnvSession(g, flags.Version)
	if err != nil {
		return err
	}
	// There is nothing to clean up, and a read of stdin cannot be interrupted:
	// let a signal end the process.
	signal.Reset(syscall.SIGINT, syscall.SIGTERM)
	return session.Serve(s.In, s.Raw)
}
