package sqlite_test

import (
	"context"
	"strings"
	"testing"

	"arbiter/server/league"
	"arbiter/server/sqlite"
)

// "what is wrong with one of them keeps no other from being kept"
func TestReportsTogether(t *testing.T) {
	ctx := context.Background()
	db := open(t, file(t))
	save(t, db)
	var reports []league.Report
	for n := range 9 {
		reports = append(reports, report(n))
	}
	reports[4].Tournament = "winter"
	reports[7] = reports[6] // reported twice
	if err := db.SaveReports(ctx, reports); err == nil || !strings.Contains(err.Error(), "FOREIGN KEY") {
		t.Errorf("error %v for a match of a tournament that is not there", err)
	}
	kept, err := db.Matches(ctx, sqlite.Query{})
	if err != nil || len(kept) != len(reports)-2 {
		t.Errorf("%d matches, %v; want all but the bad one, the double one once", len(kept), err)
	}
	if err := db.SaveReports(ctx, nil); err != nil {
		t.Errorf("no reports: %v", err)
	}
}
