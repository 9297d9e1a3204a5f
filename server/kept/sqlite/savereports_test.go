package sqlite

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbiter/server/league"
)

// Reports that share a transaction are saved as each by itself would be; "an
// invalid report does not keep the others from being saved".
func TestReportsTogether(t *testing.T) {
	ctx := context.Background()
	open := func(name string) *DB {
		db, err := Open(ctx, filepath.Join(t.TempDir(), name), Normal)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		for _, id := range []string{"spring", "autumn"} {
			if err := db.SaveTournament(ctx, league.Tournament{ID: id}, nil, map[string][]byte{"d1": nil}); err != nil {
				t.Fatal(err)
			}
		}
		return db
	}
	together, alone := open("together.db"), open("alone.db")
	const bad = 4
	var reports []league.Report
	for n := range 3 * maxRows {
		reports = append(reports, variedReport(n))
	}
	reports[7] = reports[6] // reported twice
	for i, r := range reports {
		if i == bad {
			continue
		}
		if err := alone.SaveReports(ctx, []league.Report{r}); err != nil {
			t.Errorf("report %d: %v", i, err)
		}
	}

	good := append([]league.Report{}, reports[bad+1:]...)
	if err := together.SaveReports(ctx, good); err != nil {
		t.Errorf("%d good reports: %v", len(good), err)
	}
	reports[bad].Tournament = "winter"
	err := together.SaveReports(ctx, reports[:bad+1])
	if err == nil || !strings.Contains(err.Error(), "FOREIGN KEY") || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %v; want one, for the match of an unknown tournament", err)
	}
	if err := together.SaveReports(ctx, nil); err != nil {
		t.Errorf("no reports: %v", err)
	}

	var want, got bytes.Buffer
	if err := alone.Export(ctx, &want); err != nil {
		t.Fatal(err)
	}
	if err := together.Export(ctx, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.String(), got.String()); diff != "" {
		t.Errorf("saved together (-alone +together):\n%s", diff)
	}
	kept, err := together.Matches(ctx, league.Query{})
	if err != nil || len(kept) != len(reports)-2 {
		t.Errorf("%d matches, %v; want all but the invalid one, and the duplicate once", len(kept), err)
	}
}
