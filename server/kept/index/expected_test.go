package index_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"arbiter/referee"
	"arbiter/server/kept/index"
	"arbiter/server/league"
)

// duel returns match number n of a@1 and b@2 in the tournament "cups".
func duel(n int, scores ...int64) league.Report {
	p := league.Pairing{Start: league.Start{Seed: int64(n)}, Seats: []string{"a@1", "b@2"}}
	return league.Report{
		Job: league.Job{ID: fmt.Sprintf("%020x", n), Tournament: "cups", Pairing: p}, Game: "domain", Rules: 1, Turns: 1,
		Result: referee.Result{Scores: scores, Ranks: referee.RankScores(scores), Reason: "over"}, Times: make([]league.Times, 2),
	}
}

// "Losses that were least expected begin with the clearest ones": all of these are
// against the same bot.
func TestWorstLossesFirst(t *testing.T) {
	ctx := context.Background()
	db := open(t, t.TempDir(), "t.db")
	defer db.Close()
	define(t, db, "cups")
	var reports []league.Report
	for i, score := range []int64{9, 4, 0, 2, 4} {
		reports = append(reports, duel(i, score, 5))
	}
	if err := db.SaveReports(ctx, reports); err != nil {
		t.Fatal(err)
	}
	page, err := (&index.Index{Store: db}).List(ctx, index.Query{Bot: "a", Result: league.Lost, Sort: index.ByExpected, Limit: 9})
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
