package bots

import (
	"context"
	"os/signal"
	"syscall"
	"time"

	"arbiter/bots/selfplay"
	"arbiter/bots/starter"
	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/referee/games/heropath"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
)

// Env is the verb env.
type Env struct {
	Game       string        `arg:"" optional:"" help:"The game; see arbiter games."`
	Client     bool          `help:"Print arbiter_env.py, the client for Python, instead: arbiter env --client > arbiter_env.py"`
	Opponent   string        `help:"A bot that plays one seat of the matches that are reset with one: builtin:GAME/NAME[?OPTION=VALUE&...], a folder with a bot.toml, an executable or a quoted command line." placeholder:"BOT"`
	TimeAnswer time.Duration `help:"Fail if the opponent takes longer than this for an answer." default:"1m"`
	Stepwise   bool          `help:"Of heropath: an answer is one move, and the seat is asked again after each."`
	flags.Box
}

// Run executes the requests of another program, from stdin to stdout.
func (c Env) Run(ctx context.Context, s output.Streams) error {
	if c.Client {
		_, err := s.Data().Write(starter.Client())
		return err
	}
	if c.Game == "" {
		return league.Usagef("want a game, as arbiter games lists them, or --client")
	}
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
	if c.Opponent != "" {
		box, err := policyBox(s.Err, c.Box, []string{c.Opponent}, c)
		if err != nil {
			return league.UsageError{Err: err}
		}
		defer box.Close()
		all, err := policies(ctx, s.Err, c.Box, box, c, c.Game, []string{c.Opponent})
		if err != nil {
			return league.UsageError{Err: err}
		}
		session.Against(all[0], c.TimeAnswer)
	}
	// A read of stdin cannot be interrupted. The process has nothing to clean up, so
	// let a signal end it.
	signal.Reset(syscall.SIGINT, syscall.SIGTERM)
	return session.Serve(s.In, s.Raw)
}
