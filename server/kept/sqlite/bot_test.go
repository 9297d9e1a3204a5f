package sqlite_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
)

// withSHA returns bots[0] typed in some way, with a SHA-256.
func withSHA(typed, sha256 string) league.Bot {
	b := bots[0]
	b.Typed, b.SHA256 = typed, sha256
	return b
}

// stored returns the bot with the ID of bots[0].
func stored(t *testing.T, db *sqlite.DB) league.Bot {
	t.Helper()
	known, err := db.KnownBot(t.Context(), "domain", bots[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	return known.Bot
}

// "A bot that has the ID of another one is a league.UsageError", by whatever way it
// is saved, and nothing of the other one changes.
func TestBotWithTheIDOfAnother(t *testing.T) {
	ctx := t.Context()
	first, second := withSHA("./mine", "aa"), withSHA("./stranger", "bb")
	db, other := open(t, file(t)), open(t, file(t))
	if err := db.KeepBot(ctx, first); err != nil {
		t.Fatal(err)
	}
	solo := league.Tournament{ID: "evil", Game: "domain", Bots: []string{second.ID}}
	if err := other.SaveTournament(ctx, solo, []league.Bot{second}, nil); err != nil {
		t.Fatal(err)
	}
	var export bytes.Buffer
	if err := other.Export(ctx, &export); err != nil {
		t.Fatal(err)
	}
	onlyID := second
	onlyID.Digest, onlyID.SHA256 = "0123456700000000", "" // the digest alone shows that it is another one
	for name, save := range map[string]func() error{
		"KeepBot":        func() error { return db.KeepBot(ctx, second) },
		"another digest": func() error { return db.KeepBot(ctx, onlyID) },
		"RegisterBot":    func() error { return db.RegisterBot(ctx, second, time.UnixMilli(1)) },
		"SaveTournament": func() error { return db.SaveTournament(ctx, solo, []league.Bot{second}, nil) },
		"Import":         func() error { _, err := db.Import(ctx, bytes.NewReader(export.Bytes())); return err },
	} {
		err := save()
		if !errors.As(err, new(league.UsageError)) || !strings.Contains(err.Error(), "./stranger: its ID would be mine@01234567, which another bot has") {
			t.Errorf("%s: error %v; want that the ID is taken", name, err)
		}
		if diff := cmp.Diff(first, stored(t, db)); diff != "" {
			t.Errorf("%s: the first bot (-want +got):\n%s", name, diff)
		}
		if _, err := db.Tournament(ctx, "evil"); !errors.Is(err, league.ErrNotFound) {
			t.Errorf("%s: error %v; want no tournament", name, err)
		}
	}
}

// "A bot that was stored without a SHA-256 gets it" when the same digest is entered
// again. From then on it decides.
func TestOldBotGetsItsSHA256(t *testing.T) {
	ctx := t.Context()
	db := open(t, file(t))
	save(t, db)
	for _, b := range []league.Bot{withSHA("./mine", "aa"), withSHA("./moved", "aa"), withSHA("./moved", "")} {
		if err := db.KeepBot(ctx, b); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(withSHA("./moved", "aa"), stored(t, db)); diff != "" {
		t.Errorf("bot (-want +got):\n%s", diff)
	}
	if err := db.KeepBot(ctx, withSHA("./stranger", "bb")); err == nil {
		t.Error("no error for another SHA-256")
	}
	entered, err := db.EnteredDigests(ctx)
	if want := map[string]bool{"aa": true, "": true}; err != nil || !cmp.Equal(want, entered) {
		t.Errorf("%v, %v; want the SHA-256 of each bot", entered, err)
	}
}
