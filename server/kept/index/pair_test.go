package index_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"arbiter/server/kept/index"
	"arbiter/server/league"
)

// Two bots are compared on every start that both have played, by the latest match
// of each: the same as a recount finds.
func TestPairs(t *testing.T) {
	dir := t.TempDir()
	db := open(t, dir, "t.db")
	defer db.Close()
	for _, name := range []string{"solo", "solo2"} {
		define(t, db, name)
	}
	x := &index.Index{Store: db}
	var saved []league.Report // in that order
	rapid.Check(t, func(t *rapid.T) {
		ctx := context.Background()
		var reports []league.Report
		for range rapid.IntRange(0, 9).Draw(t, "matches") {
			reports = append(reports, draw(t, rapid.SampledFrom([]string{"solo", "solo2"}).Draw(t, "tournament"), len(saved)+len(reports)+1))
		}
		if err := db.SaveReports(ctx, reports); err != nil {
			t.Fatal(err)
		}
		saved = append(saved, reports...)
		filter, err := league.ParseFilter(rapid.SampledFrom([]string{"", "walls>2"}).Draw(t, "filter"))
		if err != nil {
			t.Fatal(err)
		}
		s := index.Selection{Scope: index.Scope{Tournament: "solo"}, Filter: filter}
		bots := [2]string{"a@1", rapid.SampledFrom([]string{"b@3", "a@1", "none@0"}).Draw(t, "against")}
		pairs, _, err := x.Pairs(ctx, s, bots)
		if err != nil {
			t.Fatal(err)
		}
		latest := [2]map[league.Start]int64{{}, {}}
		for _, m := range saved {
			for i, bot := range bots {
				if m.Tournament == "solo" && m.Pairing.Seats[0] == bot && filter.Match(m.Match()) {
					latest[i][m.Pairing.Start] = m.Result.Scores[0]
				}
			}
		}
		want, got := map[league.Start][2]int64{}, map[league.Start][2]int64{}
		for start, score := range latest[0] {
			if other, ok := latest[1][start]; ok {
				want[start] = [2]int64{score, other}
			}
		}
		for _, p := range pairs {
			got[p.Start] = p.Scores
		}
		if diff := cmp.Diff(want, got); diff != "" || len(got) != len(pairs) {
			t.Fatalf("%d pairs (-recount +index):\n%s", len(pairs), diff)
		}
	})
}
