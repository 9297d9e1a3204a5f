package serve

import (
	"log/slog"

	"github.com/nats-io/nats.go"

	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/league"
	"arbiter/server/playing/live"
	"arbiter/server/serving/queue"
	"arbiter/server/serving/queue/broker"
	"arbiter/server/serving/scheduler"
)

// farmSettings are the settings of serve that let other machines play.
type farmSettings struct {
	Workers        string   `toml:"workers" help:"Let other machines play: accept their workers (arbiter work) on this address." placeholder:"HOST:PORT" group:"farm"`
	Queue          string   `toml:"queue" help:"Let other machines play through this NATS cluster with JetStream, in place of --workers." placeholder:"URL,..." group:"farm"`
	QueueTokenFile string   `toml:"queue_token_file" own:"path" help:"File with the token of the workers or, with --queue, of the coordinator." placeholder:"FILE" group:"farm"`
	OnlyWorkers    bool     `seldom:"" toml:"only_workers" help:"Play on this machine only what cannot travel." group:"farm"`
	Recheck        *float64 `seldom:"" toml:"recheck" help:"Percentage of the workers' matches that the server plays again, to find bots and machines that play otherwise (default: 1)." placeholder:"PERCENT" group:"farm"`
	SlowestWorker  *float64 `seldom:"" toml:"slowest_worker" help:"Least speed of a worker, relative to the reference machine (default: 0.8). Slower ones play only tournaments that allow slow workers." placeholder:"SPEED" group:"farm"`
}

// check returns a usage error for the first setting that is wrong.
func (f farmSettings) check() error {
	switch {
	case f.Workers != "" && f.Queue != "":
		return league.Usagef("--workers and --queue: want one; the coordinator has a queue inside, or uses a cluster")
	case f.enabled() && f.QueueTokenFile == "":
		return league.Usagef("--workers and --queue need --queue-token-file; make a token with: openssl rand -hex 32")
	case f.OnlyWorkers && !f.enabled():
		return league.Usagef("--only-workers: want --workers or --queue with it")
	case f.recheck() < 0 || f.recheck() > 100:
		return league.Usagef("recheck %v: want a percentage from 0 to 100", f.recheck())
	case f.slowest() < 0:
		return league.Usagef("slowest_worker %v: want at least 0; 1 is the speed of the reference machine", f.slowest())
	case f.Workers != "":
		_, err := listenHost("workers", f.Workers)
		return err
	}
	return nil
}

func (f farmSettings) enabled() bool { return f.Workers != "" || f.Queue != "" }

// Defaults of what may be set to 0.
const (
	defaultRecheck = 1
	defaultSlowest = 0.8
)

func (f farmSettings) recheck() float64 { return valueOr(f.Recheck, defaultRecheck) }
func (f farmSettings) slowest() float64 { return valueOr(f.SlowestWorker, defaultSlowest) }

func valueOr[T any](set *T, otherwise T) T {
	if set == nil {
		return otherwise
	}
	return *set
}

var _ queue.SlowSource = (*scheduler.Scheduler)(nil)

// A farm is the queue of a server and who coordinates its workers.
type farm struct {
	coordinator *queue.Coordinator
	conn        *nats.Conn
	broker      *broker.Broker // nil with a cluster
}

// open connects to the queue, which it starts if it is to be in this process, and
// lets the scheduler play through it.
func (f farmSettings) open(db string, plays *scheduler.Scheduler, hub *live.Broadcaster, log *slog.Logger) (*farm, error) {
	token, err := queue.ReadToken(f.QueueTokenFile)
	if err != nil {
		return nil, league.UsageError{Err: err}
	}
	contract, err := queue.NewContract()
	if err != nil {
		return nil, err
	}
	own := &farm{coordinator: &queue.Coordinator{
		Contract: contract, Live: hub, Adopter: plays, Recheck: f.recheck() / 100,
		OnlyWorkers: f.OnlyWorkers, Slowest: f.slowest(), Log: log,
	}}
	if f.Queue != "" {
		if own.conn, err = queue.ConnectAs(f.Queue, queue.CoordinatorUser, token, queue.LogTo(log, nil)...); err != nil {
			return nil, league.UsageError{Err: err}
		}
	} else {
		if own.broker, err = broker.Start(broker.Config{Dir: db + flags.QueueSuffix, Addr: f.Workers, Token: token}); err != nil {
			return nil, err
		}
		if own.conn, err = own.broker.Connect(); err != nil {
			own.broker.Close()
			return nil, err
		}
		own.coordinator.Heal = own.broker.Heal
		log.Info("workers may connect", "address", own.broker.Addr())
	}
	own.coordinator.Queue = own.conn
	plays.RunPool = own.coordinator.Run
	return own, nil
}

// close ends the connection and the queue in this process.
func (f *farm) close() {
	f.conn.Close()
	if f.broker != nil {
		f.broker.Close()
	}
}
