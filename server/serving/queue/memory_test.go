package queue_test

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"arbiter/referee/games"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/live"
	"arbiter/server/playing/resolve"
	"arbiter/server/serving/queue"
	"arbiter/server/serving/queue/broker"
)

// coordinate is a coordinator in a process of its own, with its broker. It prints
// the address for workers, answers each line of its stdin with the bytes of memory
// that it has had at most, and ends with its stdin. What the race detector adds does
// not count, and hardly what could have been freed.
func coordinate(dir string) error {
	debug.SetGCPercent(25)
	var most atomic.Uint64
	go func() {
		var m runtime.MemStats
		for ; ; time.Sleep(5 * time.Millisecond) {
			runtime.ReadMemStats(&m)
			most.Store(max(most.Load(), m.HeapInuse+m.StackInuse))
		}
	}()
	e, err := broker.Start(broker.Config{Dir: filepath.Join(dir, "queue"), Addr: "127.0.0.1:0", Token: token})
	if err != nil {
		return err
	}
	defer e.Close()
	conn, err := e.Connect()
	if err != nil {
		return err
	}
	defer conn.Close()
	contract, err := queue.NewContract()
	if err != nil {
		return err
	}
	ctx, end := context.WithCancel(context.Background())
	defer end()
	g, err := games.Find("domain")
	if err != nil {
		return err
	}
	entry := dispatch.TournamentEntry{Game: g, Contenders: map[string]dispatch.Contender{}, Save: func(context.Context, []league.Report) error { return nil }}
	entry.Definition = league.Tournament{ID: "test", Game: "domain", Seats: 2, Format: league.RoundRobin, Limits: g.Info().Limits()}
	for _, name := range []string{"wait", "greedy"} {
		c, err := resolve.Resolver{}.One(ctx, "builtin:domain/"+name, "domain")
		if err != nil {
			return err
		}
		entry.Contenders[c.Bot.ID] = c
		entry.Definition.Bots = append(entry.Definition.Bots, c.Bot.ID)
	}
	for seed := range int64(1_000_000) {
		entry.Definition.Starts = append(entry.Definition.Starts, league.Start{Seed: seed + 1})
	}
	src := dispatch.NewTournamentSource(entry, map[string]league.Outcome{})
	defer src.Close()
	c := &queue.Coordinator{
		Queue: conn, Heal: e.Heal, Contract: contract, Live: &live.Broadcaster{}, OnlyWorkers: true,
		Log: slog.New(slog.DiscardHandler),
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Run(ctx, dispatch.Pool{Workers: 1, Affinity: dispatch.Off}, src) }()
	js, err := jetstream.New(conn)
	if err != nil {
		return err
	}
	for part := make([]byte, 128<<10); ; time.Sleep(10 * time.Millisecond) { // until there is a bucket
		if _, err := js.Publish(ctx, partOfBot, part); err == nil {
			break
		}
	}
	fmt.Println(e.Addr())
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		fmt.Println(most.Load())
	}
	end()
	if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// A victim is a coordinator in another process.
type victim struct {
	t   *testing.T
	in  io.Writer
	out *bufio.Reader
	url string
}

func newVictim(t *testing.T) *victim {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), self, "coordinate", t.TempDir())
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	})
	v := &victim{t: t, in: in, out: bufio.NewReader(out)}
	v.url = "nats://" + v.line()
	return v
}

// worker connects with a worker's token.
func (v *victim) worker() *nats.Conn {
	v.t.Helper()
	conn, err := queue.ConnectAs(v.url, queue.WorkerUser, token)
	if err != nil {
		v.t.Fatal(err)
	}
	conn.SetErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}) // or each refusal, of a hundred thousand, is a line of the log
	v.t.Cleanup(conn.Close)
	return conn
}

// line reads a line of the coordinator's.
func (v *victim) line() string {
	v.t.Helper()
	line, err := v.out.ReadString('\n')
	if err != nil {
		v.t.Fatal(err)
	}
	return strings.TrimSpace(line)
}

