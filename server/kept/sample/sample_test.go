package sample_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/server/kept/sample"
	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
)

// "Sample matches are plausible": a bot that gave no answer in time took the limit that
// its match was played with, and no answer took longer.
func TestTimeoutsAgreeWithLimits(t *testing.T) {
	ctx := context.Background()
	db, err := sqlite.Open(ctx, filepath.Join(t.TempDir(), "t.db"), sqlite.Normal)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := sample.Fill(ctx, db, 5000, time.UnixMilli(1_700_000_000_000)); err != nil {
		t.Fatal(err)
	}
	all, err := db.Matches(ctx, league.Query{})
	if err != nil {
		t.Fatal(err)
	}
	timeouts := 0
	for _, m := range all {
		for seat, times := range m.Times {
			limit := m.Limits.Turn
			fault := m.Result.FaultOf(seat)
			if fault != nil && fault.Kind == referee.Timeout {
				timeouts++
				if fault.Turn == 1 {
					limit = m.Limits.First
				}
				if want := fmt.Sprintf("no answer within %d ms", limit.Milliseconds()); fault.Why != want || times.MaxWall != limit {
					t.Errorf("match %s, turn %d, seat %d: %q, slowest answer %v; want %q and %v", m.ID, fault.Turn, seat, fault.Why, times.MaxWall, want, limit)
				}
			}
			if times.MaxWall > limit || times.MaxWall > times.Wall {
				t.Errorf("match %s, seat %d: slowest answer %v of %v; the limit is %v", m.ID, seat, times.MaxWall, times.Wall, limit)
			}
		}
	}
	if timeouts == 0 {
		t.Error("no timeout among the samples")
	}
}
