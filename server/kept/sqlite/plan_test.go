package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mattn/go-sqlite3"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/league/rating"
)

// A recorder is a connector that notes the statements of its connections.
type recorder struct {
	*connector
	mu         sync.Mutex
	statements map[string][]driver.NamedValue // with the arguments of the last use; nil when it was prepared
}

func (r *recorder) Connect(ctx context.Context) (driver.Conn, error) {
	c, err := r.connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return recorded{c.(*sqlite3.SQLiteConn), r}, nil
}

func (r *recorder) note(text string, args []driver.NamedValue) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.statements[text] = args
}

// taken returns what was noted since the last time. A checkpoint in the
// background may go on noting.
func (r *recorder) taken() map[string][]driver.NamedValue {
	r.mu.Lock()
	defer r.mu.Unlock()
	taken := r.statements
	r.statements = map[string][]driver.NamedValue{}
	return taken
}

type recorded struct {
	*sqlite3.SQLiteConn
	to *recorder
}

func (c recorded) QueryContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Rows, error) {
	c.to.note(text, args)
	return c.SQLiteConn.QueryContext(ctx, text, args)
}

func (c recorded) ExecContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Result, error) {
	c.to.note(text, args)
	return c.SQLiteConn.ExecContext(ctx, text, args)
}

func (c recorded) PrepareContext(ctx context.Context, text string) (driver.Stmt, error) {
	c.to.note(text, nil)
	return c.SQLiteConn.PrepareContext(ctx, text)
}

// mayScan names the methods that read all matches, and why they may.
func mayScan() map[string]string {
	return map[string]string{
		"Export": "it writes all matches", "Check": "it looks at every row", "Prune": "it judges every replay", "Prunable": "likewise",
		"Size": "it counts by index pages; 1 ms for 100 000 matches",
	}
}

// scan matches a step of a plan that reads a table of matches from end to end.
var scan = regexp.MustCompile(`^SCAN (m|matches|s|seats|numbers|faults|records|x)\b`)