// memory returns how much memory the coordinator has had at most, in bytes.
func (v *victim) memory() int64 {
	v.t.Helper()
	fmt.Fprintln(v.in)
	n, err := strconv.ParseInt(v.line(), 10, 64)
	if err != nil {
		v.t.Fatal(err)
	}
	return n
}

// flood publishes a message again and again, until it has sent so many bytes.
func flood(conn *nats.Conn, subject string, message func(i int) []byte, bytes int) {
	for i, sent := 0, 0; sent < bytes; i++ {
		m := message(i)
		if conn.PublishMsg(&nats.Msg{Subject: subject, Reply: "_INBOX_worker.x.y", Data: m}) != nil {
			return // it was cut off
		}
		sent += len(m)
	}
	_ = conn.FlushTimeout(time.Minute)
}

// maxGrown is how much memory a coordinator and its broker may need more while workers
// send what they can: the messages that are read, decoded or stored at the same time,
// and what the garbage collector lets stand. A test that sends less allows all that it
// sent: a coordinator that kept everything would need that much.
const maxGrown = 512 << 20

// flooded is what TestWorkerCannotFillMemory sends; make soak has more.
var flooded = flag.Int("flood", 64, "MiB that each of four connections sends in TestWorkerCannotFillMemory")

// partOfBot is the subject of a message in the bucket of bots.
const partOfBot = "$O.arbiter_bots.C.x.0"

