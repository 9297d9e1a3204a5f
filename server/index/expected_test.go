package index_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"arbiter/referee"
	"arbiter/server/index"
	"arbiter/server/league"
)

// "Losses that were least expected begin with the clearest ones": all of these are
// against the same bot.
func TestWorstLossesFirst(t *testing.T) {
	ctx := context.Background()
	db := open(t, t.TempDir(), "t.db")
	defer db.Close()
	define(t, db, "cups")
	var reports []league.Report
	for i, score := range []int64{9, 4, 0, 2, 4} {
		p := league.Pairing{Start: league.Start{Seed: int64(i)}, Seats: []string{"a@1", "b@2"}}
		result := referee.Result{Scores: []int64{score, 5}, Ranks: referee.RankScores([]int64{score, 5}), Reason: "over"}
		reports = append(reports, league.Report{
			Job: league.Job{ID: fmt.Sprintf("%020x", i), Tournament: "cups", Pairing: p}, Game: "domain", Rules: 1, Turns: 1,
			Result: result, Times: make([]league.Times, 2),
		})
	}
	if err := db.SaveReports(ctx, reports); err != nil {
		t.Fatal(err)
	}
	page, err := (&index.Index{Store: db}).List(ctx, index.Query{Bot: "a", Result: index.Lost, Sort: index.ByExpected, Limit: 9})
	if err != nil {
		t.Fatal(err)
	}
	var scores []int64
	for _, s := range page.Seats {
		scores = append(scores, reports[s.Mark-1].Result.Scores[s.Seat])
	}
	if !slices.Equal(scores, []int64{0, 2, 4, 4}) {
		t.Errorf("losses with %v points; want the fewest first", scores)
	}
}
