package sqlite_test

import (
	"context"
	"testing"

	"arbiter/referee"
	"arbiter/server/league"
)

// "A replay that any rule names is kept; results are never pruned."
func TestPrune(t *testing.T) {
	ctx := context.Background()
	db := open(t, file(t))
	fill(t, db, 6)
	n, err := db.Prune(ctx, league.Retention{Last: 1, Faults: true})
	if err != nil || n != 2 {
		t.Fatalf("%d replays deleted, %v; want 2: those without a fault that are not the last", n, err)
	}
	matches, err := db.Matches(ctx, league.Query{})
	if err != nil || len(matches) != 6 {
		t.Errorf("%d matches, %v; want all results", len(matches), err)
	}
	if err := db.Vacuum(ctx); err != nil {
		t.Error(err)
	}
}

// "Replays of upsets by the current ratings": an upset is kept in addition to the
// last ones, until the ratings no longer make it one.
func TestPruneKeepsUpsets(t *testing.T) {
	ctx := context.Background()
	db := open(t, file(t))
	save(t, db)
	const upset = 3
	for i := range 21 {
		r := report(2 * i) // the same seats each time
		r.Result.Faults = []referee.Fault{}
		if i == upset {
			r.Result.Scores, r.Result.Ranks = []int64{-5, 31}, []int{2, 1}
		}
		if err := db.SaveReports(ctx, []league.Report{r}); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := db.Prune(ctx, league.Retention{Last: 1, Upsets: true}); err != nil || n != 19 {
		t.Fatalf("%d replays deleted, %v; want all 21 but the last and the upset", n, err)
	}
	if _, err := db.Record(ctx, report(2*upset).ID); err != nil {
		t.Errorf("the upset: %v; want it kept", err)
	}
	for i := 100; i < 120; i++ { // the other bot catches up, so its win is no longer an upset
		r := report(2 * i)
		r.Result.Faults, r.Result.Scores, r.Result.Ranks = []referee.Fault{}, []int64{-5, 31}, []int{2, 1}
		if err := db.SaveReports(ctx, []league.Report{r}); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := db.Prune(ctx, league.Retention{Last: 1, Upsets: true}); err != nil || n != 21 {
		t.Errorf("%d replays deleted, %v; want all but the last", n, err)
	}
}
