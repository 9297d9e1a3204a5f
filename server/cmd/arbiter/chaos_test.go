package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/referee/refereetest"
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
	random                        *rand.Rand
	program, dir, db, token, port string
	ownDisk                       bool // dir is a small one
	server                        *serveProcess
	wire                          *wire
	workers                       []*exec.Cmd
}

// newChaosFarm starts a coordinator and three workers, whose files are on a small
// disk of their own where the system lets us make one.
func newChaosFarm(t *testing.T, seed uint64) *chaosFarm {
	t.Helper()
	dir := t.TempDir()
	f := &chaosFarm{
		T: t, random: rand.New(rand.NewPCG(seed, 0)), program: arbiterProgram(t), dir: dir, ownDisk: mountSmall(t, dir, 64+*chaos),
		db: filepath.Join(dir, "t.db"), token: filepath.Join(t.TempDir(), "token"), port: refereetest.FreePort(t), workers: make([]*exec.Cmd, 3),
	}
	if err := os.WriteFile(f.token, []byte(strings.Repeat("0123456789abcdef", 4)), 0o600); err != nil {
		t.Fatal(err)
	}
	f.wire = newWire(t, "127.0.0.1:"+f.port)
	f.serve()
	for i := range f.workers {
		f.work(i)
	}
	return f
}

// serve starts the coordinator.
func (f *chaosFarm) serve() {
	f.Helper()
	cmd := exec.Command(f.program, serveArgs(f.db, "--workers", "127.0.0.1:"+f.port, "--queue-token-file", f.token, "--only-workers", "--recheck", "5",
		"--slowest-worker", "0", "--runtime", filepath.Dir(f.program))...)
	cmd.Stderr = os.Stderr
	f.server = startCommand(f.T, cmd)
	f.server.untilReady(f.T, http.StatusOK)
}

// work starts a worker, in place of one that has ended.
func (f *chaosFarm) work(i int) {
	f.Helper()
	cmd := exec.Command(f.program, "work", "nats://"+f.wire.listener.Addr().String(), "--queue-token-file", f.token,
		"--name", fmt.Sprint("worker", i), "--concurrency", "1", "--max-load", "0", "--affinity", "off", "--runtime", filepath.Dir(f.program),
		"--cache", filepath.Join(f.dir, fmt.Sprint("cache", i)))
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		f.Fatal(err)
	}
	f.workers[i] = cmd
	f.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
}

// pause waits for a random time.
func (f *chaosFarm) pause(most time.Duration) {
	time.Sleep(time.Duration(f.random.Int64N(int64(most))))
}

// process returns the coordinator or a worker.
func (f *chaosFarm) process() *os.Process {
	if i := f.random.IntN(1 + len(f.workers)); i < len(f.workers) {
		return f.workers[i].Process
	}
	return f.server.cmd.Process
}

// stopFor stops a process and lets it go on.
func (f *chaosFarm) stopFor(p *os.Process, most time.Duration) {
	f.Helper()
	if err := p.Signal(syscall.SIGSTOP); err != nil {
		f.Fatal(err)
	}
	f.pause(most)
	if err := p.Signal(syscall.SIGCONT); err != nil {
		f.Fatal(err)
	}
}

// A calamity is what may happen to a farm. impossible says why it cannot be tried
// here, or "".
type calamity struct {
	name       string
	impossible string
	happen     func()
}