// A worker's token cannot make a coordinator hold all that it sends.
func TestWorkerCannotFillMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("left by -short to make test: sends gigabytes") // make quick passes -short; make test and CI play it
	}
	sent := *flooded << 20 // by each of four connections
	most := int64(min(maxGrown, 4*sent))
	noise := make([]byte, 4<<20)
	rand.Read(noise)
	text := strings.Repeat("x", 1<<20) // which needs no quoting: that takes longer than what is tested
	beat := func(name, host string, more string) []byte {
		return []byte(fmt.Sprintf(`{"worker":"%s","life":"_INBOX_worker.l","slots":1,"machine":{"host":"%s"}%s}`, name, host, more))
	}
	report := func(i int) []byte {
		message := []byte(fmt.Sprintf(`{"worker":"w","answers":[{"match":"m%d","task":"t","report":{},"size":%d}]}`, i, len(noise)))
		return slices.Concat(binary.AppendUvarint(nil, uint64(len(message))), message, noise)
	}
	for name, attack := range map[string]func(*nats.Conn){
		"beats of many workers": func(c *nats.Conn) {
			flood(c, "arbiter.beat", func(i int) []byte { return beat(fmt.Sprint("w", i), text, "") }, sent)
		},
		"many small workers": func(c *nats.Conn) {
			flood(c, "arbiter.beat", func(i int) []byte { return beat(fmt.Sprint("w", i), "h", "") }, sent/16)
		},
		"a worker that holds much": func(c *nats.Conn) {
			holds := `,"holds":[{"task":"t","matches":[` + strings.TrimSuffix(strings.Repeat(`"m",`, 1<<20), ",") + `]}]`
			flood(c, "arbiter.beat", func(int) []byte { return beat("w", "h", holds) }, sent)
		},
		"a worker with a million slots": func(c *nats.Conn) {
			contract, err := queue.NewContract()
			if err != nil {
				t.Error(err)
			}
			text, err := json.Marshal(contract)
			if err != nil {
				t.Error(err)
			}
			for range 30 {
				_, _ = c.Request("arbiter.beat", fmt.Appendf(nil, `{"worker":"w","life":"_INBOX_worker.l","slots":100000000,"machine":{},"contract":%s}`, text), time.Second)
				time.Sleep(100 * time.Millisecond)
			}
		},
		"reports without end": func(c *nats.Conn) { flood(c, "arbiter.answers", report, 2*sent) },
		"answers that cannot be read": func(c *nats.Conn) {
			flood(c, "arbiter.answers", func(int) []byte { return noise }, 2*sent)
		},
		"answers of many workers": func(c *nats.Conn) {
			flood(c, "arbiter.answers", func(i int) []byte {
				m := []byte(fmt.Sprintf(`{"worker":"%s%d","answers":[{"match":"m","task":"t","again":"x","cannot":"%s"}]}`, text[:1000], i, text[:1000]))
				return slices.Concat(binary.AppendUvarint(nil, uint64(len(m))), m)
			}, sent/16)
		},
		"frames that nobody watches": func(c *nats.Conn) { flood(c, "arbiter.frames.x", func(int) []byte { return noise }, sent) },
		"an archive in the bucket": func(c *nats.Conn) {
			flood(c, "$O.arbiter_bots.C.x", func(int) []byte { return noise }, sent)
		},
		"requests for tasks": func(c *nats.Conn) {
			flood(c, "$JS.API.CONSUMER.MSG.NEXT.ARBITER_WORK.workers", func(int) []byte { return fmt.Appendf(nil, `{"batch":1,"expires":3600000000000,"x":"%s"}`, text) }, sent)
		},
		"small requests for tasks": func(c *nats.Conn) {
			flood(c, "$JS.API.CONSUMER.MSG.NEXT.ARBITER_WORK.workers", func(int) []byte { return []byte(`{"batch":1000,"expires":3600000000000}`) }, sent/1024)
		},
		"acknowledgements": func(c *nats.Conn) {
			flood(c, "$JS.ACK.ARBITER_WORK.workers.1.1.1.1.1", func(int) []byte { return noise }, sent)
		},
		"consumers of the bucket": func(c *nats.Conn) {
			for i := range 5_000 {
				_ = c.PublishMsg(&nats.Msg{Subject: fmt.Sprintf("$JS.API.CONSUMER.CREATE.OBJ_arbiter_bots.c%d.$O.arbiter_bots.C.x", i), Reply: "_INBOX_worker.x.y", Data: fmt.Appendf(nil,
					`{"stream_name":"OBJ_arbiter_bots","config":{"name":"c%d","filter_subject":"$O.arbiter_bots.C.x","ack_policy":"none","inactive_threshold":3600000000000,"mem_storage":true},"action":""}`, i)})
			}
			_ = c.FlushTimeout(time.Minute)
		},
		"parts of an archive": func(c *nats.Conn) {
			flood(c, "$JS.API.DIRECT.GET.OBJ_arbiter_bots."+partOfBot, func(int) []byte { return []byte("{}") }, 2*sent>>17)
		},
		"large requests for parts of an archive": func(c *nats.Conn) {
			flood(c, "$JS.API.DIRECT.GET.OBJ_arbiter_bots."+partOfBot, func(int) []byte { return fmt.Appendf(nil, `{"x":"%s"}`, text) }, sent)
		},
		"large requests for consumers": func(c *nats.Conn) {
			flood(c, "$JS.API.CONSUMER.CREATE.OBJ_arbiter_bots.c.$O.arbiter_bots.C.x", func(int) []byte { return fmt.Appendf(nil, `{"x":"%s"}`, text) }, sent)
		},
		"subscriptions": func(c *nats.Conn) {
			for i := range 20_000 {
				if _, err := c.Subscribe(fmt.Sprintf("%s.%s.%d", c.NewInbox(), text[:200], i), func(*nats.Msg) {}); err != nil {
					return
				}
			}
			_ = c.FlushTimeout(time.Minute)
		},
	} {
		t.Run(name, func(t *testing.T) {
			v := newVictim(t)
			// A worker that behaves, so that what is measured includes a farm at work.
			c := v.worker()
			for c.FlushTimeout(time.Minute) == nil {
				if _, err := c.Request("arbiter.beat", beat("honest", "h", ""), 10*time.Second); err == nil {
					break // it is there
				}
			}
			before := v.memory()
			var all sync.WaitGroup
			for range 4 {
				conn := v.worker()
				all.Go(func() { attack(conn) })
			}
			all.Wait()
			// The coordinator still answers.
			again := v.worker()
			for again.FlushTimeout(time.Minute) == nil {
				if _, err := again.Request("arbiter.beat", beat("honest", "h", ""), 10*time.Second); err == nil {
					break // it may have been cut off for a moment
				}
			}
			grown := v.memory() - before
			t.Logf("grew by %d MiB", grown>>20)
			if grown > most {
				t.Errorf("it grew by %d MiB; want at most %d", grown>>20, most>>20)
			}
		})
	}
}
