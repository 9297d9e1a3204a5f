package index_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/server/kept/index"
	"arbiter/server/league"
)

// "Leaderboards must not mix versions of a referee": a table of a game counts the matches of the
// one that played last, also when that changes while tables are kept. A tournament that is
// named counts whichever it was.
func TestTablesDoNotMixReferees(t *testing.T) {
	ctx := context.Background()
	db := open(t, t.TempDir(), "a.db")
	defer db.Close()
	x := &index.Index{Store: db}
	n := 0
	play := func(tournament, digest string, matches int) {
		t.Helper()
		err := db.SaveTournament(ctx, league.Tournament{ID: tournament, Game: "lowest", Referee: digest}, nil, nil)
		for range matches {
			n++
			p := league.Pairing{Start: league.Start{Seed: int64(n)}, Seats: []string{"a@1", "b@2"}}
			r := league.Report{Job: league.Job{ID: fmt.Sprintf("%020x", n), Tournament: tournament, Pairing: p}, Game: "lowest", PlayedAt: time.UnixMilli(int64(n)), Times: make([]league.Times, 2)}
			r.Result = referee.Result{Scores: []int64{1, 0}, Ranks: []int{1, 2}, Reason: "ended"}
			if err == nil {
				err = db.SaveReports(ctx, []league.Report{r})
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	want := func(scope index.Scope, matches int) {
		t.Helper()
		s, _, err := x.Standings(ctx, index.Selection{Scope: scope}, "")
		if err != nil || s.Matches != matches {
			t.Errorf("%+v has %d matches, error %v; want %d", scope, s.Matches, err, matches)
		}
	}
	game := index.Scope{Game: "lowest"}
	play("first", "f00d", 3)
	want(game, 3)
	play("second", "beef", 2)
	want(game, 2)
	want(index.Scope{Tournament: "first"}, 3)
	play("third", "beef", 1)
	want(game, 3)
	if last, err := db.LastReferee(ctx, "lowest"); err != nil || last != "beef" {
		t.Errorf("last referee %q, error %v; want beef", last, err)
	}
	if last, err := db.LastReferee(ctx, "domain"); err != nil || last != "" {
		t.Errorf("last referee of domain %q, error %v; want none", last, err)
	}
}
