package index_test

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	_ "github.com/mattn/go-sqlite3"
	"pgregory.net/rapid"

	"arbiter/referee"
	"arbiter/server/kept/index"
	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
)

// open opens a new database in a folder; the caller closes it.
func open(t rapid.TB, dir, name string) *sqlite.DB {
	t.Helper()
	db, err := sqlite.Open(context.Background(), filepath.Join(dir, name), sqlite.Normal)
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// draw makes a match of a tournament: of domain, of keeper for those that begin with "solo", or
// of a game of two, three or eight seats for those that begin with "many".
func draw(t *rapid.T, tournament string, n int) league.Report {
	game, seats := "domain", 2
	if tournament[:4] == "solo" {
		game, seats = "keeper", 1
	}
	if tournament[:4] == "many" {
		game, seats = "lowest", rapid.SampledFrom([]int{2, 3, 8}).Draw(t, "seats")
	}
	p := league.Pairing{Start: league.Start{Seed: rapid.Int64Range(1, 4).Draw(t, "seed")}, Repetition: n}
	m := league.Report{Game: game, Rules: 1, Turns: rapid.IntRange(1, 9).Draw(t, "turns")}
	for range seats {
		bots := []string{"a@1", "a@2", "b@3", "c@4", league.HumanID}
		p.Seats = append(p.Seats, rapid.SampledFrom(bots).Draw(t, "bot"))
		m.Result.Scores = append(m.Result.Scores, rapid.Int64Range(-3, 3).Draw(t, "score"))
		m.Times = append(m.Times, league.Times{})
	}
	m.Job = league.Job{ID: fmt.Sprintf("%020x", n), Tournament: tournament, Pairing: p}
	m.Result.Ranks = referee.RankScores(m.Result.Scores)
	m.Result.Reason = rapid.SampledFrom([]string{"over", "turn_limit"}).Draw(t, "reason")
	for seat := range seats {
		if rapid.IntRange(0, 3).Draw(t, "fault") == 0 {
			m.Result.Faults = append(m.Result.Faults, referee.Fault{Turn: 1, Seat: seat, Kind: rapid.SampledFrom([]referee.Kind{referee.Timeout, referee.Illegal}).Draw(t, "kind"), Why: "so", Forgiven: rapid.Bool().Draw(t, "forgiven")})
		}
		if rapid.Bool().Draw(t, "has metric") {
			m.Metrics = append(m.Metrics, league.Metric{Seat: seat, Name: "depth", Value: float64(rapid.IntRange(1, 5).Draw(t, "depth"))})
		}
	}
	if rapid.Bool().Draw(t, "has attribute") {
		m.Attributes = []referee.Attribute{{Name: "walls", Value: float64(rapid.IntRange(1, 5).Draw(t, "walls"))}}
	}
	m.PlayedAt = time.UnixMilli(1_700_000_000_000 + rapid.Int64Range(0, 20).Draw(t, "played at")).UTC()
	m.Duration = time.Duration(rapid.IntRange(0, 9).Draw(t, "duration")) * time.Millisecond
	return m
}

func define(t rapid.TB, db *sqlite.DB, tournament string) {
	t.Helper()
	game := "domain"
	if tournament[:4] == "solo" {
		game = "keeper"
	}
	if tournament[:4] == "many" {
		game = "lowest"
	}
	definition := league.Tournament{ID: tournament, Game: game}
	if tournament == "bisect" {
		definition.Series = league.Series{Rounds: [][]league.Cell{{{A: "a@1", B: "a@2", Pairs: 1}}}}
	}
	if err := db.SaveTournament(context.Background(), definition, nil, nil); err != nil {
		t.Fatal(err)
	}
}

// "Counts are kept as reports come and equal a recount after any save, import and
// prune", and after a deletion, also one by another process.
func TestIndexEqualsARecount(t *testing.T) {
	dir := t.TempDir()
	db, other := open(t, dir, "a.db"), open(t, dir, "b.db")
	defer db.Close()
	defer other.Close()
	var files []*sql.DB // as other processes have them open
	for _, name := range []string{"a.db", "b.db"} {
		file, err := sql.Open("sqlite3", filepath.Join(dir, name)+"?_foreign_keys=on")
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		files = append(files, file)
	}
	rapid.Check(t, func(t *rapid.T) {
		ctx := context.Background()
		foreign := files[0]
		tournaments := []string{"cups", "duel", "solo", "many", "bisect", "single:domain"}
		for i, db := range []*sqlite.DB{db, other} {
			if _, err := files[i].Exec(`DELETE FROM tournaments`); err != nil {
				t.Fatal(err)
			}
			for _, name := range tournaments {
				define(t, db, name)
			}
		}
		x := &index.Index{Store: db}
		next := 0
		reports := func(t *rapid.T) []league.Report {
			var all []league.Report
			for range rapid.IntRange(1, 6).Draw(t, "matches") {
				next++
				all = append(all, draw(t, rapid.SampledFrom(tournaments).Draw(t, "tournament"), next))
			}
			return all
		}
		check := func(err error) {
			if err != nil {
				t.Fatal(err)
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"save": func(t *rapid.T) { check(db.SaveReports(ctx, reports(t))) },
			"import": func(t *rapid.T) {
				check(other.SaveReports(ctx, reports(t)))
				var text bytes.Buffer
				check(other.Export(ctx, &text))
				_, err := db.Import(ctx, &text)
				check(err)
			},
			"prune": func(t *rapid.T) {
				_, err := db.Prune(ctx, league.Retention{Last: rapid.IntRange(0, 3).Draw(t, "last")})
				check(err)
			},
			"delete a tournament": func(t *rapid.T) {
				name := rapid.SampledFrom(tournaments).Draw(t, "tournament")
				_, err := foreign.Exec(`DELETE FROM tournaments WHERE id = ?`, name)
				check(err)
				define(t, db, name)
			},
			"delete the last match": func(*rapid.T) {
				_, err := foreign.Exec(`DELETE FROM matches WHERE n = (SELECT max(n) FROM matches)`)
				check(err)
			},
			"": func(t *rapid.T) {
				if rapid.Bool().Draw(t, "list") {
					compareList(t, db, x)
				} else {
					compareStandings(t, db, x)
				}
			},
		})
	})
}

// drawCounted draws which matches count.
func drawCounted(t *rapid.T) (c league.Counted) {
	at := func(label string) time.Time {
		if rapid.Bool().Draw(t, "has "+label) {
			return time.UnixMilli(1_700_000_000_000 + rapid.Int64Range(0, 21).Draw(t, label)).UTC()
		}
		return time.Time{}
	}
	c.Since, c.Until = at("since"), at("until")
	c.Singles, c.Humans = rapid.Bool().Draw(t, "singles"), rapid.Bool().Draw(t, "humans")
	c.Tournaments = rapid.SampledFrom([][]string{nil, {"cups"}, {"cups", "duel", "nosuch"}, {"bisect"}, {"nosuch"}}).Draw(t, "of tournaments")
	return c
}

// counts reports whether a match is counted: "single matches and matches by hand never
// count unless asked", what a bisect chose counts where its tournament is named, and a time
// ends before Until.
func counts(c league.Counted, r league.Report) bool {
	if r.PlayedAt.Before(c.Since) || !c.Until.IsZero() && !r.PlayedAt.Before(c.Until) {
		return false
	}
	if slices.Contains(r.Pairing.Seats, league.HumanID) {
		return c.Humans
	}
	if r.Tournament == "single:domain" {
		return c.Singles
	}
	if r.Tournament == "bisect" && c.Tournaments == nil {
		return false
	}
	return c.Tournaments == nil || slices.Contains(c.Tournaments, r.Tournament)
}

// compareStandings compares standings, duels and the last point of the history with
// those of a recount.
func compareStandings(t *rapid.T, db *sqlite.DB, x *index.Index) {
	ctx := context.Background()
	filter, err := league.ParseFilter(rapid.SampledFrom([]string{"", "walls>2", "metric.depth>2,seat=1", "fault=timeout", "bot!=b@3", "bot=a,opponent=b@3", "bot=a@1,opponent!=c", "metric.depth>2,seat=7"}).Draw(t, "filter"))
	if err != nil {
		t.Fatal(err)
	}
	scopes := []index.Scope{{Tournament: "cups"}, {Tournament: "bisect"}, {Tournament: "single:domain"}, {Game: "domain"}, {Game: "keeper"}, {Game: "lowest"}, {Tournament: "many"}}
	s := index.Selection{Scope: rapid.SampledFrom(scopes).Draw(t, "scope"), Filter: filter}
	if s.Tournament == "" {
		s.Counted = drawCounted(t)
	}
	if rapid.Bool().Draw(t, "entered") {
		s.Bots = []string{"a@1", "b@3", "d@5"}
	}
	var recount league.Table
	recount.Enter(s.Bots...)
	reports, err := db.Matches(ctx, league.Query{Tournament: s.Tournament, Game: s.Game})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range reports {
		m, stranger := r.Match(), func(bot string) bool { return len(s.Bots) > 0 && !slices.Contains(s.Bots, bot) }
		asked := s.Counted
		if s.Tournament != "" {
			asked.Singles, asked.Tournaments = true, []string{s.Tournament}
		}
		if counts(asked, r) && filter.Match(m) && !slices.ContainsFunc(m.Seats, stranger) {
			recount.Add(m)
		}
	}
	want, err := recount.Standings(league.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := x.Standings(ctx, s, "")
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Fatalf("standings of %+v: %v (-recount +index):\n%s", s.Scope, err, diff)
	}
	bots, duels, _, err := x.Matrix(ctx, s, "", 10)
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range bots {
		for j, b := range bots {
			want, _ := recount.Duel(a, b)
			if diff := cmp.Diff(want, duels[i][j]); diff != "" {
				t.Fatalf("duel (-recount +index):\n%s", diff)
			}
		}
	}
	const most = 4
	points, _, err := x.History(ctx, s, "", most)
	if err != nil || len(points) > most+1 {
		t.Fatalf("%d points, %v; want at most %d and the last", len(points), err, most)
	}
	for i, p := range points {
		if i > 0 && p.Matches <= points[i-1].Matches {
			t.Fatalf("point %d has %d matches after %d", i, p.Matches, points[i-1].Matches)
		}
	}
	if n := len(points); n > 0 {
		if diff := cmp.Diff(want.Lines, points[n-1].Lines); diff != "" {
			t.Fatalf("the last point of the history (-recount +index):\n%s", diff)
		}
	}
}

// compareList compares a list, read page by page, with the matches of the database.
func compareList(t *rapid.T, db *sqlite.DB, x *index.Index) {
	ctx := context.Background()
	text := rapid.SampledFrom([]string{"", "seat=1,score>0", "bot=a,opponent=b", "walls>2", "metric.depth<3"}).Draw(t, "list filter")
	filter, err := league.ParseFilter(text)
	if err != nil {
		t.Fatal(err)
	}
	q := index.Query{
		Tournament: rapid.SampledFrom([]string{"", "cups", "solo", "many"}).Draw(t, "of tournament"), Game: rapid.SampledFrom([]string{"", "domain", "lowest", "chess"}).Draw(t, "of game"),
		Bot: rapid.SampledFrom([]string{"", "a", "b@3", "d"}).Draw(t, "of bot"), Reason: rapid.SampledFrom([]string{"", "over"}).Draw(t, "of reason"),
		Fault: rapid.SampledFrom([]string{"", "any", "timeout"}).Draw(t, "of fault"), Filter: filter,
		Sort:      rapid.SampledFrom([]index.Sort{index.ByTime, index.ByTurns, index.ByDuration}).Draw(t, "sort"),
		Ascending: rapid.Bool().Draw(t, "ascending"), Limit: rapid.IntRange(1, 5).Draw(t, "limit"),
	}
	stored := league.Query{Tournament: q.Tournament, Game: q.Game, Bot: q.Bot, Reason: q.Reason, Fault: q.Fault}
	if q.Bot != "" {
		q.Result = rapid.SampledFrom([]league.SeatResult{league.AnyResult, league.Won, league.Drawn, league.Lost}).Draw(t, "result")
		q.OwnFault = q.Fault != "" && rapid.Bool().Draw(t, "own fault")
		stored.Result, stored.OwnFault = q.Result, q.OwnFault
		if text == "" && rapid.Bool().Draw(t, "by margin") {
			q.Sort, q.Ascending, stored.ByMargin = index.ByMargin, !stored.BestFirst(), true
		}
	}
	all, err := db.Matches(ctx, stored)
	if err != nil {
		t.Fatal(err)
	}
	if rapid.Bool().Draw(t, "as a table counts") {
		c := drawCounted(t)
		q.Counted = &c
		all = slices.DeleteFunc(all, func(r league.Report) bool { return !counts(c, r) })
	}
	want := map[string]league.Report{}
	for _, m := range all {
		if filter.Match(m.Match()) {
			want[m.ID] = m
		}
	}
	var got []league.Report
	for {
		page, err := x.List(ctx, q)
		if err != nil {
			t.Fatal(err)
		}
		if page.Total != len(want) || page.Next != "" && len(page.Seats) != q.Limit {
			t.Fatalf("a page of %d, total %d, next %q; want full pages and a total of %d", len(page.Seats), page.Total, page.Next, len(want))
		}
		marks := make([]league.Mark, len(page.Seats))
		for i, s := range page.Seats {
			marks[i] = s.Mark
		}
		reports, err := db.MatchesAt(ctx, marks)
		if err != nil || len(reports) != len(marks) {
			t.Fatalf("%d matches at %d marks, %v", len(reports), len(marks), err)
		}
		got = append(got, reports...)
		if q.After = page.Next; q.After == "" {
			break
		}
	}
	key := func(m league.Report) int64 {
		switch q.Sort {
		case index.ByTurns:
			return int64(m.Turns)
		case index.ByDuration:
			return int64(m.Duration)
		}
		return m.PlayedAt.UnixMilli()
	}
	seen := map[string]bool{}
	for i, m := range got {
		if stored.ByMargin && m.ID != all[i].ID {
			t.Fatalf("match %d by margin is %s; the database lists %s", i, m.ID, all[i].ID)
		}
		if _, ok := want[m.ID]; !ok || seen[m.ID] {
			t.Fatalf("match %s is not selected, or twice", m.ID)
		}
		seen[m.ID] = true
		if i > 0 && !stored.ByMargin && (key(m) < key(got[i-1])) == q.Ascending && key(m) != key(got[i-1]) {
			t.Fatalf("match %d is out of order by %s", i, q.Sort)
		}
	}
	if len(got) != len(want) {
		t.Fatalf("%d matches on all pages; want %d", len(got), len(want))
	}
}
