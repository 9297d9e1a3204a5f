package sqlite_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbiter/referee"
	"arbiter/server/league"
)

// Void matches are kept with their tournament: counted by its status, and part of
// an export.
func TestVoids(t *testing.T) {
	ctx := context.Background()
	a, b := open(t, file(t)), open(t, file(t))
	fill(t, a, 2)
	want := []league.Void{{Job: report(0).Job, Times: 1}, {Job: report(3).Job, Times: 3, LeftOut: true}}
	for _, times := range []int{1, 2, 3} { // the last count stays
		v := want[1]
		v.Times, v.LeftOut = times, times == 3
		if err := a.SaveVoid(ctx, v); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.SaveVoid(ctx, want[0]); err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := a.Export(ctx, &text); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Import(ctx, &text); err != nil {
		t.Fatal(err)
	}
	for name, db := range map[string]interface {
		Void(context.Context, string) (league.Void, error)
		Voids(context.Context, string) ([]league.Void, error)
		TournamentStatus(context.Context, string) (league.TournamentStatus, error)
	}{"saved": a, "imported": b} {
		if v, err := db.Void(ctx, want[1].ID); err != nil || v.Times != 3 || !v.LeftOut || v.Tournament != "spring" {
			t.Errorf("%s: %+v, %v; want the match that was left out", name, v, err)
		}
		if v, err := db.Void(ctx, want[0].ID); !errors.Is(err, league.ErrNotFound) {
			t.Errorf("%s: %+v, %v; want none, as it has been played", name, v, err)
		}
		got, err := db.Voids(ctx, "spring")
		byTimes := map[int]league.Void{}
		for _, v := range got {
			byTimes[v.Times] = v
		}
		if diff := cmp.Diff(map[int]league.Void{1: want[0], 3: want[1]}, byTimes); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
		status, err := db.TournamentStatus(ctx, "spring")
		if err != nil || status.Void != 4 || status.LeftOut != 1 || status.Matches != 2 {
			t.Errorf("%s: %+v, %v; want 4 void matches, 1 left out and 2 played", name, status, err)
		}
	}
}

// A match that was put off is kept as put off, even if it has been played since. It
// never counts as left out.
func TestPutOffIsKept(t *testing.T) {
	ctx := context.Background()
	db := open(t, file(t))
	fill(t, db, 1)
	for n := range 2 { // the first has been played
		if err := db.SaveVoid(ctx, league.Void{Job: report(n).Job, Times: 3, PutOff: true}); err != nil {
			t.Fatal(err)
		}
	}
	voids, err := db.Voids(ctx, "spring")
	if err != nil || len(voids) != 2 || !voids[0].PutOff || !voids[1].PutOff || voids[0].LeftOut || voids[1].LeftOut {
		t.Errorf("%+v, %v; want two that were put off", voids, err)
	}
	if status, err := db.TournamentStatus(ctx, "spring"); err != nil || status.Void != 6 || status.LeftOut != 0 || status.PutOff != 1 {
		t.Errorf("%+v, %v; want 6 void matches, none left out and one that waits", status, err)
	}
}

// A match that was left out and has been played since is left out no more, wherever
// that is asked.
func TestPlayedSinceIsNotLeftOut(t *testing.T) {
	ctx := context.Background()
	db := open(t, file(t))
	fill(t, db, 2)
	for n := range 3 { // the first two have been played
		if err := db.SaveVoid(ctx, league.Void{Job: report(n).Job, Times: 3, LeftOut: true}); err != nil {
			t.Fatal(err)
		}
	}
	voids, err := db.Voids(ctx, "spring")
	if sum := league.SumVoids(voids); err != nil || sum.Matches != 9 || len(sum.LeftOut) != 1 {
		t.Errorf("%+v, %v; want 9 void matches and 1 left out", sum, err)
	}
	if status, err := db.TournamentStatus(ctx, "spring"); err != nil || status.Void != 9 || status.LeftOut != 1 {
		t.Errorf("%+v, %v; want 9 void matches and 1 left out", status, err)
	}
}

// A match that was played without limits says so. A match whose limits are not known
// does not. Limits of another clock are not taken for limits of wall time.
func TestNoLimitsAreNotUnknownLimits(t *testing.T) {
	ctx := context.Background()
	db := open(t, file(t))
	save(t, db)
	var want []league.Report
	for n, limits := range []struct {
		referee.TimeLimits
		unlimited bool
	}{{tournament.Limits, false}, {referee.TimeLimits{}, true}, {referee.TimeLimits{}, false}, {referee.TimeLimits{Clock: referee.CPUClock}, false}} {
		r := report(n)
		r.Limits, r.Unlimited = limits.TimeLimits, limits.unlimited
		if err := db.SaveReports(ctx, []league.Report{r}); err != nil {
			t.Fatal(err)
		}
		r.Record = nil
		want = append(want, r)
	}
	for _, r := range want {
		got, err := db.Match(ctx, r.ID)
		if diff := cmp.Diff(r, got); err != nil || diff != "" {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	}
}
