package queue

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"arbiter/server/league"
	"arbiter/server/playing/cond"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/live"
)

// A Coordinator hands the work of a source to workers and to the pool of this
// machine. Its exported fields are set before use.
type Coordinator struct {
	Queue       *nats.Conn
	Heal        func(broken bool) (renewed bool, err error) // of the broker, when there is one: called now and then, and when the queue fails
	Contract    Contract
	Live        *live.Broadcaster // of the source
	Adopter     Adopter           // nil: reports of matches that are not in flight are dropped
	Recheck     float64           // share of the workers' matches that this machine plays again
	OnlyWorkers bool              // this machine plays what cannot travel, and nothing else
	Slowest     float64           // workers below this speed, relative to the reference machine, play only what slow workers may
	Log         *slog.Logger

	unchecked bool // believe workers; set by benchmarks alone
	js        jetstream.JetStream
	source    dispatch.Source
	mending   sync.Mutex // held during mend; comes before mu

	mu           sync.Mutex
	vacancy      cond.Var // what feed waits for: room for tasks, or the end
	changed      cond.Var // what the local pool waits for: local, or the end
	ended        bool     // the source has no more work
	broken       error    // what stops everything
	wake         context.CancelFunc
	waking       context.Context          // ends when local or pending have got something
	members      map[string]*member       // by name
	flights      map[string]*flight       // by ID
	tasks        map[string]*shipment     // by ID
	slowTasks    int                      // how many of them are for slow workers
	pending      []*flight                // to be published, or played here
	local        []dispatch.Work          // to be played here
	discard      []uint64                 // messages of the work stream that nobody wants
	missing      bool                     // a worker has waited for an archive that did not come
	pace         map[string]time.Duration // mean duration of a match, by tournament
	adopted      map[string]league.Report // of matches that the source has not handed out yet
	adoptedBytes int                      // of their records
	compared     map[string]comparison    // matches that are played again to compare, by the ID of the second one
	varying      map[string]bool          // bots, by content, that do not play the same match alike
	watches      map[string]*watch        // remote matches that somebody watches, by flight
	packed       map[string]packedBot     // by content
}

// An Adopter knows what is scheduled beyond what it has handed out.
type Adopter interface {
	// Scheduled returns the work of a job that was handed out by an earlier
	// process. ok is false when it is not scheduled, or has its report.
	Scheduled(ctx context.Context, job league.Job) (w dispatch.Work, ok bool, err error)
	// Adopt saves reports of such jobs.
	Adopt(ctx context.Context, reports []league.Report) error
}

// Run plays what the source hands out, in the pool and on the workers. It returns nil
// when the source has no more work and all matches have landed. It also returns when
// ctx ends, or when an error stops it. It must be called once.
func (c *Coordinator) Run(ctx context.Context, pool dispatch.Pool, source dispatch.Source) error {
	var err error
	if c.js, err = jetstream.New(c.Queue); err != nil {
		return err
	}
	c.source = source
	c.prepare()
	if err := c.begin(ctx); err != nil {
		return err
	}
	group, running := errgroup.WithContext(ctx)
	beside, end := context.WithCancel(running)
	beats, err := c.Queue.Subscribe(beatSubject, c.onBeat)
	if err != nil {
		end()
		return err
	}
	defer func() { _ = beats.Unsubscribe() }()
	if err := beats.SetPendingLimits(-1, pendingBeats); err != nil {
		end()
		return err
	}
	group.Go(func() error { return c.collect(beside) })
	group.Go(func() error { return c.keep(beside) })
	group.Go(func() error { return c.probe(beside) })
	group.Go(func() error {
		defer end()
		playing, running := errgroup.WithContext(running)
		playing.Go(func() error { return pool.Run(running, localSource{c}) })
		playing.Go(func() error { return c.feed(running, source.Next, false) })
		if s, ok := source.(SlowSource); ok {
			playing.Go(func() error { return c.feed(running, s.NextSlow, true) })
		}
		return playing.Wait()
	})
	return group.Wait()
}

// prepare makes what is written to. Operators may ask for the workers before.
func (c *Coordinator) prepare() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waking, c.wake = context.WithCancel(context.Background())
	c.members, c.flights, c.tasks = map[string]*member{}, map[string]*flight{}, map[string]*shipment{}
	c.packed, c.pace, c.adopted = map[string]packedBot{}, map[string]time.Duration{}, map[string]league.Report{}
	c.compared, c.varying = map[string]comparison{}, map[string]bool{}
	c.watches = map[string]*watch{}
}

// begin makes the streams. The tasks that an earlier process published are deleted with
// their stream: the schedule produces them again, without what has been played since.
func (c *Coordinator) begin(ctx context.Context) error {
	soon, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	for {
		// Answers that an earlier process took and did not acknowledge come at once.
		_ = c.js.DeleteConsumer(soon, answerStream, answerConsumer) // there may be none
		_ = c.js.DeleteStream(soon, workStream)
		err := makeStreams(soon, c.js, c.Heal == nil)
		if err == nil || soon.Err() != nil {
			return err
		}
		c.Log.Warn("the queue is not ready; trying again", "error", err)
		pause(soon)
	}
}

// mend makes what is missing after the queue has failed, or makes it anew when it
// is broken: the broker, the streams, the archives of bots.
func (c *Coordinator) mend(ctx context.Context, broken bool) {
	c.mending.Lock() // others that see the failure wait until it is mended
	defer c.mending.Unlock()
	soon, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	var err error
	if c.Heal != nil {
		_, err = c.Heal(broken)
	}
	if err == nil {
		err = makeStreams(soon, c.js, c.Heal == nil)
	}
	if err == nil {
		err = c.restock(soon)
	}
	if err != nil && ctx.Err() == nil {
		c.Log.Warn("the queue is not mended; trying again", "error", err)
	}
}

// stop ends everything with an error.
func (c *Coordinator) stop(why error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.broken == nil {
		c.broken = why
	}
	c.rouse()
}

// rouse wakes who waits for the source, because there is something else to play;
// mu is held.
func (c *Coordinator) rouse() {
	c.wake()
	c.waking, c.wake = context.WithCancel(context.Background())
	c.changed.Broadcast()
	c.vacancy.Broadcast()
}
