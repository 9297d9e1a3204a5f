package sqlite_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"arbiter/referee"
	"arbiter/server/league"
)

func TestQuery(t *testing.T) {
	db := open(t, file(t))
	save(t, db)
	ctx := context.Background()
	var ids []string // newest first
	for n := range 6 {
		r := report(n)
		if n == 3 {
			r.Result.Reason, r.Result.Faults = "domain", nil
		}
		if n == 2 {
			r.Result.Reason, r.Result.Faults = "dead_push", []referee.Fault{{Turn: 1, Seat: 1, Kind: referee.Crash}}
		}
		if err := db.SaveReports(ctx, []league.Report{r}); err != nil {
			t.Fatal(err)
		}
		ids = append([]string{r.ID}, ids...)
	}
	third, err := db.Match(ctx, ids[2])
	if err != nil {
		t.Fatal(err)
	}
	second, err := db.Match(ctx, ids[1])
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name  string
		query league.Query
		want  []string
	}{
		{"all", league.Query{}, ids},
		{"limit", league.Query{Limit: 2}, ids[:2]},
		{"after a cursor", league.Query{Before: third.Cursor()}, ids[3:]},
		{"before a cursor, the nearest first", league.Query{After: third.Cursor()}, []string{ids[1], ids[0]}},
		{"by start", league.Query{Start: &third.Pairing.Start, Limit: 1, Before: second.Cursor()}, ids[2:3]},
		{"by a start that nobody played", league.Query{Start: &league.Start{Seed: 99}}, nil},
		{"by bot", league.Query{Bot: bots[0].ID}, ids},
		{"by a bot's name", league.Query{Bot: "theirs"}, ids},
		{"a name is no prefix", league.Query{Bot: "their"}, nil},
		{"by reason", league.Query{Reason: "domain"}, ids[2:3]},
		{"any fault", league.Query{Fault: "any", Limit: 1}, ids[:1]},
		{"by fault", league.Query{Fault: "crash"}, ids[3:4]},
		{"another fault", league.Query{Fault: "timeout"}, nil},
		{"another game", league.Query{Game: "ctf"}, nil},
		{"another tournament", league.Query{Tournament: "autumn"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			matches, err := db.Matches(ctx, tt.query)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, m := range matches {
				got = append(got, m.ID)
			}
			if diff := cmp.Diff(tt.want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// "Those of the same millisecond as they were saved", whatever their IDs.
func TestQuerySameMillisecond(t *testing.T) {
	db := open(t, file(t))
	save(t, db)
	ctx := context.Background()
	var saved []league.Report
	for n := range 6 {
		r := report(n)
		r.PlayedAt = report(0).PlayedAt
		if err := db.SaveReports(ctx, []league.Report{r}); err != nil {
			t.Fatal(err)
		}
		saved = append(saved, r)
	}
	for n, r := range saved {
		for name, tt := range map[string]struct {
			query league.Query
			at    int
		}{"before": {league.Query{Before: r.Cursor(), Limit: 1}, n - 1}, "after": {league.Query{After: r.Cursor(), Limit: 1}, n + 1}} {
			got, err := db.Matches(ctx, tt.query)
			if err != nil {
				t.Fatal(err)
			}
			end := tt.at < 0 || tt.at == len(saved)
			if end && len(got) > 0 || !end && (len(got) != 1 || got[0].ID != saved[tt.at].ID) {
				t.Errorf("match %s %d: %v; want match %d of %d", name, n, got, tt.at, len(saved))
			}
		}
	}
}

// "The largest loss first, with the result Won the largest win"; the fault is of the
// bot's seat, and a solo match has no result.
func TestQueryOfTheBotsSeat(t *testing.T) {
	db := open(t, file(t))
	save(t, db)
	ctx := context.Background()
	var ids []string // in the order of saving
	for n, scores := range [][]int64{{5, 3}, {1, 9}, {4, 4}, {2, 6}, {20, 1}, {3, 7}, {-50}} {
		r := report(n)
		r.Pairing.Seats, r.Times = r.Pairing.Seats[:len(scores)], r.Times[:len(scores)]
		r.ID = r.Pairing.ID(tournament.ID)
		r.Result = referee.Result{Scores: scores, Ranks: referee.RankScores(scores), Reason: "domain"}
		r.Metrics = nil
		switch n {
		case 1:
			r.Result.Faults = []referee.Fault{{Turn: 1, Seat: 0, Kind: referee.Crash}}
		case 4:
			r.Result.Faults = []referee.Fault{{Turn: 1, Seat: 1, Kind: referee.Timeout}}
		}
		if err := db.SaveReports(ctx, []league.Report{r}); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, r.ID)
	}
	for _, tt := range []struct {
		name  string
		query league.Query
		want  []int
	}{
		{"lost", league.Query{Bot: "mine", Result: league.Lost}, []int{5, 3, 1}},
		{"drawn", league.Query{Bot: "mine", Result: league.Drawn}, []int{2}},
		{"won", league.Query{Bot: "mine", Result: league.Won}, []int{4, 0}},
		{"won by the other bot", league.Query{Bot: bots[1].ID, Result: league.Won}, []int{5, 3, 1}},
		{"the largest loss first, equal ones as they were saved", league.Query{Bot: "mine", Result: league.Lost, ByMargin: true}, []int{1, 3, 5}},
		{"the largest win first", league.Query{Bot: "mine", Result: league.Won, ByMargin: true}, []int{4, 0}},
		{"any result", league.Query{Bot: "theirs", ByMargin: true, Limit: 2}, []int{4, 0}},
		{"a fault of any seat", league.Query{Bot: "mine", Fault: "any"}, []int{4, 1}},
		{"a fault of its own", league.Query{Bot: "mine", Fault: "any", OwnFault: true}, []int{1}},
		{"a kind of its own", league.Query{Bot: "theirs", Fault: "timeout", OwnFault: true, Result: league.Lost}, []int{4}},
		{"another's kind", league.Query{Bot: "theirs", Fault: "crash", OwnFault: true}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			matches, err := db.Matches(ctx, tt.query)
			if err != nil {
				t.Fatal(err)
			}
			var got []int
			for _, m := range matches {
				got = append(got, slices.Index(ids, m.ID))
			}
			if diff := cmp.Diff(tt.want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// "Single matches never count in ratings unless asked": NoSingles leaves them out, and
// nothing else.
func TestNoSingles(t *testing.T) {
	ctx := context.Background()
	db := open(t, file(t))
	fill(t, db, 3)
	single := tournament
	single.ID = league.SinglesPrefix + "domain"
	if err := db.SaveTournament(ctx, single, bots, map[string][]byte{"d1": []byte(`{"hp": 3}`)}); err != nil {
		t.Fatal(err)
	}
	r := report(3)
	r.ID, r.Tournament = "00000000000000000001", single.ID
	if err := db.SaveReports(ctx, []league.Report{r}); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		q    league.Query
		want int
	}{
		{league.Query{Game: "domain"}, 4},
		{league.Query{Game: "domain", NoSingles: true}, 3},
		{league.Query{Tournament: single.ID}, 1},
	} {
		n := 0
		if err := db.EachMatching(ctx, tt.q, func(time.Time, league.Match) { n++ }); err != nil || n != tt.want {
			t.Errorf("%+v: %d matches, %v; want %d", tt.q, n, err, tt.want)
		}
	}
}