func (f *chaosFarm) calamities() []calamity {
	noDisk := ""
	if !f.ownDisk {
		noDisk = "no disk is filled: a small one could not be mounted"
	}
	return []calamity{
		{"a worker is killed", "", func() {
			i := f.random.IntN(len(f.workers))
			f.workers[i].Process.Kill()
			f.workers[i].Wait()
			f.pause(6 * time.Second)
			f.work(i)
		}},
		{"the coordinator is killed", "", func() {
			f.server.kill(f.T)
			f.pause(2 * time.Second)
			f.serve()
		}},
		{"a worker is stopped and continued", "", func() { f.stopFor(f.workers[f.random.IntN(len(f.workers))].Process, 8*time.Second) }},
		{"the coordinator is stopped and continued", "", func() { f.stopFor(f.server.cmd.Process, 8*time.Second) }},
		{"the workers are cut off", "", func() {
			f.wire.setCut(true)
			f.pause(6 * time.Second)
			f.wire.setCut(false)
		}},
		{"the queue's folder is deleted", "", func() {
			os.RemoveAll(f.db + ".queue") // some of it may be written again meanwhile, and stay
		}},
		{"the disk is full", noDisk, func() {
			ballast := filepath.Join(f.dir, "ballast")
			if err := fill(ballast); !errors.Is(err, syscall.ENOSPC) {
				f.Fatalf("fill the disk: %v", err)
			}
			f.pause(6 * time.Second)
			if err := os.Remove(ballast); err != nil {
				f.Fatal(err)
			}
		}},
		{"a clock jumps by an hour", canSetClock(), func() {
			p := f.process()
			setClock(f.T, p, time.Hour)
			f.pause(4 * time.Second)
			if f.random.IntN(2) == 0 { // otherwise it stays, until the process ends
				setClock(f.T, p, 0)
			}
		}},
	}
}

// fill writes a file until an error ends it.
func fill(path string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	for block := make([]byte, 64<<10); ; {
		if _, err := file.Write(block); err != nil {
			return err
		}
	}
}

// done reports whether the tournament is done. It resumes one that has failed, as
// it does on one machine when results cannot be saved: there is room on the disk
// again.
func (f *chaosFarm) done() bool {
	f.Helper()
	state, matches := f.server.state(f.T)
	if state == "failed" {
		f.Logf("failed with %d matches; resumed", matches)
		f.server.post(f.T, "/api/tournaments/t/resume", "", http.StatusOK)
	}
	return state == "done"
}

// "Coordinator, workers and the queue killed with SIGKILL, stopped and continued, cut
// off, disks full, an injected clock that jumps by an hour, JetStream's folder
// deleted, at random moments [...]; afterwards every scheduled match exactly once,
// integrity_check ok, every replay verifies, no bot left running, no timeout of bots
// that answer at once".
func TestChaos(t *testing.T) {
	if testing.Short() {
		t.Skip("left by -short to make test: takes minutes") // make quick passes -short; make test and CI play it
	}
	t.Parallel()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	f := newChaosFarm(t, seed)
	bot := filepath.Join(t.TempDir(), "mine") // it travels as an archive
	if err := os.Mkdir(bot, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(bot, "bot.toml"), fmt.Appendf(nil, "run = %q\n", filepath.Join(filepath.Dir(f.program), "arbiter-bot")+" domain/wait"), 0o644); err != nil {
		t.Fatal(err)
	}
	seeds := 40 * *chaos
	total := 2 * seeds
	f.server.post(t, "/api/tournaments", fmt.Sprintf(`{"name":"t","game":"domain","bots":[%q,"builtin:domain/greedy"],"seeds":"1..%d","first_ms":4000,"turn_ms":4000,"start":true}`, bot, seeds), http.StatusOK)
	all := f.calamities()
	for round := range *chaos {
		if f.done() {
			t.Logf("done before round %d", round)
			break
		}
		f.pause(2 * time.Second)
		one := all[(round+int(seed%uint64(len(all))))%len(all)] // each in turn: most of them in a brief test, too
		if one.impossible != "" {
			t.Log(one.impossible)
			continue
		}
		t.Logf("round %d: %s", round, one.name)
		one.happen()
	}
	refereetest.AwaitProgress(t, fmt.Sprintf("%d matches of t", total), func() (int, bool) {
		_, matches := f.server.state(t)
		return matches, f.done()
	})
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
