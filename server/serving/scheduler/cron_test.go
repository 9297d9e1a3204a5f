package scheduler_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"arbiter/referee/refereetest"
	"arbiter/server/league"
	"arbiter/server/serving/scheduler"
)

// utc reads a time of a test. The years are ones that the real clock does not
// reach.
func utc(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse("2006-01-02 15:04", text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// nightly creates a tournament whose runs start at 22:00, as if somebody had
// done so at a moment. It is not started itself.
func (w *world) nightly(t *testing.T, p scheduler.Plan, since string) {
	t.Helper()
	if _, err := w.Create(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	if err := w.Store.SaveCronSchedule(t.Context(), p.Name, "CRON_TZ=UTC 0 22 * * *", "", utc(t, since)); err != nil {
		t.Fatal(err)
	}
}

func (w *world) runs(t *testing.T, template string) []string {
	t.Helper()
	runs, err := w.Store.Occurrences(t.Context(), template)
	if err != nil {
		t.Fatal(err)
	}
	return runs
}

func (w *world) due(t *testing.T, at string) {
	t.Helper()
	if err := w.Due(t.Context(), utc(t, at)); err != nil {
		t.Fatal(err)
	}
}

// Each occurrence is a tournament of its own, on the seeds that follow those of
// the one before, with the bots as they are then: a changed folder enters with its
// new digest.
func TestRuns(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mine")
	writeBot(t, dir, `run = "cat"`)
	w := newWorld(t, open(t))
	p := plan(t, "nightly", "1..2")
	p.Bots[1], p.Anchor = dir, dir
	w.nightly(t, p, "2100-11-20 12:00")
	defer w.run(t)()
	w.due(t, "2100-11-20 21:59")
	if runs := w.runs(t, "nightly"); len(runs) > 0 {
		t.Fatalf("runs %v before their time", runs)
	}
	w.due(t, "2100-11-20 22:00")
	w.due(t, "2100-11-20 22:00")
	w.until(t, "nightly@2100-11-20T22:00", league.Done)
	writeBot(t, dir, `run = "cat -"`)
	w.due(t, "2100-11-21 22:05")
	w.until(t, "nightly@2100-11-21T22:00", league.Done)
	var all []league.Tournament
	for _, id := range []string{"nightly", "nightly@2100-11-20T22:00", "nightly@2100-11-21T22:00"} {
		definition, err := w.Store.Tournament(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, definition)
	}
	for i, want := range []int64{1, 3, 5} {
		if got := all[i].Starts; len(got) != 2 || got[0].Seed != want || got[1].Seed != want+1 {
			t.Errorf("%s starts on %v; want the seeds %d and %d", all[i].ID, got, want, want+1)
		}
	}
	if !slices.Equal(all[0].Bots, all[1].Bots) || all[1].Bots[0] != all[2].Bots[0] || all[1].Bots[1] == all[2].Bots[1] {
		t.Errorf("bots %v, %v, %v; want that the changed one is another in the second run", all[0].Bots, all[1].Bots, all[2].Bots)
	}
	r, err := w.Store.TournamentStatus(t.Context(), all[2].ID)
	if err != nil || r.Anchor != all[2].Bots[1] || r.Template != "nightly" || r.Matches != 4 {
		t.Errorf("%+v, %v; want 4 matches, anchored at the new bot", r, err)
	}
}

// "Those of others are entered as they are": a schedule of who may not name a path
// does not start what has been put there since. The run is its owner's.
func TestRunOfOneWhoMayNotNamePaths(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mine")
	writeBot(t, dir, `run = "cat"`)
	w := newWorld(t, open(t))
	w.Files = copies(t)
	w.Trusts = func(owner string) bool { return owner == "ada" }
	bot, err := w.Register(t.Context(), "domain", dir, scheduler.Asker{Name: "ada", AnyBot: true})
	if err != nil {
		t.Fatal(err)
	}
	p := plan(t, "nightly", "1..2")
	p.Bots[1], p.By = bot.ID, scheduler.Asker{Name: "pam"}
	w.nightly(t, p, "2100-11-20 12:00")
	writeBot(t, dir, `run = "cat -"`)
	defer w.run(t)()
	w.due(t, "2100-11-20 22:00")
	run, err := w.Store.Tournament(t.Context(), "nightly@2100-11-20T22:00")
	if err != nil || run.Owner != "pam" || run.Bots[1] != bot.ID {
		t.Errorf("%+v, %v; want pam's, with %s", run, err, bot.ID)
	}
}

// "An overlapping run is skipped and logged."
func TestOverlap(t *testing.T) {
	w := newWorld(t, open(t))
	w.nightly(t, plan(t, "nightly", "1..3"), "2100-11-20 12:00")
	w.due(t, "2100-11-20 22:00")
	w.due(t, "2100-11-21 22:00") // nobody plays yet
	schedule, _, err := w.db.CronSchedule(t.Context(), "nightly")
	const want = "2100-11-21T22:00: skipped: nightly@2100-11-20T22:00 was still running"
	if err != nil || schedule.Why != want {
		t.Errorf("why %q, %v; want %q", schedule.Why, err, want)
	}
	defer w.run(t)()
	w.until(t, "nightly@2100-11-20T22:00", league.Done)
	w.due(t, "2100-11-22 22:00")
	if got, want := w.runs(t, "nightly"), []string{"nightly@2100-11-22T22:00", "nightly@2100-11-20T22:00"}; !slices.Equal(got, want) {
		t.Errorf("runs %v; want %v", got, want)
	}
	if schedule, _, err := w.db.CronSchedule(t.Context(), "nightly"); err != nil || schedule.Why != "" {
		t.Errorf("why %q, %v; want none", schedule.Why, err)
	}
}

// "A run missed while the server was down is not caught up more than once",
// and a server that starts looks at once.
func TestMissedRuns(t *testing.T) {
	db := open(t)
	newWorld(t, db).nightly(t, plan(t, "nightly", "1..3"), "2020-01-01 12:00")
	for range 2 {
		w := newWorld(t, db)
		stop := w.run(t)
		refereetest.Await(t, "a run of nightly", func() bool { return len(w.runs(t, "nightly")) > 0 })
		stop()
	}
	runs := newWorld(t, db).runs(t, "nightly")
	if len(runs) != 1 {
		t.Fatalf("runs %v; want one for all that were missed", runs)
	}
	if at, err := time.Parse("nightly@2006-01-02T15:04", runs[0]); err != nil || time.Since(at) > 25*time.Hour {
		t.Errorf("the run is %s; want that of the last 22:00", runs[0])
	}
}

// A bot that cannot be found stops no server: the schedule says why, and the
// next time it may be there.
func TestRunWithoutItsBot(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mine")
	writeBot(t, dir, `run = "cat"`)
	w := newWorld(t, open(t))
	p := plan(t, "nightly", "1..3")
	p.Bots[1] = dir
	w.nightly(t, p, "2100-11-20 12:00")
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	w.due(t, "2100-11-20 22:00")
	schedule, _, err := w.db.CronSchedule(t.Context(), "nightly")
	if err != nil || !strings.Contains(schedule.Why, "bots[1]: ") {
		t.Errorf("why %q, %v; want which bot", schedule.Why, err)
	}
	writeBot(t, dir, `run = "cat"`)
	defer w.run(t)()
	w.due(t, "2100-11-21 22:00")
	w.until(t, "nightly@2100-11-21T22:00", league.Done)
}

// Where the clock goes back a time comes twice: the second run has a name of
// its own.
func TestClockGoesBack(t *testing.T) {
	w := newWorld(t, open(t))
	if _, err := w.Create(t.Context(), plan(t, "hourly", "1..3")); err != nil {
		t.Fatal(err)
	}
	if err := w.Store.SaveCronSchedule(t.Context(), "hourly", "CRON_TZ=Europe/Berlin 30 * * * *", "", utc(t, "2035-10-28 00:00")); err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{"2035-10-28 00:31", "2035-10-28 01:31"} {
		w.due(t, at)
		for _, id := range w.runs(t, "hourly") {
			if err := w.Pause(t.Context(), id); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got, want := w.runs(t, "hourly"), []string{"hourly@2035-10-28T02:30+01:00", "hourly@2035-10-28T02:30"}; !slices.Equal(got, want) {
		t.Errorf("runs %v; want %v", got, want)
	}
	w.run(t)()
}
