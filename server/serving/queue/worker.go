package queue

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/referee/replay"
	"arbiter/server/playing/cond"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/live"
)

// A Worker plays the tasks of a coordinator. It is the dispatch.Source of the pool
// that plays them. Its exported fields are set before use.
type Worker struct {
	Queue    *nats.Conn
	Name     string // unique among the workers of a coordinator
	Contract Contract
	Machine  Machine // as measured at the start
	Slots    int     // matches that the pool plays at the same time
	Measure  bool    // the machine's speed, when nothing is played, and its load
	MaxLoad  float64 // runnable threads for each CPU with which it still takes work; 0: any
	Bots     *Bots
	Find     func(game string) (referee.Game, error) // nil: games.Find
	Live     *live.Broadcaster                       // of the running matches
	Log      *slog.Logger

	js      jetstream.JetStream
	life    string
	watch   *stopwatch
	hard    context.Context // its end ends everything
	open    context.Context // ends when nothing more is begun
	shut    context.CancelFunc
	asides  sync.WaitGroup                // of the frames that are sent beside the beats
	watched map[string]context.CancelFunc // by where frames are sent; guarded by mu

	mu        sync.Mutex
	changed   cond.Var               // of all that follows
	tasks     map[string]*held       // by ID
	matches   map[string]*assignment // by key
	ready     []*assignment          // not played yet, in order
	admitted  bool                   // the coordinator has answered the last beat and did not refuse it
	refused   string                 // why it did
	drain     bool                   // the coordinator wants nothing more to be taken
	unwatched bool                   // nobody may watch what is played
	closing   bool                   // this program ends
	measured  time.Time              // when the speed was
	slow      bool                   // it takes only what slow workers may play
}

// Grace is how long a worker that is told to end plays on.
const Grace = 20 * time.Second

// Run takes and plays tasks until ctx ends. Then it takes nothing more, gives the
// running matches the grace time, hands back the others, and returns nil. It must
// be called once. An error is the pool's.
func (w *Worker) Run(ctx context.Context, pool dispatch.Pool, grace time.Duration) error {
	var err error
	if w.js, err = jetstream.New(w.Queue); err != nil {
		return err
	}
	if w.Find == nil {
		w.Find = games.Find
	}
	w.life, w.watch = w.Queue.NewInbox(), newStopwatch(time.Now)
	w.tasks, w.matches, w.watched = map[string]*held{}, map[string]*assignment{}, map[string]context.CancelFunc{}
	hard, abort := context.WithCancel(context.WithoutCancel(ctx))
	defer abort()
	w.hard = hard
	w.open, w.shut = context.WithCancel(hard)
	pool.Watch = w.record
	hostBefore := pool.Host
	pool.HostNow = func() replay.Host { return w.host(hostBefore) }
	stop := context.AfterFunc(ctx, func() {
		w.close()
		time.AfterFunc(grace, abort)
	})
	defer stop()
	var beside sync.WaitGroup
	ended, end := context.WithCancel(hard)
	nudges := make(chan *nats.Msg, 1) // more than one at a time say nothing more
	nudging, err := w.Queue.ChanSubscribe(w.life, nudges)
	if err != nil {
		end()
		return err
	}
	defer func() { _ = nudging.Unsubscribe() }()
	beside.Go(func() { w.keepBeating(ended, nudges) })
	beside.Go(func() { w.tick(ended) })
	fetched := make(chan struct{})
	go func() { defer close(fetched); w.fetch(ended) }()
	err = pool.Run(hard, w)
	w.close()
	<-fetched
	w.handBack()
	end()
	beside.Wait()
	w.beat(context.WithoutCancel(ctx), true)
	w.Live.Shutdown()
	w.asides.Wait()
	if hard.Err() != nil {
		return nil // as was intended
	}
	return err
}

// record is the pool's Watch. Who watches asks the coordinator, which knows whether
// anybody may.
func (w *Worker) record(work dispatch.Work, m referee.Match) referee.Recorder {
	w.mu.Lock()
	unwatched := w.unwatched
	w.mu.Unlock()
	if unwatched {
		return nil
	}
	return w.Live.Watch(work, m)
}

// close lets the pool end after its running matches.
func (w *Worker) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closing = true
	w.shut()
	w.changed.Broadcast()
}

// tick keeps the stopwatch looking.
func (w *Worker) tick(ctx context.Context) {
	ticker := time.NewTicker(stopLimit / 10)
	defer ticker.Stop()
	for ctx.Err() == nil {
		select {
		case <-ticker.C:
			w.watch.look()
		case <-ctx.Done():
		}
	}
}
