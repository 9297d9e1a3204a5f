package sqlite

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/server/league"
)

// BenchmarkResume resumes a tournament of 100 000 played matches: from opening the
// file to the first remaining pairing.
func BenchmarkResume(b *testing.B) {
	ctx := context.Background()
	path := filepath.Join(b.TempDir(), "arbiter.db")
	db, err := Open(ctx, path, Normal)
	if err != nil {
		b.Fatal(err)
	}
	t := league.Tournament{ID: "long", Game: "domain", Seats: 2, Format: league.RoundRobin, Bots: []string{"a@1", "b@2"}, Starts: []league.Start{{}}, Games: 50_001}
	if err := db.SaveTournament(ctx, t, nil, nil); err != nil {
		b.Fatal(err)
	}
	var reports []league.Report
	for p := range league.Pairings(t, league.Outcomes{}) {
		if len(reports) == 100_000 {
			break
		}
		reports = append(reports, league.Report{
			Job:    league.Job{ID: p.ID(t.ID), Tournament: t.ID, Pairing: p},
			Game:   t.Game,
			Result: referee.Result{Scores: []int64{1, 0}, Ranks: []int{1, 2}, Reason: "domain"},
			Times:  make([]league.Times, 2), PlayedAt: time.Unix(int64(len(reports)), 0), Record: make([]byte, 2000),
		})
	}
	if err := db.SaveReports(ctx, reports); err != nil {
		b.Fatal(err)
	}
	if err := db.Close(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		db, err := Open(ctx, path, Normal)
		if err != nil {
			b.Fatal(err)
		}
		outcomes, err := db.PlayedIDs(ctx, t.ID)
		if err != nil || len(outcomes) != 100_000 {
			b.Fatal(len(outcomes), err)
		}
		for p := range league.Remaining(t, league.Outcomes(outcomes)) {
			if p.Repetition != 50_000 {
				b.Fatalf("game %d remains first; want 50000", p.Repetition)
			}
			break
		}
		if err := db.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