// "No query scans all matches": the plan of every statement that the methods of a DB
// execute, each with arguments that select something. A scan in the order of an
// index that ends after a page is none.
func TestNoQueryScansAllMatches(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "t.db")
	plain, err := Open(ctx, path, Normal)
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	r := &recorder{connector: newConnector("file:" + path + "?_foreign_keys=on"), statements: map[string][]driver.NamedValue{}}
	db := &DB{path: path, file: plain.file, sql: sql.OpenDB(r), prepared: map[string]*sql.Stmt{}}
	defer db.Close()
	at := time.UnixMilli(1_700_000_000_000).UTC()
	bot := league.Bot{Game: "domain", ID: "a@1", Name: "a", Digest: "1"}
	solo := league.Tournament{ID: "autumn", Game: "domain", Seats: 1, Bots: []string{"a@1"}, Starts: []league.Start{{Seed: 1}}, CreatedAt: at}
	m := variedReport(1)
	marks := []league.Mark{1}
	none := func(league.Match) {}
	calls := map[string][]func() error{
		"SaveTournament": {
			func() error {
				return db.SaveTournament(ctx, league.Tournament{ID: "spring", Game: "domain"}, []league.Bot{bot}, league.Positions{"d1": []byte("{}")})
			},
			func() error { return db.SaveTournament(ctx, solo, []league.Bot{bot}, nil) },
		},
		"SaveRounds":       {func() error { return db.SaveRounds(ctx, league.Tournament{ID: "spring", Game: "domain"}) }},
		"SaveReports":      {func() error { return db.SaveReports(ctx, []league.Report{m, variedReport(3), variedReport(4)}) }},
		"Bots":             {func() error { _, err := db.Bots(ctx, "spring"); return err }},
		"CountQueuedStart": {func() error { return db.CountQueuedStart(ctx, "q") }},
		"DeleteReplays":    {func() error { _, err := db.DeleteReplays(ctx, league.PrunePlan{Matches: []league.Mark{9}}); return err }},
		"DeleteTournament": {func() error { return db.DeleteTournament(ctx, "autumn", at) }},
		"CheckPresent":     {func() error { return db.CheckPresent() }},
		"Prunable":         {func() error { _, err := db.Prunable(ctx, league.Retention{Upsets: true}); return err }},
		"Ready":            {func() error { return db.Ready(ctx) }},
		"Stored":           {func() error { _, err := db.Stored(ctx, 1, 9); return err }},
		"TypedBots":        {func() error { _, err := db.TypedBots(ctx); return err }},
		"KnownBots":        {func() error { _, err := db.KnownBots(ctx, "domain", "a"); return err }},
		"KnownBot":         {func() error { _, err := db.KnownBot(ctx, "domain", "a@1"); return err }},
		"BotsOf":           {func() error { _, err := db.BotsOf(ctx, "ann"); return err }},
		"OutOfPlay":        {func() error { _, err := db.OutOfPlay(ctx, "domain", "a@1"); return err }},
		"Imported":         {func() error { _, err := db.Imported(ctx, "domain", "a@1"); return err }},
		"HasSeat":          {func() error { _, err := db.HasSeat(ctx, "domain", "a@1"); return err }},
		"EnteredDigests":   {func() error { _, err := db.EnteredDigests(ctx); return err }},
		"RegisterBot":      {func() error { return db.RegisterBot(ctx, bot, at) }},
		"KeepBot":          {func() error { return db.KeepBot(ctx, bot) }},
		"SetBotStatus":     {func() error { return db.SetBotStatus(ctx, league.KnownBot{Bot: bot, Status: league.BotCandidate}, at) }},
		"DeleteBot":        {func() error { return db.DeleteBot(ctx, "domain", "nosuch") }, func() error { return db.DeleteBot(ctx, "domain", "a@1") }},
		"SaveCheck": {func() error {
			return db.SaveCheck(ctx, "spring", league.Question{Question: rating.NotWeaker(rating.PairUnit)})
		}},
		"Checks":            {func() error { _, err := db.Checks(ctx); return err }},
		"Export":            {func() error { return db.Export(ctx, &bytes.Buffer{}) }},
		"Import":            {func() error { _, err := db.Import(ctx, strings.NewReader("")); return err }},
		"Leaderboards":      {func() error { _, err := db.Leaderboards(ctx); return err }},
		"SaveLeaderboard":   {func() error { return db.SaveLeaderboard(ctx, league.Leaderboard{Name: "l", Game: "domain"}) }},
		"DeleteLeaderboard": {func() error { return db.DeleteLeaderboard(ctx, "l") }},
		"Check":             {func() error { _, err := db.Check(ctx); return err }},
		"Vacuum":            {func() error { return nil }}, // rewrites the file
		"Copy":              {func() error { return nil }}, // reads the file
		"MoveBots":          {func() error { return db.MoveBots(ctx, "/from", "/to") }},
		"Size":              {func() error { _, _, err := db.Size(ctx); return err }},
		"EachMatching": {
			func() error {
				return db.EachMatching(ctx, league.Query{Game: "domain"}, func(time.Time, league.Match) {})
			},
			func() error {
				return db.EachMatching(ctx, league.Query{Tournament: "spring"}, func(time.Time, league.Match) {})
			},
		},
		"Mark":           {func() error { _, err := db.Mark(ctx); return err }},
		"EachMatchUntil": {func() error { return db.EachMatchUntil(ctx, "spring", 9, none) }},
		"EachMatchAfter": {
			func() error { return db.EachMatchAfter(ctx, "spring", 0, 9, func(league.Mark, league.Match) {}) },
			func() error { return db.EachMatchAfter(ctx, "spring", 1, 9, func(league.Mark, league.Match) {}) },
		},
		"Close":             {},
		"Ping":              {func() error { return db.Ping(ctx) }},
		"Outcomes":          {func() error { _, err := db.Outcomes(ctx, "spring"); return err }},
		"PlayedIDs":         {func() error { _, err := db.PlayedIDs(ctx, "spring"); return err }},
		"PositionText":      {func() error { _, err := db.PositionText(ctx, "d1"); return err }},
		"SaveQueuedMatch":   {func() error { return db.SaveQueuedMatch(ctx, league.QueuedMatch{Job: league.Job{ID: "q"}}) }},
		"DeleteQueuedMatch": {func() error { return db.DeleteQueuedMatch(ctx, "q") }},
		"QueuedMatches":     {func() error { _, err := db.QueuedMatches(ctx); return err }},
		"Replay":            {func() error { db.Replay(ctx, m.ID); return nil }}, // its record is none
		"Record":            {func() error { _, err := db.Record(ctx, m.ID); return err }},
		"Match":             {func() error { _, err := db.Match(ctx, m.ID); return err }},
		"Matches": {
			func() error { _, err := db.Matches(ctx, league.Query{Limit: 9}); return err },
			func() error {
				_, err := db.Matches(ctx, league.Query{Limit: 9, Game: "domain", Before: m.Cursor()})
				return err
			},
			func() error {
				_, err := db.Matches(ctx, league.Query{Limit: 9, Tournament: "spring", Fault: "any"})
				return err
			},
			func() error { _, err := db.Matches(ctx, league.Query{Limit: 9, Bot: "a"}); return err },
			func() error {
				_, err := db.Matches(ctx, league.Query{Limit: 9, Bot: "a", Result: league.Lost, ByMargin: true})
				return err
			},
			func() error {
				_, err := db.Matches(ctx, league.Query{Limit: 9, Bot: "a", Result: league.Drawn, Fault: "any", OwnFault: true})
				return err
			},
			func() error {
				_, err := db.Matches(ctx, league.Query{Limit: 9, Bot: "a", Fault: string(referee.Timeout), OwnFault: true, ByMargin: true})
				return err
			},
			func() error {
				_, err := db.Matches(ctx, league.Query{Limit: 9, Fault: string(referee.Timeout)})
				return err
			},
			func() error { _, err := db.Matches(ctx, league.Query{Limit: 9, Fault: "any"}); return err },
			func() error {
				_, err := db.Matches(ctx, league.Query{Limit: 9, Game: "domain", Reason: "domain"})
				return err
			},
		},
		"EachResult":         {func() error { return db.EachResult(ctx, 1, func(league.StoredResult) {}) }},
		"EachNumber":         {func() error { return db.EachNumber(ctx, "walls0", false, 1, 9, func(league.Mark, int, float64) {}) }},
		"NumbersOf":          {func() error { _, err := db.NumbersOf(ctx, 1); return err }},
		"Deletions":          {func() error { _, err := db.Deletions(ctx); return err }},
		"MatchesAt":          {func() error { _, err := db.MatchesAt(ctx, marks); return err }},
		"MatchIDs":           {func() error { _, err := db.MatchIDs(ctx, marks); return err }},
		"Faults":             {func() error { _, err := db.Faults(ctx, []league.SeatMark{{Mark: 1}}); return err }},
		"Prune":              {func() error { _, err := db.Prune(ctx, league.Retention{Upsets: true}); return err }},
		"SoloResults":        {func() error { _, err := db.SoloResults(ctx, solo, 1); return err }},
		"TournamentStatuses": {func() error { _, err := db.TournamentStatuses(ctx, league.TournamentQuery{Limit: 9}); return err }},
		"CountTournaments":   {func() error { _, err := db.CountTournaments(ctx, league.TournamentQuery{}); return err }},
		"TournamentStatus":   {func() error { _, err := db.TournamentStatus(ctx, "spring"); return err }},
		"SetTournamentState": {func() error { return db.SetTournamentState(ctx, "spring", league.Done, "", at) }},
		"SetAnchor":          {func() error { return db.SetAnchor(ctx, "spring", "a@1", at) }},
		"Books":              {func() error { _, err := db.Books(ctx, ""); return err }},
		"SaveBook":           {func() error { return db.SaveBook(ctx, league.Book{Name: "t", Game: "domain"}, nil) }},
		"Book":               {func() error { _, err := db.Book(ctx, "t"); return err }},
		"DeleteBook":         {func() error { return db.DeleteBook(ctx, "t") }},
		"Tournament":         {func() error { _, err := db.Tournament(ctx, "spring"); return err }},
		"SaveVoid":           {func() error { return db.SaveVoid(ctx, league.Void{Job: m.Job, Times: 1}) }},
		"SaveFindings": {func() error {
			return db.SaveFindings(ctx, league.Findings{Tournament: "spring", Kind: league.OfBisect, Document: []byte("{}"), ChangedAt: at})
		}},
		"Findings":         {func() error { _, err := db.Findings(ctx, "spring"); return err }},
		"AllFindings":      {func() error { _, err := db.AllFindings(ctx); return err }},
		"FindingsKind":     {func() error { _, err := db.FindingsKind(ctx, "spring"); return err }},
		"Origin":           {func() error { _, err := db.Origin(ctx, "spring"); return err }},
		"LastReferee":      {func() error { _, err := db.LastReferee(ctx, "domain"); return err }},
		"OpenLadders":      {func() error { _, err := db.OpenLadders(ctx); return err }},
		"SaveOpenLadder":   {func() error { return db.SaveOpenLadder(ctx, league.OpenLadder{Name: "l", Game: "domain"}) }},
		"DeleteOpenLadder": {func() error { return db.DeleteOpenLadder(ctx, "l") }},
		"SaveLadderRequest": {func() error {
			return db.SaveLadderRequest(ctx, league.LadderRequest{Ladder: "l", Name: "a", AskedAt: at})
		}},
		"SaveLadderFailure":    {func() error { return db.SaveLadderFailure(ctx, league.LadderFailure{Ladder: "l", Name: "a", At: at}) }},
		"LadderFailures":       {func() error { _, err := db.LadderFailures(ctx, "l"); return err }},
		"LadderRequests":       {func() error { _, err := db.LadderRequests(ctx, "l"); return err }},
		"DeleteLadderRequests": {func() error { return db.DeleteLadderRequests(ctx, "l", 1) }},
		"Void": {func() error {
			if _, err := db.Void(ctx, m.ID); !errors.Is(err, league.ErrNotFound) {
				return fmt.Errorf("%w; want that a match that was played is not there", err)
			}
			return nil
		}},
		"Voids": {func() error { _, err := db.Voids(ctx, "spring"); return err }},
	}
	names := []string{"SaveTournament", "SaveReports", "SaveFindings", "SaveBook", "SaveQueuedMatch", "Record", "Book"} // first: what the others read
	kind := reflect.TypeFor[*DB]()
	for i := range kind.NumMethod() {
		name := kind.Method(i).Name
		if _, ok := calls[name]; !ok {
			t.Errorf("method %s is not called here: add a call that selects something", name)
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, name := range names {
		for _, call := range calls[name] {
			r.taken()
			if err := call(); err != nil && name != "DeleteBot" {
				t.Errorf("%s: %v", name, err)
			}
			if mayScan()[name] == "" {
				for text, args := range r.taken() {
					checkPlan(t, plain, name, text, args)
				}
			}
		}
	}
}

// checkPlan reports the steps of a statement's plan that read all matches.
func checkPlan(t *testing.T, db *DB, method, text string, args []driver.NamedValue) {
	t.Helper()
	if !regexp.MustCompile(`(?i)^\s*(SELECT|UPDATE|DELETE|INSERT)`).MatchString(text) {
		return
	}
	var values []any
	for _, a := range args {
		if a.Name != "" {
			values = append(values, sql.Named(a.Name, a.Value))
		} else {
			values = append(values, a.Value)
		}
	}
	if args == nil { // it was prepared: the plan does not depend on the values
		for range strings.Count(text, "?") {
			values = append(values, 1)
		}
	}
	var plan []string
	err := db.each(context.Background(), "EXPLAIN QUERY PLAN "+text, values, func(rows *sql.Rows) error {
		var id, parent, unused int
		var step string
		err := rows.Scan(&id, &parent, &unused, &step)
		plan = append(plan, step)
		return err
	})
	if err != nil {
		t.Errorf("%s: %v\n%s", method, err, text)
	}
	all := strings.Join(plan, "\n")
	for _, step := range plan {
		if strings.HasSuffix(step, "USING COVERING INDEX seats_by_fault") {
			continue // an index of the seats with a fault only
		}
		paged := strings.Contains(text, "LIMIT ?") && strings.Contains(step, "USING INDEX") && !strings.Contains(all, "TEMP B-TREE FOR ORDER BY")
		if scan.MatchString(step) && !paged && !strings.Contains(step, "VIRTUAL TABLE") {
			t.Errorf("%s scans all matches: %s\n%s\nplan:\n%s", method, step, text, all)
		}
	}
}
