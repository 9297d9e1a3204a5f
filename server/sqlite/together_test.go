package sqlite

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbiter/server/league"
)

// queued saves reports while something else is being written, so that they
// meet, and returns what became of each.
func queued(t *testing.T, db *DB, reports []league.Report) []error {
	t.Helper()
	waiting := func() int {
		db.queue.mu.Lock()
		defer db.queue.mu.Unlock()
		return len(db.queue.reports)
	}
	errs := make([]chan error, len(reports))
	db.writing.Lock()
	for i, r := range reports {
		errs[i] = make(chan error, 1)
		go func() { errs[i] <- db.SaveReport(context.Background(), r) }()
		for waiting() <= i {
			time.Sleep(time.Millisecond)
		}
	}
	db.writing.Unlock()
	all := make([]error, len(reports))
	for i := range all {
		all[i] = <-errs[i]
	}
	return all
}

// Reports that meet share a transaction; one that cannot be kept fails alone.
func TestReportsThatMeet(t *testing.T) {
	ctx := context.Background()
	db, err := Open(ctx, filepath.Join(t.TempDir(), "arbiter.db"), Normal)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, id := range []string{"spring", "autumn"} {
		if err := db.SaveTournament(ctx, league.Tournament{ID: id}, nil, map[string][]byte{"d1": nil}); err != nil {
			t.Fatal(err)
		}
	}
	var reports []league.Report
	for n := range 9 {
		reports = append(reports, variedReport(n))
	}
	const bad = 4
	reports[bad].Tournament = "winter"
	reports[7] = reports[6] // reported twice

	for i, err := range queued(t, db, reports) {
		switch {
		case i == bad && (err == nil || !strings.Contains(err.Error(), "FOREIGN KEY")):
			t.Errorf("error %v for a match of a tournament that is not there", err)
		case i != bad && err != nil:
			t.Errorf("report %d: %v; its neighbour's trouble is not its own", i, err)
		}
	}
	kept, err := db.Matches(ctx, Query{})
	if err != nil || len(kept) != len(reports)-2 {
		t.Errorf("%d matches, %v; want all but the bad one, the double one once", len(kept), err)
	}
	if !db.queue.met {
		t.Error("the next report does not wait for company after several have met")
	}
	if err := db.SaveReport(ctx, variedReport(20)); err != nil {
		t.Fatal(err)
	}
	if db.queue.met {
		t.Error("the next report waits for company after one came alone")
	}
}
