package main

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"arbiter/referee/refereetest"
	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
)

// BenchmarkExit measures the time from the end of the last match to the exit of
// arbiter run: saving the report, computing and printing the standings, deleting
// the copies of the bots, and closing the database.
func BenchmarkExit(b *testing.B) {
	for b.Loop() {
		var took []float64 // milliseconds
		for range 9 {
			took = append(took, float64(exit(b).Microseconds())/1000)
		}
		b.ReportMetric(refereetest.Quantile(took, 0.5), "ms")
		b.ReportMetric(refereetest.Quantile(took, 1), "ms-at-most")
	}
	b.ReportMetric(0, "ns/op") // not meaningful here
}

func exit(b *testing.B) time.Duration {
	b.Helper()
	path := filepath.Join(b.TempDir(), "t.db")
	cmd := arbiterCommand(b, "run", "--game", "domain", "-b", "builtin:domain/random", "-b", "builtin:domain/wait", "--seeds", "1..60", "--db", path)
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	ended := time.Now()
	db, err := sqlite.Open(context.Background(), path, sqlite.Normal)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	matches, err := db.Matches(context.Background(), league.Query{})
	if err != nil || len(matches) != 120 {
		b.Fatalf("%d matches, %v; want 120", len(matches), err)
	}
	var last time.Time
	for _, m := range matches {
		if end := m.PlayedAt.Add(m.Duration); end.After(last) {
			last = end
		}
	}
	return ended.Sub(last)
}
