package sqlite_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
)

// wantImported checks whether a bot of domain is known by an import alone.
func wantImported(t *testing.T, db *sqlite.DB, id string, want bool) {
	t.Helper()
	if got, err := db.Imported(t.Context(), "domain", id); err != nil || got != want {
		t.Errorf("%s: imported %v, %v; want %v", id, got, err, want)
	}
}

// "Anything that already exists stays as it is, and bots that it adds are
// Imported", until somebody enters them here.
func TestImportedBots(t *testing.T) {
	ctx := context.Background()
	from, db := open(t, file(t)), open(t, file(t))
	known, other := league.NewBot("domain", "mine", "./evil", "", "11111111"), league.NewBot("domain", "other", "sh -c evil", "", "22222222")
	spring := league.Tournament{ID: "spring", Game: "domain", Seats: 2, Bots: []string{known.ID, other.ID}}
	if err := from.SaveTournament(ctx, spring, []league.Bot{known, other}, nil); err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := from.Export(ctx, &text); err != nil {
		t.Fatal(err)
	}
	own := known
	own.Typed = "bots/mine"
	if err := db.RegisterBot(ctx, own, time.UnixMilli(1)); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Import(ctx, &text); err != nil {
		t.Fatal(err)
	}
	wantImported(t, db, own.ID, false)
	wantImported(t, db, other.ID, true)
	wantImported(t, db, "nosuch@1", false)
	if b, err := db.KnownBot(ctx, "domain", own.ID); err != nil || b.Typed != "bots/mine" {
		t.Errorf("typed %q, %v; want bots/mine, which an import does not change", b.Typed, err)
	}
	if err := db.SetBotStatus(ctx, league.KnownBot{Bot: other, Status: league.BotPromoted}, time.UnixMilli(1)); err != nil {
		t.Fatal(err)
	}
	wantImported(t, db, other.ID, true)
	if err := db.KeepBot(ctx, other); err != nil {
		t.Fatal(err)
	}
	wantImported(t, db, other.ID, false)
}
