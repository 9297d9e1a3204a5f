package serve

import (
	"context"
	"errors"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"arbiter/referee/process"
	"arbiter/referee/process/sandbox"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/live"
	"arbiter/server/serving/queue"
)

const workHelp = `Plays matches for a server on another machine, which was started with --workers or --queue. One is enough for a machine: it plays as many matches as the machine has CPUs for. It needs no inbound port, fetches the bots that it plays, and may be started and stopped at any time: SIGTERM lets running matches end, and what is lost otherwise is played elsewhere.

It runs programs of the server's users. If the server is on another machine they are completely isolated, or not run.`

// Work is the verb work.
type Work struct {
	URL            string        `arg:"" help:"The server's queue: nats://HOST:PORT, or tls://HOST:PORT,... for a cluster."`
	QueueTokenFile string        `own:"path" required:"" help:"File with the token of the workers." placeholder:"FILE"`
	Name           string        `help:"Name of this worker, unique among those of the server (default: the host name)." placeholder:"NAME"`
	Concurrency    int           `help:"Matches to play at a time; 0 for one per two CPUs, because two bots may think at the same time." placeholder:"N"`
	Affinity       string        `enum:"auto,shared,off" default:"auto" help:"${affinity}" group:"machine"`
	Cache          string        `own:"path" help:"Folder for the bots that are fetched (default: arbiter-worker in the user's cache folder)." placeholder:"DIR" group:"room"`
	CacheSize      int64         `help:"MiB that the fetched bots may take; 0 for 8192." placeholder:"MIB" group:"room"`
	BuildTimeout   time.Duration `help:"Time that the build of a bot may take; 0 for 10m." placeholder:"DURATION" group:"room"`
	MaxLoad        float64       `default:"2" help:"Take no work while more threads than this for each CPU run or wait, because other programs need the machine; 0: take it always (default: ${default})." placeholder:"N" group:"machine"`
	LogLevel       *logLevel     `help:"Least severe messages of the log: debug, info, warn or error (default: info)." placeholder:"LEVEL" group:"machine"`
	Isolation      string        `help:"${isolation} Default: strict when the queue is on another machine, otherwise auto." placeholder:"POLICY" group:"box"`
	Runtime        []string      `help:"Folder or program that every bot may read, such as an interpreter in an unusual place; may be repeated." sep:"none" placeholder:"DIR" group:"box"`
	flags.BotLimits
}

// Help explains what a worker is.
func (Work) Help() string { return workHelp }

// Run plays until it is interrupted.
func (c Work) Run(ctx context.Context, s output.Streams) error {
	if c.CacheSize > maxMebibytes {
		return league.Usagef("--cache-size: found %d; want at most %d (MiB)", c.CacheSize, maxMebibytes)
	}
	if c.MaxLoad < 0 {
		return league.Usagef("--max-load: found %v; want at least 0", c.MaxLoad)
	}
	if err := c.complete(); err != nil {
		return err
	}
	token, err := queue.ReadToken(c.QueueTokenFile)
	if err != nil {
		return league.UsageError{Err: err}
	}
	contract, err := queue.NewContract()
	if err != nil {
		return err
	}
	isolation := flags.Box{Isolation: c.Isolation, Runtime: c.Runtime, BotLimits: c.BotLimits}
	box, err := isolation.Guarded(ctx, s.Err, c)
	if err != nil {
		return err
	}
	defer box.Close()
	log := newLog(s.Err, c.LogLevel)
	ctx, refused := context.WithCancelCause(ctx)
	defer refused(nil)
	conn, err := queue.ConnectAs(c.URL, queue.WorkerUser, token, queue.LogTo(log, refused)...)
	if err != nil {
		return league.UsageError{Err: err}
	}
	defer conn.Close()
	bots := &queue.Bots{Dir: c.Cache, MaxBytes: c.CacheSize << 20, Resolver: isolation.Resolver(s.Err, box, c), Box: box}
	bots.Resolver.Build.Timeout, bots.Resolver.Build.Sent = c.BuildTimeout, c.Cache
	if err := bots.Clear(); err != nil {
		return err
	}
	pool := dispatch.Pool{
		Workers: c.Concurrency, Affinity: dispatch.Affinity(c.Affinity), Seats: 2,
		Isolation: box, Version: flags.Version, Host: flags.Host(box),
		Warn: func(err error) { log.Warn("playing", "error", err) },
	}
	name, err := os.Hostname()
	if err != nil {
		return err
	}
	runtime.GOMAXPROCS(2 * runtime.NumCPU()) // as serve does
	worker := &queue.Worker{
		Queue: conn, Name: c.Name, Contract: contract, Slots: pool.Size(), Bots: bots,
		Measure: true, MaxLoad: c.MaxLoad,
		Machine: queue.Machine{Platform: contract.Platform, Host: name, CPUs: len(process.CPUs())},
		Live:    &live.Broadcaster{Version: flags.Version, Host: flags.Host(box)}, Log: log,
	}
	if err := worker.Run(ctx, pool, queue.Grace); err != nil {
		return err
	}
	if why := context.Cause(ctx); !errors.Is(why, context.Canceled) {
		return why
	}
	return nil
}

// complete fills in what was not given.
func (c *Work) complete() error {
	if c.Name == "" {
		name, err := os.Hostname()
		if err != nil {
			return err
		}
		c.Name = name
	}
	if err := league.CheckName(c.Name); err != nil {
		return league.Usagef("name %q: %w", c.Name, err)
	}
	if c.Cache == "" {
		dir, err := os.UserCacheDir()
		if err != nil {
			return league.Usagef("no folder for fetched bots: %w; name one with --cache", err)
		}
		c.Cache = filepath.Join(dir, flags.WorkerFolder)
	}
	if c.Isolation == "" {
		c.Isolation = string(sandbox.Strict)
		if u, err := url.Parse(c.URL); err == nil && loopback(hostOf(u.Host)) {
			c.Isolation = string(sandbox.Auto)
		}
	}
	return nil
}

// hostOf returns the host of HOST:PORT.
func hostOf(address string) string {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	return host
}
