package sqlite

import (
	"context"
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/server/league"
)

// "The first page selects the tournament's matches by index", and "later pages
// walk the few rows that follow the mark".
func TestEachMatchAfterPlan(t *testing.T) {
	ctx := context.Background()
	db, err := Open(ctx, filepath.Join(t.TempDir(), "arbiter.db"), Normal)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for after, want := range map[league.Mark]string{
		0: "SEARCH m USING INDEX matches_by_tournament (tournament=?)",
		7: "SEARCH m USING INTEGER PRIMARY KEY (rowid>?)",
	} {
		query := `EXPLAIN QUERY PLAN SELECT ` + matchColumns + ` FROM matches m WHERE ` + afterMark(after)
		plan, err := collect(ctx, db, query, []any{"spring", after, 10}, func(rows *sql.Rows) (detail string, err error) {
			var id, parent, unused int
			err = rows.Scan(&id, &parent, &unused, &detail)
			return detail, err
		})
		if err != nil || !strings.HasPrefix(strings.Join(plan, "\n"), want) {
			t.Errorf("after the mark %d: plan %q, %v; want %s", after, plan, err, want)
		}
	}
}

// "The matches from one start" and the neighbours of a match are found by index.
func TestNeighbourPlans(t *testing.T) {
	ctx := context.Background()
	db, err := Open(ctx, filepath.Join(t.TempDir(), "arbiter.db"), Normal)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	at := league.Cursor{ID: "0a"}
	for _, tt := range []struct {
		query league.Query
		want  string
	}{
		{league.Query{Game: "ctf", Start: &league.Start{Seed: 7}}, "SEARCH m USING INDEX matches_by_start (seed=? AND setup=?)"},
		{league.Query{Tournament: "spring", Before: at}, "SEARCH m USING INDEX matches_by_tournament (tournament=? AND played_at<?)"},
		{league.Query{Tournament: "spring", After: at}, "SEARCH m USING INDEX matches_by_tournament (tournament=? AND played_at>?)"},
	} {
		where, args := conditions(tt.query)
		by, _ := order(tt.query)
		query := `EXPLAIN QUERY PLAN SELECT ` + matchColumns + ` FROM matches m WHERE ` + where + ` ORDER BY ` + by
		plan, err := collect(ctx, db, query, args, func(rows *sql.Rows) (detail string, err error) {
			var id, parent, unused int
			err = rows.Scan(&id, &parent, &unused, &detail)
			return detail, err
		})
		if err != nil || !strings.HasPrefix(strings.Join(plan, "\n"), tt.want) {
			t.Errorf("%+v: plan %q, %v; want %s", tt.query, plan, err, tt.want)
		}
	}
}
