package scheduler_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/dispatch"
	"arbiter/server/serving/scheduler"
)

// starved is an error of a machine that did not let a bot run.
type starved struct{}

func (starved) Error() string { return "starved" }
func (starved) Void() bool    { return true }

// most is how often a match is void before it is left out of a tournament that waits.
const most = dispatch.MaxVoids + dispatch.MaxLateVoids

// "After more voids the pair is left out and counted, and nothing else stops": the
// tournament is done, and a check ends without the start.
func TestVoidMatches(t *testing.T) {
	for _, check := range []bool{false, true} {
		t.Run(fmt.Sprintf("check %v", check), func(t *testing.T) {
			w := newWorld(t, open(t))
			p := plan(t, "cup", "1..3")
			if check {
				p.Test = &league.Question{Question: rating.NotWeaker(rating.PairUnit)}
			}
			w.create(t, p)
			tries := map[string]int{}
			busy := func(start league.Start) bool { return start == p.Seeds[0] }
			for matches := 0; matches < 4 || len(voids(t, w, "cup").LeftOut) == 0 || !check && len(voids(t, w, "cup").LeftOut) < 2; {
				work := w.next(t)
				if !busy(work.Job.Pairing.Start) {
					matches++
					w.played(t, work)
					continue
				}
				if tries[work.Job.ID]++; tries[work.Job.ID] > most {
					t.Fatalf("match %s is played again after %d voids", work.Job.ID, most)
				}
				if err := w.Failed(work, fmt.Errorf("seat 0: %w", starved{})); err != nil {
					t.Fatal(err)
				}
			}
			w.until(t, "cup", league.Done)
			v := voids(t, w, "cup")
			for _, start := range v.LeftOut {
				if !busy(start) {
					t.Errorf("%v is left out; want %v", start, p.Seeds[0])
				}
			}
			want := 2 * most
			if check {
				want-- // the other match of the start is not played once the first is left out
			}
			if v.Matches != want {
				t.Errorf("%d matches were void; want %d", v.Matches, want)
			}
			if n := w.published(scheduler.MatchVoid); n != v.Matches {
				t.Errorf("%d of %d void matches were published: who watches takes the others for running", n, v.Matches)
			}
		})
	}
}

func voids(t *testing.T, w *world, tournament string) league.Voids {
	t.Helper()
	all, err := w.Store.Voids(t.Context(), tournament)
	if err != nil {
		t.Fatal(err)
	}
	return league.SumVoids(all)
}

// A server that starts again remembers what was left out: it is not tried again,
// and the tournament is done without it.
func TestLeftOutSurvivesRestart(t *testing.T) {
	db := open(t)
	w := newWorld(t, db)
	p := plan(t, "cup", "1..3")
	w.create(t, p)
	played := 0
	for len(voids(t, w, "cup").LeftOut) < 2 {
		work := w.next(t)
		if work.Job.Pairing.Start != p.Seeds[0] {
			if played < 3 { // the last one is still being played when the server stops
				played++
				w.played(t, work)
			}
		} else if err := w.Failed(work, starved{}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Pause(t.Context(), "cup"); err != nil {
		t.Fatal(err)
	}
	before := voids(t, w, "cup")
	w = newWorld(t, db)
	if err := w.Start(t.Context(), "cup"); err != nil {
		t.Fatal(err)
	}
	for ; played < 4; played++ {
		work := w.next(t)
		if work.Job.Pairing.Start == p.Seeds[0] {
			t.Fatal("what was left out is played again")
		}
		w.played(t, work)
	}
	w.until(t, "cup", league.Done)
	if diff := cmp.Diff(before, voids(t, w, "cup")); diff != "" || before.Matches != 2*most {
		t.Errorf("%d void matches before the restart; want %d; (-before +after):\n%s", before.Matches, 2*most, diff)
	}
}

// "A starved match has no result and is played again", a single one as well.
func TestVoidSingleMatchIsPlayedAgain(t *testing.T) {
	w := newWorld(t, open(t))
	id, err := w.Play(t.Context(), scheduler.MatchRequest{Game: "domain", Bots: []string{"builtin:domain/wait", "builtin:domain/wait"}})
	if err != nil {
		t.Fatal(err)
	}
	for void := 1; void <= 3; void++ {
		work, ok, err := w.Next(t.Context())
		if err != nil || !ok || work.Job.ID != id {
			t.Fatalf("void %d: %v, %v, %v; want the match again", void, work.Job.ID, ok, err)
		}
		if err := w.Failed(work, starved{}); err != nil {
			t.Fatal(err)
		}
		want := scheduler.Waiting
		if void == 3 {
			want = scheduler.Lost
		}
		if n := w.published(scheduler.MatchVoid); n != min(void, 2) {
			t.Errorf("after %d voids %d are published; want each after which it is played again", void, n)
		}
		if single, ok := w.SingleMatch(id); !ok || single.Status != want {
			t.Errorf("after %d voids it is %s; want %s", void, single.Status, want)
		}
	}
}

// published returns how many events of a type there were.
func (w *world) published(kind string) (n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, e := range w.events {
		if e.Type == kind {
			n++
		}
	}
	return n
}
