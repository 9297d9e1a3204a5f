package main

import (
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/server/league"
)

// chaos is the number of rounds of the test below; make chaos has more.
var chaos = flag.Int("chaos", 6, "rounds of the test of a farm in which everything fails")

// A wire is a proxy that can be cut.
type wire struct {
	listener net.Listener
	to       string

	mu    sync.Mutex
	cut   bool
	conns map[net.Conn]bool
}

func newWire(t *testing.T, to string) *wire {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{listener: listener, to: to, conns: map[net.Conn]bool{}}
	t.Cleanup(func() { listener.Close(); w.setCut(true) })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go w.pass(conn)
		}
	}()
	return w
}

// pass passes bytes on in both directions.
func (w *wire) pass(conn net.Conn) {
	defer conn.Close()
	there, err := net.Dial("tcp", w.to)
	if err != nil {
		return
	}
	defer there.Close()
	w.mu.Lock()
	if w.cut {
		w.mu.Unlock()
		return
	}
	w.conns[conn], w.conns[there] = true, true
	w.mu.Unlock()
	go func() { io.Copy(there, conn); there.Close() }()
	io.Copy(conn, there)
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.conns, conn)
	delete(w.conns, there)
}

func (w *wire) setCut(cut bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cut = cut
	for conn := range w.conns {
		if cut {
			conn.Close()
		}
	}
}

// A chaosFarm is a coordinator and its workers as processes.
type chaosFarm struct {
	*testing.T
	program, db, token, port string
	server                   *serveProcess
	wire                     *wire
	workers                  []*exec.Cmd
}

// serve starts the coordinator.
func (f *chaosFarm) serve() {
	f.Helper()
	f.server = startServing(f.T, f.program, f.db, "--workers", "127.0.0.1:"+f.port, "--queue-token-file", f.token, "--only-workers", "--recheck", "5", "--slowest-worker", "0")
	f.server.untilReady(f.T, http.StatusOK)
}

// work starts a worker, in place of one that has ended.
func (f *chaosFarm) work(i int) {
	f.Helper()
	cmd := exec.Command(f.program, "work", "nats://"+f.wire.listener.Addr().String(), "--queue-token-file", f.token,
		"--name", fmt.Sprint("worker", i), "--concurrency", "1", "--max-load", "0", "--affinity", "off", "--cache", filepath.Join(filepath.Dir(f.db), fmt.Sprint("cache", i)))
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		f.Fatal(err)
	}
	f.workers[i] = cmd
	f.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
}

// stopFor stops a process and lets it go on.
func (f *chaosFarm) stopFor(p *os.Process, long time.Duration) {
	f.Helper()
	if err := p.Signal(syscall.SIGSTOP); err != nil {
		f.Fatal(err)
	}
	time.Sleep(long)
	if err := p.Signal(syscall.SIGCONT); err != nil {
		f.Fatal(err)
	}
}

// freePort returns a port that nobody listens on.
func freePort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return strconv.Itoa(listener.Addr().(*net.TCPAddr).Port)
}

// Coordinator, workers and the queue killed, stopped and continued and cut off, and
// JetStream's folder deleted, at random moments: "afterwards every scheduled match
// exactly once, integrity_check ok, every replay verifies, no bot left running, no
// timeout of bots that answer at once".
func TestChaos(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	dir := t.TempDir()
	f := &chaosFarm{T: t, program: arbiterProgram(t), db: filepath.Join(dir, "t.db"), token: filepath.Join(dir, "token"), port: freePort(t), workers: make([]*exec.Cmd, 3)}
	if err := os.WriteFile(f.token, []byte(strings.Repeat("0123456789abcdef", 4)), 0o600); err != nil {
		t.Fatal(err)
	}
	f.wire = newWire(t, "127.0.0.1:"+f.port)
	f.serve()
	for i := range f.workers {
		f.work(i)
	}
	seeds := 40 * *chaos
	total := 2 * seeds
	f.server.post(t, "/api/tournaments", fmt.Sprintf(`{"name":"t","game":"domain","bots":["builtin:domain/wait","builtin:domain/greedy"],"seeds":"1..%d","first_ms":4000,"turn_ms":4000,"start":true}`, seeds), http.StatusOK)
	pause := func(most time.Duration) time.Duration { return time.Duration(random.Int64N(int64(most))) }
	for round := range *chaos {
		if state, _ := f.server.state(t); state == "done" {
			t.Logf("done before round %d", round)
			break
		}
		time.Sleep(pause(2 * time.Second))
		i := random.IntN(len(f.workers))
		what := (round + int(seed%6)) % 6 // each of them, in a brief test, too
		t.Logf("round %d: %d, worker %d", round, what, i)
		switch what {
		case 0:
			f.workers[i].Process.Kill()
			f.workers[i].Wait()
			time.Sleep(pause(6 * time.Second))
			f.work(i)
		case 1:
			f.server.kill(t)
			time.Sleep(pause(2 * time.Second))
			f.serve()
		case 2:
			f.stopFor(f.workers[i].Process, pause(8*time.Second))
		case 3:
			f.stopFor(f.server.cmd.Process, pause(8*time.Second))
		case 4:
			f.wire.setCut(true)
			time.Sleep(pause(6 * time.Second))
			f.wire.setCut(false)
		case 5:
			os.RemoveAll(f.db + ".queue") // some of it may be written again meanwhile, and stay
		}
	}
	f.server.untilDone(t)
	for _, cmd := range f.workers {
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("a worker after SIGTERM: %v; want exit code 0", err)
		}
	}
	store := f.server.stop(t, f.db)
	checkPlayed(t, store, total)
	matches, err := store.Matches(t.Context(), league.Query{Tournament: "t"})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range matches {
		for _, fault := range m.Result.Faults {
			if fault.Kind == referee.Timeout {
				t.Errorf("match %s: %v", m.ID, &fault)
			}
		}
	}
	if left := processesOf(t, f.program); len(left) > 0 {
		t.Errorf("still running: %v", left)
	}
}

// processesOf returns the command lines of the running processes of a program, and
// of the one beside it that runs the builtin bots.
func processesOf(t *testing.T, program string) (lines []string) {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, _ := os.ReadFile(file) // it may have ended
		if strings.HasPrefix(string(text), program) {
			lines = append(lines, strings.ReplaceAll(string(text), "\x00", " "))
		}
	}
	return lines
}
