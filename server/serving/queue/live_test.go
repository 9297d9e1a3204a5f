package queue_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"arbiter/bots/botstest"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/live"
)

// "A remote match can be watched": from its start to its result, as on one machine.
func TestWatchRemoteMatch(t *testing.T) {
	t.Parallel()
	f := newFarm(t)
	f.worker("a", 1)
	e := tournament(t, "domain", 1, "boss?nodes=200000", "greedy")
	e.Observe = func(r league.Report) { f.coordinator.Live.Ended(r.ID) }
	played := make(chan *reports, 1)
	go func() { played <- f.run(e) }()
	var watching *live.Subscriber
	f.until("a match runs", func() bool {
		for _, id := range f.coordinator.Live.Running() {
			watching, _ = f.coordinator.Live.Subscribe(id)
		}
		return watching != nil
	})
	defer watching.Close()
	var lines [][]byte
	for {
		some, err := watching.Next(t.Context())
		lines = append(lines, some...)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	r := <-played
	if len(lines) < 4 || !bytes.Contains(lines[0], []byte(`"full":true`)) || !bytes.Contains(lines[len(lines)-1], []byte(`"result"`)) {
		t.Fatalf("%d lines, from %.80q to %.80q; want a full export", len(lines), lines[0], lines[len(lines)-1])
	}
	for _, report := range r.all {
		if report.Turns == len(lines)-4 { // without header, scene, start and footer
			return
		}
	}
	t.Errorf("%d lines; want a header, a scene, the start, the turns of one of the matches and a footer", len(lines))
}

// "Workers record a match only if the server says that somebody may watch". The
// match is known to the server either way.
func TestWorkersRecordForWatchers(t *testing.T) {
	t.Parallel()
	for _, unwatched := range []bool{false, true} {
		t.Run(fmt.Sprintf("unwatched=%v", unwatched), func(t *testing.T) {
			f := newFarm(t)
			f.coordinator.Live.Unwatched = unwatched
			dir := t.TempDir()
			e := tournament(t, "domain", 1, patient(t, dir), "greedy")
			e.Observe = func(r league.Report) { f.coordinator.Live.Ended(r.ID) }
			played := make(chan *reports, 1)
			go func() { played <- f.run(e) }()
			f.worker("a", 1)
			f.until("the bot runs", func() bool { _, err := os.Stat(filepath.Join(dir, "runs")); return err == nil })
			f.until("the server knows the match", func() bool { return len(f.coordinator.Live.Running()) > 0 })
			if !unwatched {
				f.until("the worker records the match", func() bool { return len(f.lives["a"].Running()) > 0 })
			} else if len(f.lives["a"].Running()) > 0 {
				t.Error("the worker records the match")
			}
			for _, id := range f.coordinator.Live.Running() {
				watching, err := f.coordinator.Live.Subscribe(id)
				if refused := errors.Is(err, live.ErrUnwatched); refused != unwatched {
					t.Errorf("a watcher gets %v", err)
				}
				if err == nil {
					watching.Close()
				}
			}
			if err := os.WriteFile(filepath.Join(dir, "go"), nil, 0o644); err != nil {
				t.Fatal(err)
			}
			if r := <-played; len(r.all) != 2 || len(f.coordinator.Live.Running()) > 0 {
				t.Errorf("%d matches played, %d still running; want 2 and none", len(r.all), len(f.coordinator.Live.Running()))
			}
		})
	}
}

// patient makes a bot of domain that leaves the file runs in a folder when it is
// started, and plays once there is the file go.
func patient(t *testing.T, dir string) string {
	t.Helper()
	bot := filepath.Join(t.TempDir(), "patient")
	script := fmt.Sprintf("touch %[1]s/runs; until [ -e %[1]s/go ]; do sleep 0.05; done; exec %s domain/greedy\n", dir, botstest.Program(t))
	for name, text := range map[string]string{"bot.toml": "run = \"sh run.sh\"\n", "run.sh": script} {
		if err := errors.Join(os.MkdirAll(bot, 0o755), os.WriteFile(filepath.Join(bot, name), []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	return bot
}

// A register adopts what is scheduled.
type register struct {
	mu      sync.Mutex
	work    map[string]dispatch.Work
	adopted []league.Report
}

func (r *register) Scheduled(_ context.Context, job league.Job) (dispatch.Work, bool, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	w, ok := r.work[job.ID]
	return w, ok, nil
}

func (r *register) Adopt(_ context.Context, reports []league.Report) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.adopted = append(r.adopted, reports...)
	return nil
}

// A noted source remembers the work that it has handed out.
type noted struct {
	dispatch.Source
	*register
}

func (n noted) Next(ctx context.Context) (dispatch.Work, bool, error) {
	w, ok, err := n.Source.Next(ctx)
	if ok {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.work[w.Job.ID] = w
	}
	return w, ok, err
}

// "Reports that this process does not know of are saved if their pairing is valid":
// a match that was played while the coordinator was away is not played again.
func TestNextCoordinatorAdoptsReports(t *testing.T) {
	t.Parallel()
	f := newFarm(t)
	stop := f.worker("a", 1)
	known := &register{work: map[string]dispatch.Work{}}
	e := tournament(t, "domain", 2, "boss", "greedy")
	var before reports
	e.Save = before.save(t)
	ctx, kill := context.WithCancel(t.Context())
	src := dispatch.NewTournamentSource(e, map[string]league.Outcome{})
	defer src.Close()
	ended := make(chan error, 1)
	first := f.coordinator
	go func() { ended <- first.Run(ctx, dispatch.Pool{Workers: 1}, noted{src, known}) }()
	f.until("the worker plays", func() bool {
		for _, w := range first.Workers() {
			return len(w.Playing) > 0
		}
		return false
	})
	kill()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Fatalf("%v; want it cancelled", err)
	}
	js, err := jetstream.New(first.Queue)
	if err != nil {
		t.Fatal(err)
	}
	f.until("an answer waits", func() bool {
		answers, err := js.Stream(t.Context(), "ARBITER_ANSWERS")
		return err == nil && answers.CachedInfo().State.Msgs > 0
	})
	stop() // the next coordinator knows of no worker when it takes the answer
	f.coordinator = f.newCoordinator(first.Queue)
	f.coordinator.Adopter = known
	outcomes := map[string]league.Outcome{}
	for id, report := range before.all {
		outcomes[id] = report.Outcome()
		delete(known.work, id)
	}
	var after reports
	e.Save = after.save(t)
	second := dispatch.NewTournamentSource(e, outcomes)
	defer second.Close()
	go func() { ended <- f.coordinator.Run(t.Context(), dispatch.Pool{Workers: 1}, second) }()
	f.until("a report is adopted", func() bool {
		known.mu.Lock()
		defer known.mu.Unlock()
		return len(known.adopted) > 0
	})
	f.worker("b", 1)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if len(before.all)+len(after.all) != 4 || !second.Done() {
		t.Errorf("%d matches before and %d after; want 4", len(before.all), len(after.all))
	}
	for _, report := range known.adopted {
		if saved := after.all[report.ID]; !bytes.Equal(saved.Record, report.Record) {
			t.Errorf("match %s was played again; want the report that was adopted", report.ID)
		}
	}
}
