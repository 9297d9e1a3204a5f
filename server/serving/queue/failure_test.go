package queue_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"arbiter/referee/refereetest"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
	"arbiter/server/serving/queue"
)

// after calls do once, when so many matches have been reported.
func after(matches int32, do func()) func(league.Report) {
	var n atomic.Int32
	return func(league.Report) {
		if n.Add(1) == matches {
			do()
		}
	}
}

// "A worker that dies is known within seconds and its work is handed out again."
func TestWorkerDies(t *testing.T) {
	t.Parallel()
	f := newFarm(t)
	f.worker("a", 1)
	f.worker("b", 1)
	e := tournament(t, "domain", 40, "wait", "greedy")
	e.Observe = after(5, func() { f.cut("a") })
	if n := f.run(e).versions(t); n["a"]+n["b"] != 80 || n["b"] == 0 {
		t.Errorf("played by %v; want 80 by a and b", n)
	}
}

// "Deleting JetStream's folder at any moment costs at most the unfinished work."
func TestJetStreamFolderDeleted(t *testing.T) {
	t.Parallel()
	f := newFarm(t)
	f.worker("a", 1)
	f.worker("b", 1)
	e := tournament(t, "domain", 40, folder(t, "domain/greedy"), "wait")
	e.Observe = after(5, func() {
		_ = os.RemoveAll(f.queueDir) // some of it may be written again meanwhile, and stay
	})
	if n := f.run(e).versions(t); n["a"]+n["b"] != 80 {
		t.Errorf("played by %v; want 80 by the workers", n)
	}
	if _, err := os.Stat(filepath.Join(f.queueDir, "jetstream")); err != nil {
		t.Errorf("%v; want the folder made again", err)
	}
}

// The bucket of bots is one of the streams that can be produced again: a worker
// that comes after the folder was deleted finds the archive in it.
func TestBucketIsFilledAgain(t *testing.T) {
	t.Parallel()
	f := newFarm(t)
	f.worker("a", 1)
	e := tournament(t, "domain", 40, folder(t, "domain/greedy"), "wait")
	e.Observe = after(5, func() {
		_ = os.RemoveAll(f.queueDir)
		f.cut("a")
		f.worker("b", 1)
	})
	if n := f.run(e).versions(t); n["here"] > 0 || n["b"] == 0 {
		t.Errorf("played by %v; want all by a and b", n)
	}
}

// A bucket that answers later than a worker waits says nothing of the bot: its archive
// is asked for again, and the match is played there.
func TestBucketAnswersLate(t *testing.T) {
	t.Parallel()
	const limit, late = 200 * time.Millisecond, 2
	f := newFarm(t)
	f.damage = func(b *queue.Bots) { b.Hurry(limit, refereetest.Hang) }
	conn := f.coordinator.Queue
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	var asked atomic.Int32
	go f.until("the bucket is there, and this test answers for it", func() bool {
		bucket, err := js.Stream(t.Context(), "OBJ_arbiter_bots")
		if err != nil {
			return t.Context().Err() != nil
		}
		config := bucket.CachedInfo().Config
		config.AllowDirect = false
		if bucket, err = js.UpdateStream(t.Context(), config); err != nil {
			return t.Context().Err() != nil
		}
		const read = "$JS.API.DIRECT.GET.OBJ_arbiter_bots."
		if _, err := conn.Subscribe(read+">", func(request *nats.Msg) {
			if asked.Add(1) <= late {
				time.Sleep(2 * limit)
			}
			message, err := bucket.GetLastMsgForSubject(t.Context(), strings.TrimPrefix(request.Subject, read))
			if err == nil {
				err = request.Respond(message.Data)
			}
			if err != nil && t.Context().Err() == nil {
				t.Error(err)
			}
		}); err != nil {
			t.Error(err)
		}
		f.worker("a", 1)
		return true
	})
	if n := f.run(tournament(t, "domain", 2, folder(t, "domain/greedy"), "wait")).versions(t); n["a"] != 4 {
		t.Errorf("played by %v; want 4 by the worker", n)
	}
	if n := asked.Load(); n <= late {
		t.Errorf("the bucket was asked %d times; want more than the %d that were too late", n, late)
	}
}

// An archive that the bucket has lost, of which nothing but its workers knows, is put
// into it again.
func TestBucketLosesAnArchive(t *testing.T) {
	t.Parallel()
	f := newFarm(t)
	f.damage = func(b *queue.Bots) { b.Hurry(time.Minute, time.Millisecond) }
	f.worker("a", 1)
	js, err := jetstream.New(f.coordinator.Queue)
	if err != nil {
		t.Fatal(err)
	}
	e := tournament(t, "domain", 10, folder(t, "domain/greedy"), "wait")
	e.Observe = after(5, func() {
		bucket, err := js.Stream(t.Context(), "OBJ_arbiter_bots")
		if err == nil {
			err = bucket.Purge(t.Context())
		}
		if err != nil {
			t.Error(err)
		}
		f.cut("a")
		f.worker("b", 1)
	})
	if n := f.run(e).versions(t); n["here"] > 0 || n["b"] == 0 {
		t.Errorf("played by %v; want all by a and b", n)
	}
}

