package main

import (
	"context"

	"arbiter/server/dispatch"
	"arbiter/server/runner"
	"arbiter/server/sqlite"
)

// poolFlags say how matches are run.
type poolFlags struct {
	Concurrency int    `help:"Matches at the same time; 0 for as many as the CPUs allow." default:"0" placeholder:"N"`
	Affinity    string `help:"${affinity}" enum:"auto,shared,off" default:"auto"`
	Durability  string `help:"What a power cut may cost. normal: the last matches, which are then played again. full: nothing." enum:"normal,full" default:"normal"`
}

// A place is where tournaments are played: this process and a database, or a
// server.
type place struct {
	database
	remote
	poolFlags
}

// runner returns the runner that the flags name. The output of builds that
// fail goes to stderr.
func (p place) runner(s streams) (runner.Runner, error) {
	if p.Server != "" {
		c, err := p.dial(s.token)
		if err != nil {
			return nil, err
		}
		return &runner.Remote{Client: c, Server: p.Server, Log: s.err, TokenVariable: tokenVariable}, nil
	}
	return &runner.Local{
		Path: p.DB, Resolver: resolver(s.err),
		Open: func(ctx context.Context) (runner.Store, error) {
			return sqlite.Open(ctx, p.DB, durability(p.Durability))
		},
		Pool: dispatch.Pool{
			Workers: p.Concurrency, Affinity: dispatch.Affinity(p.Affinity), Version: version, Host: host(),
		},
	}, nil
}
