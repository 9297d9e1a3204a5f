package tournaments

import (
	"context"
	"fmt"

	"arbiter/referee/process"
	"arbiter/referee/process/sandbox"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
	"arbiter/server/terminal/runner"
)

// runnerFlags say where a tournament is played, in this process with a database
// or on a server, and how this process plays it.
type runnerFlags struct {
	flags.Database
	flags.Remote
	flags.Box
	Concurrency int    `help:"Matches to play at a time; 0 for as many as the CPUs allow." default:"0" placeholder:"N"`
	Affinity    string `help:"${affinity}" enum:"auto,shared,off" default:"auto" group:"machine"`
	Nice        int    `negative:"" help:"Nice value of this process and its bots, -20 to 19; a negative one raises them above the rest of the machine and needs root or CAP_SYS_NICE." default:"0" placeholder:"N" group:"machine"`
	Durability  string `help:"What a power failure may lose. normal: the most recent matches, which are then played again. full: nothing." enum:"normal,full" default:"normal" group:"machine"`
}

// Served implements flags.Served.
func (runnerFlags) Served() {}

// runner returns the runner that the flags choose, and the box of its bots, which
// is nil on a server. The output of failed builds goes to stderr.
func (f runnerFlags) runner(ctx context.Context, s output.Streams) (runner.Runner, *sandbox.Sandbox, error) {
	if f.Server != "" {
		c, err := f.Client(s.Token)
		if err != nil {
			return nil, nil, err
		}
		return &runner.Remote{Client: c, Server: f.Server, Typed: f.Flag(), Log: s.Err, TokenVariable: flags.TokenVariable, Own: flags.OwnFiles(f)}, nil, nil
	}
	if f.Nice != 0 {
		if err := process.SetNice(f.Nice); err != nil {
			return nil, nil, league.Usagef("--nice %d: %w", f.Nice, err)
		}
	}
	box, err := f.Guarded(ctx, s.Err, f)
	if err != nil {
		return nil, nil, err
	}
	return &runner.Local{
		Path: f.DB, Resolver: f.Resolver(s.Err, box, f),
		Open: func(ctx context.Context) (runner.Store, error) {
			return sqlite.Open(ctx, f.DB, flags.Durability(f.Durability))
		},
		Pool: dispatch.Pool{
			Workers: f.Concurrency, Affinity: dispatch.Affinity(f.Affinity), Isolation: box, Version: flags.Version, Host: flags.Host(box),
			Warn: func(err error) { fmt.Fprintln(s.Err, "warning:", err) },
		},
	}, box, nil
}
