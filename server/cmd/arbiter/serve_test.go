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

	"arbiter/referee/games"
	"arbiter/referee/refereetest"
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
	refereetest.AwaitProgress(t, "t is done", func() (int, bool) {
		state, matches := s.state(t)
		return matches, state == "done"
	})
}

// untilPlayed waits until the tournament "t" is done or has at least so many matches, and
// returns how many: some may be void and never come.
func (s *serveProcess) untilPlayed(t *testing.T, least int) int {
	t.Helper()
	played := 0
	refereetest.AwaitProgress(t, fmt.Sprintf("%d matches of t", least), func() (int, bool) {
		var state string
		state, played = s.state(t)
		return played, state == "done" || played >= least
	})
	return played
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
	const plan = `{"name":"t","game":"domain","bots":["builtin:domain/wait","builtin:domain/random","builtin:domain/greedy"],"seeds":"1..%d","first_ms":0,"turn_ms":0,"start":true}`
	seeds := 4 * *kills
	total := 3 * 2 * seeds
	s.post(t, "/api/tournaments", fmt.Sprintf(plan, seeds), http.StatusOK)
	for killed, before := 0, 0; killed < *kills; killed++ {
		before = s.untilPlayed(t, before+5) // a few matches more than before the last kill
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
		const wish = `{"game":"keeper","bots":["builtin:keeper/wait"],"seed":"%d","key":"%d","first_ms":0,"turn_ms":0}`
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
		refereetest.Await(t, "five matches more", func() bool { return waiting() <= max(before-5, 0) })
		s.kill(t)
		s = startServing(t, program, db)
	}
	refereetest.AwaitProgress(t, "the matches that wait", func() (int, bool) {
		left := waiting()
		return left, left == 0
	})
	store := s.stop(t, db)
	matches, err := store.Matches(t.Context(), league.Query{Tournament: "single:keeper"})
	if err != nil || len(matches) != total {
		t.Errorf("%d matches, %v; want each of the %d once", len(matches), err, total)
	}
	if left, err := store.QueuedMatches(t.Context()); err != nil || len(left) > 0 {
		t.Errorf("%d matches still wait, %v", len(left), err)
	}
}
