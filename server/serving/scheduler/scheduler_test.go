package scheduler_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"arbiter/bots/botstest"
	"arbiter/referee/refereetest"
	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
	"arbiter/server/playing/botstore"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/live"
	"arbiter/server/playing/resolve"
	"arbiter/server/serving/scheduler"
)

// A world is a scheduler on a database, and what it published.
type world struct {
	*scheduler.Scheduler
	db     *sqlite.DB
	mu     sync.Mutex
	events []scheduler.Event
}

func newWorld(t *testing.T, db *sqlite.DB) *world {
	t.Helper()
	w := &world{db: db}
	w.Scheduler = &scheduler.Scheduler{
		Store: db, Resolver: resolve.Resolver{Output: io.Discard, Builtin: botstest.Program(t)}, Log: slog.New(slog.DiscardHandler), FirstPause: time.Microsecond,
		Live: &live.Broadcaster{}, Pool: dispatch.Pool{Workers: 1, Affinity: dispatch.Off},
		Publish: func(e scheduler.Event) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.events = append(w.events, e)
		},
	}
	return w
}

func open(t *testing.T) *sqlite.DB {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "t.db"), sqlite.Normal)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// run runs the scheduler until the returned function is called.
func (w *world) run(t *testing.T) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx, time.Minute) }()
	return sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// until waits for a state of a tournament.
