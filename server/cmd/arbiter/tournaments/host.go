package tournaments

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/referee/process"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
	"arbiter/server/playing/botstore"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/follow"
	"arbiter/server/serving/core"
	"arbiter/server/serving/scheduler"
)

// hostFlags say where a tournament is played, in this process with a database
// or on a server, and how this process plays it.
type hostFlags struct {
	flags.Database
	flags.Remote
	flags.Box
	Concurrency int    `seldom:"" help:"Matches to play at a time; 0 for as many as the CPUs allow." default:"0" placeholder:"N"`
	Affinity    string `help:"${affinity}" enum:"auto,shared,off" default:"auto" group:"machine"`
	Nice        int    `negative:"" help:"Nice value of this process and its bots, -20 to 19; a negative one raises them above the rest of the machine and needs root or CAP_SYS_NICE." default:"0" placeholder:"N" group:"machine"`
	Durability  string `help:"What a power failure may lose. normal: the most recent matches, which are then played again. full: nothing." enum:"normal,full" default:"normal" group:"machine"`
}

// Served implements flags.Served.
func (hostFlags) Served() {}

// open returns what plays matches of a game: a server, or this process. The caller closes
// it.
func (f hostFlags) open(ctx context.Context, s output.Streams, g referee.Game) (follow.Host, error) {
	return f.openWith(ctx, s, s.Err, g, "")
}

// openWith is open with a log, and with a folder for the copies of bots; "" for a
// temporary one.
func (f hostFlags) openWith(ctx context.Context, s output.Streams, log io.Writer, g referee.Game, copies string) (follow.Host, error) {
	if f.Server != "" {
		return f.remote(s, log)
	}
	host := follow.Host{Log: log, Flag: f.Database.Flag(), DB: f.DB}
	if f.Nice != 0 {
		if err := process.SetNice(f.Nice); err != nil {
			return host, league.Usagef("--nice %d: %w", f.Nice, err)
		}
	}
	known, err := f.Registry(f)
	if err != nil {
		return host, err
	}
	box, err := f.Guarded(ctx, s.Err, f)
	if err != nil {
		return host, err
	}
	flags.Isolate(known, box)
	files, release := botstore.Copies{Dir: copies}, func() error { return nil }
	if copies == "" {
		files, release, err = botstore.Temporary()
	}
	if err != nil {
		return host, errors.Join(err, box.Close())
	}
	db, err := sqlite.Open(ctx, f.DB, flags.Durability(f.Durability))
	if err != nil {
		return host, errors.Join(err, release(), box.Close())
	}
	bots := f.Resolver(s.Err, box, f)
	bots.Progress = log
	if err := flags.BuildReferee(ctx, known, g.Info().Name, bots.Build); err != nil {
		return host, errors.Join(err, release(), db.Close(), box.Close())
	}
	host.Service = &core.Core{
		Store: db,
		Plays: &scheduler.Scheduler{
			Apart: true, Store: db, Games: known, Resolver: bots, Files: files, Log: slog.New(slog.DiscardHandler),
			Pool: dispatch.Pool{
				Workers: f.Concurrency, Affinity: dispatch.Affinity(f.Affinity), Seats: thinking(g), Isolation: box, Version: flags.Version, Host: flags.Host(box),
				Warn: func(err error) { fmt.Fprintln(log, "warning:", err) },
			},
		},
		Closing: func() error { return errors.Join(release(), db.Close(), box.Close()) },
	}
	return host, nil
}

// game returns a game by its name.
func (f hostFlags) game(ctx context.Context, s output.Streams, name string) (referee.Game, error) {
	return findGame(ctx, s, f.Database, f.Remote, name)
}

// findGame returns a game by its name, as the server knows it with --server.
func findGame(ctx context.Context, s output.Streams, db flags.Database, remote flags.Remote, name string) (referee.Game, error) {
	if remote.Server != "" {
		if g, err := games.Find(name); err == nil || name == "" {
			return g, asUsage(err)
		}
		c, err := remote.Client(s.Token)
		if err != nil {
			return nil, err
		}
		return c.Game(ctx, name)
	}
	registry, err := db.Registry(db)
	if err != nil {
		return nil, err
	}
	g, err := registry.Find(name)
	return g, asUsage(err)
}

// asUsage makes a usage error of an error, if there is one.
func asUsage(err error) error {
	if err == nil {
		return nil
	}
	return league.UsageError{Err: err}
}

// thinking returns how many bots of a game think at the same time.
func thinking(g referee.Game) int {
	if _, own := g.(referee.Rereader); own {
		return 1 // its referee asks them one after another
	}
	m, err := g.New(referee.Setup{Seed: 1}, g.Info().MaxSeats)
	if err != nil {
		return 1
	}
	return m.Asked().Len()
}

// remote returns a server.
func (f hostFlags) remote(s output.Streams, log io.Writer) (follow.Host, error) {
	c, err := f.Client(s.Token)
	if err != nil {
		return follow.Host{}, err
	}
	c.Log, c.Own = log, flags.OwnFiles(f)
	pause := "curl -X POST %s"
	if c.HasToken() {
		pause = `curl -X POST -H "Authorization: Bearer $` + flags.TokenVariable + `" %s`
	}
	return follow.Host{Service: c, Log: log, Flag: f.Remote.Flag(), Server: f.Server, Pause: pause}, nil
}