// SIGTERM drains: the running match ends, and what a worker has taken beside it is
// handed back at once.
func TestWorkerLeaves(t *testing.T) {
	t.Parallel()
	f := newFarm(t)
	stop := f.worker("a", 1)
	f.worker("b", 1)
	e := tournament(t, "domain", 40, "wait", "greedy")
	left := make(chan struct{})
	e.Observe = after(5, func() { go func() { stop(); close(left) }() })
	if n := f.run(e).versions(t); n["a"]+n["b"] != 80 {
		t.Errorf("played by %v; want 80 by a and b", n)
	}
	<-left
}

// Without workers everything is played here, also what was published for them.
func TestAllWorkersGone(t *testing.T) {
	t.Parallel()
	f := newFarm(t)
	f.coordinator.OnlyWorkers = false
	f.worker("a", 1)
	e := tournament(t, "domain", 40, "wait", "greedy")
	e.Observe = after(5, func() { f.cut("a") })
	if n := f.run(e).versions(t); n["a"]+n["here"] != 80 {
		t.Errorf("played by %v; want 80", n)
	}
}

// A match that is aborted ends on its worker, and its cause is handed back.
func TestAbort(t *testing.T) {
	t.Parallel()
	f := newFarm(t)
	f.worker("a", 1)
	gone := errors.New("cancelled")
	abort, cancel := context.WithCancelCause(t.Context())
	e := tournament(t, "domain", 1, sleeper(t), "wait")
	e.Definition.Limits.First, e.Definition.Limits.Turn = time.Hour, time.Hour
	src := &aborted{TournamentSource: dispatch.NewTournamentSource(e, map[string]league.Outcome{}), abort: abort, failed: make(chan error, 10)}
	defer src.Close()
	ended := make(chan error, 1)
	go func() { ended <- f.coordinator.Run(t.Context(), dispatch.Pool{Workers: 1}, src) }()
	f.until("the worker plays", func() bool {
		for _, w := range f.coordinator.Workers() {
			return len(w.Playing) > 0
		}
		return false
	})
	cancel(gone)
	if err := <-src.failed; !errors.Is(err, gone) {
		t.Errorf("failed with %v; want %v", err, gone)
	}
	f.until("the worker is idle", func() bool { return len(f.coordinator.Workers()[0].Playing) == 0 })
	src.Stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// An aborted source gives its work an Abort and takes failures.
type aborted struct {
	*dispatch.TournamentSource
	abort  context.Context
	failed chan error
}

func (a *aborted) Next(ctx context.Context) (dispatch.Work, bool, error) {
	w, ok, err := a.TournamentSource.Next(ctx)
	w.Abort = a.abort
	return w, ok, err
}

func (a *aborted) Failed(_ dispatch.Work, err error) error {
	a.failed <- err
	return nil
}

// "A stranger without a token gets nothing", and a worker no more than it needs.
func TestWhoMayJoin(t *testing.T) {
	t.Parallel()
	f := newFarm(t)
	url := "nats://" + f.broker.Addr().String()
	for name, options := range map[string][]nats.Option{
		"without a user":      {},
		"another token":       {nats.UserInfo(queue.WorkerUser, strings.Repeat("0", 32))},
		"as the coordinator":  {nats.UserInfo(queue.CoordinatorUser, token)},
		"checks certificates": {nats.UserInfo(queue.WorkerUser, token)},
	} {
		conn, err := nats.Connect(url, append(options, nats.Timeout(5*time.Second))...)
		if err == nil {
			conn.Close()
			t.Errorf("%s: connected", name)
		}
	}
	if conn, err := queue.ConnectAs(url, queue.WorkerUser, strings.Repeat("0", 32), nats.RetryOnFailedConnect(false)); err == nil {
		conn.Close()
		t.Error("a worker with another token connected; want that it does not trust the server")
	}
	refused := make(chan error, 100)
	conn, err := queue.ConnectAs(url, queue.WorkerUser, token, nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err }))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	soon, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	for name, try := range map[string]func() error{
		"publish work":     func() error { _, err := js.Publish(soon, "arbiter.work", nil); return err },
		"delete a stream":  func() error { return js.DeleteStream(soon, "ARBITER_WORK") },
		"read the answers": func() error { _, err := js.Stream(soon, "ARBITER_ANSWERS"); return err },
		"replace a bot":    func() error { return conn.Publish("$O.arbiter_bots.C.x", nil) },
		"make a consumer": func() error {
			_, err := js.OrderedConsumer(soon, "OBJ_arbiter_bots", jetstream.OrderedConsumerConfig{})
			return err
		},
		"describe the bots":  func() error { _, err := js.Stream(soon, "OBJ_arbiter_bots"); return err },
		"hear other beats":   func() error { _, err := conn.SubscribeSync("arbiter.beat"); return err },
		"read other inboxes": func() error { _, err := conn.SubscribeSync("_INBOX.>"); return err },
	} {
		err := try()
		if err == nil {
			err = conn.FlushTimeout(refereetest.Hang)
			select {
			case err = <-refused:
			case <-time.After(time.Minute):
			}
		}
		if err == nil {
			t.Errorf("%s: allowed", name)
		}
	}
}