func (w *world) until(t *testing.T, id string, state league.TournamentState) {
	t.Helper()
	refereetest.Await(t, "tournament "+id+" is "+string(state), func() bool {
		r, err := w.Store.TournamentStatus(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return r.State == state
	})
}

func plan(t testing.TB, name, seeds string) scheduler.Plan {
	t.Helper()
	starts, err := league.ParseSeeds(seeds)
	if err != nil {
		t.Fatal(err)
	}
	return scheduler.Plan{By: scheduler.Asker{AnyBot: true}, File: league.File{Name: name, Game: "domain", Seeds: starts, Bots: []string{"builtin:domain/wait", "builtin:domain/random?seed=1"}}}
}

func (w *world) create(t *testing.T, p scheduler.Plan) {
	t.Helper()
	if _, err := w.Create(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	if err := w.Start(t.Context(), p.Name); err != nil {
		t.Fatal(err)
	}
}

// started returns the tournaments of the matches in the order they began.
func (w *world) started() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var all []string
	for _, e := range w.events {
		if e.Type == scheduler.MatchStarted {
			all = append(all, e.Tournament)
		}
	}
	return all
}

// untilStarted waits until so many matches have begun.
func (w *world) untilStarted(t *testing.T, n int) {
	t.Helper()
	refereetest.AwaitProgress(t, fmt.Sprintf("%d matches that have begun", n), func() (int, bool) {
		begun := len(w.started())
		return begun, begun >= n
	})
}

// "Fair sharing between tournaments, one-off matches first", and endless
// ladders when nobody else plays.
func TestWhoIsNext(t *testing.T) {
	w := newWorld(t, open(t))
	ladder := plan(t, "ladder", "1..2")
	ladder.Format = league.Adaptive
	w.create(t, ladder)
	w.create(t, plan(t, "a", "1..10"))
	w.create(t, plan(t, "b", "1..10"))
	for range 2 {
		if _, err := w.Play(t.Context(), scheduler.MatchRequest{Game: "domain", Bots: ladder.Bots}); err != nil {
			t.Fatal(err)
		}
	}
	stop := w.run(t)
	defer stop()
	w.until(t, "a", league.Done)
	w.until(t, "b", league.Done)
	w.untilStarted(t, 50) // the ladder plays on
	stop()
	order := w.started()
	if order[0] != "single:domain" || order[1] != "single:domain" {
		t.Errorf("first come %v; want the single matches", order[:2])
	}
	count := map[string]int{}
	for _, name := range order[2:22] {
		count[name]++
	}
	if count["a"] < 8 || count["b"] < 8 || count["ladder"] > 3 {
		t.Errorf("the next 20 matches are %v; want a and b in turn, and the ladder hardly at all", count)
	}
}

// "Pause", "resume": nothing is lost and nothing is played twice.
func TestPause(t *testing.T) {
	w := newWorld(t, open(t))
	stop := w.run(t)
	defer stop()
	w.create(t, plan(t, "a", "1..50"))
	for i := range 3 {
		w.untilStarted(t, 10*(i+1))
		if err := w.Pause(t.Context(), "a"); err != nil {
			t.Fatal(err)
		}
		if err := w.Start(t.Context(), "a"); err != nil {
			t.Fatal(err)
		}
	}
	w.until(t, "a", league.Done)
	again := voids(t, w, "a").Matches // on a busy machine
	if n := len(w.started()); n != 100+again {
		t.Errorf("%d matches were begun; want each of the 100 once, and the %d that were void again", n, again)
	}
}

// "On start the server resumes what was running", and a shutdown finishes what is
// being played.
func TestRestart(t *testing.T) {
	db := open(t)
	begun := 0
	for range 4 {
		w := newWorld(t, db)
		stop := w.run(t)
		if begun == 0 {
			w.create(t, plan(t, "a", "1..60"))
		}
		w.untilStarted(t, 10)
		stop()
		begun += len(w.started())
	}
	w := newWorld(t, db)
	defer w.run(t)()
	w.until(t, "a", league.Done)
	again := voids(t, w, "a").Matches // on a busy machine
	if begun += len(w.started()); begun != 120+again {
		t.Errorf("%d matches were begun; want each of the 120 once, and the %d that were void again", begun, again)
	}
	matches, err := db.Matches(t.Context(), league.Query{Tournament: "a"})
	if err != nil || len(matches) != 120 {
		t.Errorf("%d matches, %v; want 120", len(matches), err)
	}
}

// writeBot writes a bot's folder.
func writeBot(t testing.TB, dir, text string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "bot.toml"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// copies returns a store of copies. They are read-only, so that whoever is not
// root could not delete them with the test's folder.
func copies(t *testing.T) botstore.Copies {
	t.Helper()
	store := botstore.Copies{Dir: t.TempDir()}
	t.Cleanup(func() {
		if err := store.Clear(nil); err != nil {
			t.Error(err)
		}
	})
	return store
}

// A tournament keeps its own files while the author of a bot edits them, until
// it is over.
func TestEditedBot(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mine")
	writeBot(t, dir, `run = "cat"`)
	db := open(t)
	w := newWorld(t, db)
	w.Files = copies(t)
	p := plan(t, "a", "1..2")
	p.Bots[0] = dir
	definition, err := w.Create(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	writeBot(t, dir, `run = "no longer a bot"`)
	if err := w.Start(t.Context(), "a"); err != nil {
		t.Fatal(err)
	}
	stop := w.run(t)
	defer stop()
	w.until(t, "a", league.Done)
	id, err := w.Play(t.Context(), scheduler.MatchRequest{Game: "domain", Bots: definition.Bots})
	if err != nil {
		t.Fatalf("a match of the bot as it was: %v", err)
	}
	refereetest.Await(t, "the single match", func() bool {
		_, waits := w.SingleMatch(id)
		return !waits
	})
	stop()
	again := newWorld(t, db)
	again.Files = w.Files
	defer again.run(t)()
	refereetest.Await(t, "the end of a copy that nobody needs", func() bool {
		left, err := os.ReadDir(w.Files.Dir)
		if err != nil {
			t.Fatal(err)
		}
		return len(left) == 0
	})
}

// A single match is of the bot that was asked for, though its folder is another one
// when it is played.
func TestEditedBotInSingleMatch(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mine")
	writeBot(t, dir, `run = ["sh", "-c", "read input; echo FIRST; cat"]`)
	db := open(t)
	w := newWorld(t, db)
	w.Files = copies(t)
	id, err := w.Play(t.Context(), scheduler.MatchRequest{Game: "keeper", Bots: []string{dir}, By: scheduler.Asker{AnyBot: true}})
	if err != nil {
		t.Fatal(err)
	}
	writeBot(t, dir, `run = ["sh", "-c", "read input; echo SECOND; cat"]`)
	defer w.run(t)()
	refereetest.Await(t, "the single match", func() bool {
		_, waits := w.SingleMatch(id)
		return !waits
	})
	m, err := db.Match(t.Context(), id)
	if f := m.Result.FaultOf(0); err != nil || f == nil || f.Line != "FIRST" {
		t.Errorf("%+v, %v; want a fault at the answer FIRST", m.Result, err)
	}
}

// A bot that has changed since it was entered, and whose copy somebody
// deleted, is another contender: the tournament stops and says so.
func TestChangedBot(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mine")
	writeBot(t, dir, `run = "cat"`)
	w := newWorld(t, open(t))
	w.Files = copies(t)
	p := plan(t, "a", "1..2")
	p.Bots[0] = dir
	if _, err := w.Create(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	writeBot(t, dir, `run = "cat -"`)
	if err := w.Files.Clear(nil); err != nil {
		t.Fatal(err)
	}
	err := w.Start(t.Context(), "a")
	if err == nil || !isConflict(err) {
		t.Fatalf("error %v; want a conflict", err)
	}
	if err := w.Store.SetTournamentState(t.Context(), "a", league.Running, "", time.Now()); err != nil {
		t.Fatal(err)
	}
	defer w.run(t)()
	w.until(t, "a", league.Failed)
	if r, _ := w.Store.TournamentStatus(t.Context(), "a"); r.Why != err.Error() {
		t.Errorf("failed because %q; want %q", r.Why, err)
	}
}

// A server of version 0.1 has left a tournament with a bot without a SHA-256, which it
// gets when the tournament goes on.
func TestTournamentOfVersion01(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mine")
	writeBot(t, dir, `run = "sh -c 'while read input; do echo FIRST; done'"`)
	path := filepath.Join(t.TempDir(), "t.db")
	db, err := sqlite.Open(t.Context(), path, sqlite.Normal)
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t, db)
	w.Files = copies(t)
	p := plan(t, "a", "1..2")
	p.Bots[0] = dir
	if _, err := w.Create(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	entered, err := db.Bots(t.Context(), "a")
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	old, err := sql.Open("sqlite3", "file:"+path)
	if err == nil {
		_, err = old.Exec(`UPDATE bots SET sha256 = ''`)
	}
	if err := errors.Join(err, old.Close()); err != nil {
		t.Fatal(err)
	}

	if db, err = sqlite.Open(t.Context(), path, sqlite.Normal); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	files := w.Files
	w = newWorld(t, db)
	w.Files = files
	if err := w.Start(t.Context(), "a"); err != nil {
		t.Fatal(err)
	}
	defer w.run(t)()
	w.until(t, "a", league.Done)
	after, err := db.Bots(t.Context(), "a")
	if err != nil || after[0] != entered[0] {
		t.Errorf("%+v, %v; want %+v", after, err, entered[0])
	}
	played, err := db.Matches(t.Context(), league.Query{Tournament: "a"})
	if err != nil || len(played) != 4 {
		t.Fatalf("%d matches, %v; want 4", len(played), err)
	}
	for _, m := range played {
		if f := m.Result.FaultOf(slices.Index(m.Pairing.Seats, entered[0].ID)); f == nil || f.Line != "FIRST" {
			t.Errorf("match %s has the fault %v; want the answer of the bot", m.ID, f)
		}
	}
}

// "Results stay; replays by rule": the last of each bots in the same seats.
func TestKeepLast(t *testing.T) {
	db := open(t)
	w := newWorld(t, db)
	stop := w.run(t)
	p := plan(t, "a", "1..3")
	none := time.Duration(0)
	p.TimeFirst, p.TimeTurn = &none, &none // a fault would keep a replay
	w.create(t, p)
	w.until(t, "a", league.Done)
	stop()
	w = newWorld(t, db)
	w.KeepLast = 1
	defer w.run(t)()
	refereetest.AwaitProgress(t, "2 replays that are kept", func() (int, bool) {
		matches, err := db.Matches(t.Context(), league.Query{Tournament: "a"})
		if err != nil || len(matches) != 6 {
			t.Fatalf("%d matches, %v; want all 6 results", len(matches), err)
		}
		kept := 0
		for _, m := range matches {
			if _, err := db.Record(t.Context(), m.ID); err == nil {
				kept++
			}
		}
		return kept, kept == 2
	})
}

func isConflict(err error) bool {
	_, ok := err.(league.ConflictError)
	return ok
}

// A single match whose bot has changed while it waited is lost, and says why.
func TestWaitingForChangedBot(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mine")
	writeBot(t, dir, `run = "cat"`)
	db := open(t)
	request := scheduler.MatchRequest{Game: "domain", Bots: []string{"builtin:domain/wait", dir}, By: scheduler.Asker{AnyBot: true}}
	id, err := newWorld(t, db).Play(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	request.Bots[1] = "builtin:domain/wait"
	other, err := newWorld(t, db).Play(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	writeBot(t, dir, `run = "cat -"`)
	w := newWorld(t, db)
	defer w.run(t)()
	refereetest.Await(t, "the match after it", func() bool {
		_, err = db.Match(t.Context(), other)
		return err == nil
	})
	if err != nil {
		t.Errorf("the match after it: %v", err)
	}
	single, ok := w.SingleMatch(id)
	if !ok || single.Status != scheduler.Lost || !strings.Contains(single.Why, "has changed since it was entered") {
		t.Errorf("%+v, %v; want that it is lost since its bot has changed", single, ok)
	}
}

// A slowStore keeps that a tournament is done only after it was told to.
type slowStore struct {
	*sqlite.DB
	ends chan<- struct{}
	keep <-chan struct{}
}

func (s slowStore) SetTournamentState(ctx context.Context, id string, state league.TournamentState, why string, at time.Time) error {
	if state == league.Done {
		s.ends <- struct{}{}
		<-s.keep
	}
	return s.DB.SetTournamentState(ctx, id, state, why, at)
}

// "AwaitChange waits until a tournament is no longer active and its new state is kept".
func TestAwaitChange(t *testing.T) {
	ends, keep := make(chan struct{}), make(chan struct{})
	w := newWorld(t, open(t))
	w.Store = slowStore{w.db, ends, keep}
	defer w.run(t)()
	w.create(t, plan(t, "a", "1"))
	<-ends
	short, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if w.AwaitChange(short, "a"); short.Err() == nil {
		t.Error("AwaitChange ended before the state was kept")
	}
	close(keep)
	w.AwaitChange(t.Context(), "a")
	if s, err := w.Status(t.Context(), "a"); err != nil || s.State != league.Done {
		t.Errorf("%s, %v after AwaitChange; want %s", s.State, err, league.Done)
	}
}
