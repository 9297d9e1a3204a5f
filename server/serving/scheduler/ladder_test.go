package scheduler_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"arbiter/referee/refereetest"
	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
	"arbiter/server/playing/ladder"
	"arbiter/server/serving/scheduler"
)

// untilLadder waits for what a test wants of a ladder.
func (w *world) untilLadder(t *testing.T, name string, want func(league.LadderStanding) bool) (l league.LadderStanding) {
	t.Helper()
	refereetest.Await(t, "ladder "+name, func() bool {
		var err error
		if l, err = w.Ladder(t.Context(), name); err != nil {
			t.Fatal(err)
		}
		return want(l)
	})
	return l
}

// looks counts how often the requests of a ladder are read.
type looks struct {
	league.Store
	n atomic.Int32
}

func (l *looks) LadderRequests(ctx context.Context, name string) ([]league.LadderRequest, error) {
	l.n.Add(1)
	return l.Store.LadderRequests(ctx, name)
}

// A ladder with one bot says once that it has entered, and not each time it is looked at.
func TestLadderWithOneBotSaysSoOnce(t *testing.T) {
	w := newWorld(t, open(t))
	counted := &looks{Store: w.Store}
	var logged synced
	w.Store, w.Log = counted, slog.New(slog.NewTextHandler(&logged, nil))
	defer w.run(t)()
	if err := w.OpenLadder(t.Context(), league.OpenLadder{Name: "open", Game: "domain"}); err != nil {
		t.Fatal(err)
	}
	w.enter(t, "open", "builtin:domain/wait")
	before := counted.n.Load()
	refereetest.Await(t, "it is looked at again", func() bool { return counted.n.Load() >= before+3 })
	if n := strings.Count(logged.String(), "msg=ladder"); n != 1 {
		t.Errorf("%d lines; want one:\n%s", n, logged.String())
	}
}

// A synced text may be written and read at the same time.
type synced struct {
	mu   sync.Mutex
	text strings.Builder
}

