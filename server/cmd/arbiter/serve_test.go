package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbiter/referee/games"
	"arbiter/referee/replay"
	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
)

// A serveProcess is a running arbiter serve.
type serveProcess struct {
	cmd *exec.Cmd
	url string
}

func startServing(t *testing.T, program, db string, flags ...string) *serveProcess {
	t.Helper()
	return startCommand(t, exec.Command(program, serveArgs(db, flags...)...))
}

// serveArgs returns the arguments of arbiter serve.
func serveArgs(db string, flags ...string) []string {
	return append([]string{"serve", "--addr", "127.0.0.1:0", "--db", db, "--affinity", "off", "--concurrency", "2"}, flags...)
}

// startCommand starts a command that is arbiter serve.
func startCommand(t *testing.T, cmd *exec.Cmd) *serveProcess {
	t.Helper()
	s := &serveProcess{cmd: cmd}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.cmd.Process.Kill()
		s.cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	s.url = strings.TrimSpace(strings.TrimPrefix(line, "Arbiter is at "))
	return s
}

// kill kills the process with SIGKILL.
func (s *serveProcess) kill(t *testing.T) {
	t.Helper()
	if err := s.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	s.cmd.Wait()
}

// stop interrupts the process and returns its database after an integrity check.
func (s *serveProcess) stop(t *testing.T, path string) *sqlite.DB {
	t.Helper()
	if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Wait(); err != nil {
		t.Errorf("after an interrupt: %v; want exit code 0", err)
	}
	db, err := sqlite.Open(t.Context(), path, sqlite.Normal)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	if wrong, err := db.Check(t.Context()); err != nil || len(wrong) > 0 {
		t.Errorf("the database: %v %v", wrong, err)
	}
	return db
}

func (s *serveProcess) post(t *testing.T, path, body string, want int) {
	t.Helper()
	response, err := http.Post(s.url+path, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if text, _ := io.ReadAll(response.Body); response.StatusCode != want {
		t.Fatalf("%s: %d %s", path, response.StatusCode, text)
	}
}

// state returns the state of the tournament "t" and how many matches it has.
func (s *serveProcess) state(t *testing.T) (string, int) {
	t.Helper()
	var v struct {
		State   string
		Matches int
	}
	if err := json.Unmarshal([]byte(s.get(t, "/api/tournaments/t")), &v); err != nil {
		t.Fatal(err)
	}
	return v.State, v.Matches
}

func (s *serveProcess) get(t *testing.T, path string) string {
	t.Helper()
	response, err := http.Get(s.url + path)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// untilDone waits until the tournament "t" is done.
func (s *serveProcess) untilDone(t *testing.T) {
	t.Helper()
	for deadline := time.Now().Add(hang); ; time.Sleep(20 * time.Millisecond) {
		state, matches := s.state(t)
		if state == "done" {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s with %d matches after %v", state, matches, hang)
		}
	}
}

// checkPlayed checks that the tournament "t" has each of its matches once, and
// that every replay verifies.
func checkPlayed(t *testing.T, store *sqlite.DB, total int) {
	t.Helper()
	matches, err := store.Matches(t.Context(), league.Query{Tournament: "t"})
	if err != nil {
		t.Fatal(err)
	}
	met := map[string]int{}
	for _, m := range matches {
		met[m.Pairing.Start.String()+" "+strings.Join(m.Pairing.Seats, " ")]++
		rec, err := store.Replay(t.Context(), m.ID)
		if err != nil {
			t.Errorf("match %s: %v", m.ID, err)
			continue
		}
		g, err := games.Find(rec.Header.Game)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := replay.Verify(rec, g); err != nil || v.Status != replay.Same {
			t.Errorf("match %s: %v, %v; want the same", m.ID, v, err)
		}
	}
	if len(met) != total || len(matches) != total {
		t.Errorf("%d matches of %d pairings; want each of the %d once", len(matches), len(met), total)
	}
}

// kills is the number of kills of each of the tests below; make soak has more.
var kills = flag.Int("kills", 3, "kills of each test of SIGKILL")

// A server that is killed in the middle of a tournament resumes it: in the end
// every match has been played exactly once, every replay verifies, and after each
// start the server is ready.
func TestServeSurvivesSIGKILL(t *testing.T) {
	if testing.Short() {
		t.Skip("left by -short to make test: takes long") // make quick passes -short; make test and CI play it
	}
	t.Parallel()
	program, db := arbiterProgram(t), filepath.Join(t.TempDir(), "t.db")
	s := startServing(t, program, db)
	const plan = `{"name":"t","game":"domain","bots":["builtin:domain/wait","builtin:domain/random","builtin:domain/greedy"],"seeds":"1..%d","start":true}`
	seeds := 4 * *kills
	total := 3 * 2 * seeds
	s.post(t, "/api/tournaments", fmt.Sprintf(plan, seeds), http.StatusOK)
	for killed, before := 0, 0; killed < *kills; killed++ {
		for { // a few matches more than before the last kill
			if _, matches := s.state(t); matches >= before+5 || matches == total {
				before = matches
				break
			}
			time.Sleep(5 * time.Millisecond)
		}
		s.kill(t)
		s = startServing(t, program, db)
		s.untilReady(t, http.StatusOK)
	}
	s.untilDone(t)
	checkPlayed(t, s.stop(t, db), total)
}

// Accepted single matches are played exactly once, even if the server is killed
// while they are queued or running.
func TestWaitingMatchesSurviveSIGKILL(t *testing.T) {
	if testing.Short() {
		t.Skip("left by -short to make test: takes long") // make quick passes -short; make test and CI play it
	}
	t.Parallel()
	program, db := arbiterProgram(t), filepath.Join(t.TempDir(), "t.db")
	s := startServing(t, program, db)
	const total = 80
	for i := range total {
		const wish = `{"game":"keeper","bots":["builtin:keeper/wait"],"seed":"%d","key":"%d"}`
		s.post(t, "/api/matches", fmt.Sprintf(wish, i%40, i), http.StatusAccepted)
	}
	beside, err := sqlite.Open(t.Context(), db, sqlite.Normal)
	if err != nil {
		t.Fatal(err)
	}
	defer beside.Close()
	waiting := func() int {
		all, err := beside.QueuedMatches(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	for range 4 {
		before := waiting()
		for waiting() > max(before-5, 0) {
			time.Sleep(time.Millisecond)
		}
		s.kill(t)
		s = startServing(t, program, db)
	}
	for deadline := time.Now().Add(hang); waiting() > 0; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d matches wait after %v", waiting(), hang)
		}
	}
	store := s.stop(t, db)
	matches, err := store.Matches(t.Context(), league.Query{Tournament: "single:keeper"})
	if err != nil || len(matches) != total {
		t.Errorf("%d matches, %v; want each of the %d once", len(matches), err, total)
	}
	if left, err := store.QueuedMatches(t.Context()); err != nil || len(left) > 0 {
		t.Errorf("%d matches still wait, %v", len(left), err)
	}
}
