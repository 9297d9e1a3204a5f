package sqlite_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbiter/server/league"
)

func TestTournamentRoundTrip(t *testing.T) {
	db := open(t, file(t))
	save(t, db)
	ctx := context.Background()
	got, err := db.Tournament(ctx, "spring")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(tournament, got); diff != "" {
		t.Errorf("tournament (-want +got):\n%s", diff)
	}
	entered, err := db.Bots(ctx, "spring")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(bots, entered); diff != "" {
		t.Errorf("bots (-want +got):\n%s", diff)
	}
	if text, err := db.PositionText(ctx, "d1"); err != nil || string(text) != `{"hp": 3}` {
		t.Errorf("setup %q, %v", text, err)
	}
	if _, err := db.Tournament(ctx, "autumn"); !errors.Is(err, league.ErrNotFound) || !strings.Contains(err.Error(), "autumn") {
		t.Errorf("error %v; want ErrNotFound that names it", err)
	}
}