func (s *synced) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *synced) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// enter asks that a bot enters a ladder.
func (w *world) enter(t *testing.T, name, typed string) (bot league.Bot, news bool) {
	t.Helper()
	bot, news, err := w.EnterLadder(t.Context(), name, typed, "", scheduler.Asker{AnyBot: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return bot, news
}

// A ladder plays as soon as it has two bots; entries, new versions and exits count from
// the next round on, an unchanged bot enters nothing, and another server goes on where
// the first one stopped.
func TestOpenLadder(t *testing.T) {
	db := open(t)
	w := newWorld(t, db)
	stop := w.run(t)
	defer func() { stop() }()
	l := league.OpenLadder{Name: "open", Game: "domain", TimeFactor: 100}
	for range 2 {
		if err := w.OpenLadder(t.Context(), l); err != nil {
			t.Fatal(err)
		}
	}
	other := l
	other.Game = "ctf"
	if err := w.OpenLadder(t.Context(), other); !errors.As(err, new(league.ConflictError)) {
		t.Errorf("another ladder of that name: %v; want a conflict", err)
	}
	if _, _, err := w.EnterLadder(t.Context(), "none", "builtin:domain/wait", "", scheduler.Asker{}, nil); !errors.Is(err, league.ErrNotFound) {
		t.Errorf("%v; want that there is no such ladder", err)
	}
	if _, _, err := w.EnterLadder(t.Context(), "open", "builtin:keeper/wait", "", scheduler.Asker{}, nil); err == nil {
		t.Error("a bot of another game enters")
	}
	first, _ := w.enter(t, "open", "builtin:domain/wait")
	w.enter(t, "open", "builtin:domain/random?seed=1")
	if _, news := w.enter(t, "open", "builtin:domain/wait"); news {
		t.Error("an unchanged bot enters")
	}
	w.untilLadder(t, "open", func(l league.LadderStanding) bool { return l.Rounds >= 1 })
	refused := errors.New("refused")
	mayNot := func(league.KnownBot) error { return refused }
	if _, _, err := w.EnterLadder(t.Context(), "open", "wait=builtin:domain/random?seed=2", "", scheduler.Asker{}, mayNot); !errors.Is(err, refused) {
		t.Errorf("%v; want that nobody takes the place of another's bot", err)
	}
	if err := w.LeaveLadder(t.Context(), "open", "wait", mayNot); !errors.Is(err, refused) {
		t.Errorf("%v; want that nobody removes another's bot", err)
	}
	second, _, err := w.EnterLadder(t.Context(), "open", "wait=builtin:domain/random?seed=2", "35f80e1950ff", scheduler.Asker{AnyBot: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	state := func(l league.LadderStanding, bot string) league.LadderState {
		i := slices.IndexFunc(l.Lines, func(line league.LadderLine) bool { return line.Bot == bot })
		if i < 0 || l.Lines[i].Matches == 0 {
			return ""
		}
		return l.Lines[i].State
	}
	w.untilLadder(t, "open", func(l league.LadderStanding) bool {
		return state(l, first.ID) == league.LadderOlder && state(l, second.ID) == league.LadderPlaying
	})
	// "A name has versions (digest, git commit, when)."
	l2, err := w.Ladder(t.Context(), "open")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range l2.Lines {
		if line.Entered.IsZero() || line.Bot == second.ID && line.Version != "35f80e1950ff" {
			t.Errorf("%+v; want when it was asked for, and the commit", line)
		}
	}
	stop()

	w = newWorld(t, db)
	stop = w.run(t)
	// "No 404 just after the server starts", and what was played is counted already.
	if l, err := w.Ladder(t.Context(), "open"); err != nil || l.Rounds == 0 || l.State != league.Running {
		t.Errorf("a server that has just begun: %+v, %v; want the rounds of the one before", l, err)
	}
	if all, err := w.Ladders(t.Context()); err != nil || len(all) != 1 {
		t.Errorf("%v, %v; want the ladder", all, err)
	}
	before := w.untilLadder(t, "open", func(l league.LadderStanding) bool { return l.Rounds >= 2 })
	if err := w.LeaveLadder(t.Context(), "open", "wait", nil); err != nil {
		t.Fatal(err)
	}
	w.untilLadder(t, "open", func(l league.LadderStanding) bool {
		return l.Rounds >= before.Rounds && state(l, second.ID) == league.LadderLeft && len(l.Entries) == 4
	})
	if requests, err := db.LadderRequests(t.Context(), "open"); err != nil || len(requests) > 1 {
		t.Errorf("%v, %v; want at most the last request", requests, err)
	}
}

// A ladderReader is a store that reads the matches of a ladder when it is told to.
type ladderReader struct {
	*sqlite.DB
	ladder string
	read   chan struct{} // closed by the test
}

// EachMatchUntil implements league.MatchStore.
func (l ladderReader) EachMatchUntil(ctx context.Context, tournament string, until league.Mark, do func(league.Match)) error {
	if tournament == l.ladder {
		select {
		case <-l.read:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return l.DB.EachMatchUntil(ctx, tournament, until, do)
}

// A tournament does not wait for ladders that a server counts when it begins; who asks for
// a ladder does. It plays on from what was counted.
func TestTournamentDoesNotWaitForLadders(t *testing.T) {
	db := open(t)
	w := newWorld(t, db)
	stop := w.run(t)
	if err := w.OpenLadder(t.Context(), league.OpenLadder{Name: "open", Game: "domain", TimeFactor: 100}); err != nil {
		t.Fatal(err)
	}
	w.enter(t, "open", "builtin:domain/wait")
	w.enter(t, "open", "builtin:domain/random?seed=1")
	before := w.untilLadder(t, "open", func(l league.LadderStanding) bool { return l.Rounds >= 1 })
	stop()
	for _, state := range []league.TournamentState{league.Running, league.Done} { // of the ladder: in a round, and between two
		name := "waits-" + string(state)
		w = newWorld(t, db)
		reader := ladderReader{db, "open", make(chan struct{})}
		w.Store = reader
		if _, err := w.Create(t.Context(), plan(t, name, "1..2")); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(db.SetTournamentState(t.Context(), name, league.Running, "", league.Now()), db.SetTournamentState(t.Context(), "open", state, "", league.Now())); err != nil {
			t.Fatal(err)
		}
		stop = w.run(t)
		w.until(t, name, league.Done)
		soon, end := context.WithTimeout(t.Context(), 10*time.Millisecond)
		if l, err := w.Ladder(soon, "open"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %+v, %v; want that who asks for a ladder waits until it is counted", state, l, err)
		}
		end()
		close(reader.read)
		before = w.untilLadder(t, "open", func(l league.LadderStanding) bool { return l.Rounds > before.Rounds && l.Matches > before.Matches })
		stop()
	}
}

// A ladder reads what was played before once, however many rounds follow, and where its
// bots stand is what another server reads.
func TestLadderReadsItsPastOnce(t *testing.T) {
	db := open(t)
	w := newWorld(t, db)
	reader := &countingReader{DB: db, ladder: "open"}
	w.Store = reader
	stop := w.run(t)
	if err := w.OpenLadder(t.Context(), league.OpenLadder{Name: "open", Game: "domain", TimeFactor: 100}); err != nil {
		t.Fatal(err)
	}
	w.enter(t, "open", "builtin:domain/wait")
	w.enter(t, "open", "builtin:domain/random?seed=1")
	w.untilLadder(t, "open", func(l league.LadderStanding) bool { return l.Rounds >= 3 })
	w.enter(t, "open", "builtin:domain/random?seed=2") // counts from a round on, as before
	w.untilLadder(t, "open", func(l league.LadderStanding) bool {
		return len(l.Lines) == 3 && !slices.ContainsFunc(l.Lines, func(line league.LadderLine) bool { return line.Matches < 2*ladder.FirstPairs })
	})
	if reads := reader.reads.Load(); reads > 1 {
		t.Errorf("read the past %d times; want once, of the first round", reads)
	}
	if err := w.PauseLadder(t.Context(), "open"); err != nil {
		t.Fatal(err)
	}
	before := w.untilLadder(t, "open", func(l league.LadderStanding) bool { return l.State == league.Paused })
	stop()
	w = newWorld(t, db)
	defer w.run(t)()
	after, err := w.Ladder(t.Context(), "open")
	if err != nil || after.Rounds < before.Rounds || len(after.Lines) != len(before.Lines) {
		t.Fatalf("another server: %+v, %v; want %+v", after, err, before)
	}
	if diff := cmp.Diff(before.LadderTable, after.LadderTable); diff != "" && after.Rounds == before.Rounds {
		t.Errorf("another server reads otherwise (-before +after):\n%s", diff)
	}
}

// A countingReader counts how often the matches of a ladder are read.
type countingReader struct {
	*sqlite.DB
	ladder string
	reads  atomic.Int64
}

// EachMatchUntil implements league.MatchStore.
func (r *countingReader) EachMatchUntil(ctx context.Context, tournament string, until league.Mark, do func(league.Match)) error {
	if tournament == r.ladder {
		r.reads.Add(1)
	}
	return r.DB.EachMatchUntil(ctx, tournament, until, do)
}

// A paused ladder plays nothing until it is started again, and one whose tournament is
// deleted is gone.
func TestOpenLadderIsPausedAndDeleted(t *testing.T) {
	w := newWorld(t, open(t))
	stop := w.run(t)
	defer stop()
	if err := w.OpenLadder(t.Context(), league.OpenLadder{Name: "open", Game: "domain", TimeFactor: 100}); err != nil {
		t.Fatal(err)
	}
	w.enter(t, "open", "builtin:domain/wait")
	w.enter(t, "open", "builtin:domain/random?seed=1")
	w.untilLadder(t, "open", func(l league.LadderStanding) bool { return l.Rounds >= 1 })
	if err := w.PauseLadder(t.Context(), "open"); err != nil {
		t.Fatal(err)
	}
	paused := w.untilLadder(t, "open", func(l league.LadderStanding) bool { return l.State == league.Paused })
	if err := w.Start(t.Context(), "open"); err != nil {
		t.Fatal(err)
	}
	w.untilLadder(t, "open", func(l league.LadderStanding) bool { return l.State == league.Running && l.Rounds > paused.Rounds+1 })
	if err := w.Cancel(t.Context(), "open", ""); err != nil {
		t.Fatal(err)
	}
	if err := w.Delete(t.Context(), "open"); err != nil {
		t.Fatal(err)
	}
	refereetest.Await(t, "the end of the ladder", func() bool {
		_, err := w.Ladder(t.Context(), "open")
		return err != nil
	})
}

// "A worker takes a ladder match only while no tournament, check or experiment waits."
func TestOpenLadderGetsTheLastWorker(t *testing.T) {
	w := newWorld(t, open(t))
	open := plan(t, "a-ladder", "1..2")
	w.create(t, open)
	bots, err := w.Store.Bots(t.Context(), "a-ladder")
	if err != nil {
		t.Fatal(err)
	}
	open.Name, open.Extend = "b-open", true
	open.Series = league.Series{
		Rounds:  [][]league.Cell{{{A: bots[0].ID, B: bots[1].ID, Pairs: 1}}},
		Entries: []league.SeriesEntry{{Key: "wait", Bot: bots[0].ID, Round: 1, Asked: league.Now()}, {Key: "random", Bot: bots[1].ID, Round: 1, Asked: league.Now()}},
	}
	w.create(t, open)
	endless := plan(t, "c-endless", "1..2")
	endless.Format = league.Adaptive
	w.create(t, endless)
	w.ready(t, "a-ladder", "b-open", "c-endless")
	for _, want := range []string{"a-ladder", "a-ladder", "a-ladder", "a-ladder", "c-endless"} {
		if work := w.next(t); work.Job.Tournament != want {
			t.Fatalf("the next match is of %s; want %s", work.Job.Tournament, want)
		}
	}
}
