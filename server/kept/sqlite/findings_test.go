package sqlite_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"arbiter/server/league"
)

// What a bisect or a history has come to is kept with its tournament: each time in place
// of what was kept before, and until the tournament is deleted.
func TestFindings(t *testing.T) {
	db, ctx := open(t, file(t)), context.Background()
	save(t, db)
	if kind, err := db.FindingsKind(ctx, "spring"); kind != "" || err != nil {
		t.Errorf("%q, %v; want no findings", kind, err)
	}
	first := league.Findings{
		Tournament: "spring", Kind: league.OfBisect, Path: "bots/mine", Sentence: "Not found yet.", Document: []byte(`{"games":2}`),
		ChangedAt: time.UnixMilli(1_700_000_000_001).UTC(),
	}
	later := first
	later.Kind, later.Sentence, later.Document, later.ChangedAt = league.OfHistory, "Known.", []byte(`{"games":4}`), first.ChangedAt.Add(time.Second)
	for _, f := range []league.Findings{first, later} {
		if err := db.SaveFindings(ctx, f); err != nil {
			t.Fatal(err)
		}
		got, err := db.Findings(ctx, "spring")
		if diff := cmp.Diff(f, got); diff != "" || err != nil {
			t.Errorf("%v; findings (-want +got):\n%s", err, diff)
		}
	}
	if kind, err := db.FindingsKind(ctx, "spring"); kind != league.OfHistory || err != nil {
		t.Errorf("%q, %v; want a history", kind, err)
	}
	other := tournament
	other.ID = "autumn"
	if err := db.SaveTournament(ctx, other, bots, nil); err != nil {
		t.Fatal(err)
	}
	latest := first
	latest.Tournament, latest.ChangedAt = "autumn", later.ChangedAt.Add(time.Second)
	if err := db.SaveFindings(ctx, latest); err != nil {
		t.Fatal(err)
	}
	want := []league.Findings{latest, later}
	for i := range want {
		want[i].Document = nil
	}
	all, err := db.AllFindings(ctx)
	if diff := cmp.Diff(want, all); diff != "" || err != nil {
		t.Errorf("%v; all findings, the latest first (-want +got):\n%s", err, diff)
	}
	// Extending the tournament, as each round does, changes nothing.
	if err := db.SaveTournament(ctx, other, bots, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Findings(ctx, "autumn"); err != nil {
		t.Errorf("after the next round: %v", err)
	}
	if err := db.DeleteTournament(ctx, "autumn", time.Now()); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Findings(ctx, "autumn"); !errors.Is(err, league.ErrNotFound) {
		t.Errorf("of a deleted tournament: %v; want league.ErrNotFound", err)
	}
	latest.Tournament = "winter"
	if err := db.SaveFindings(ctx, latest); !errors.Is(err, league.ErrNotFound) {
		t.Errorf("of an unknown tournament: %v; want league.ErrNotFound", err)
	}
}
