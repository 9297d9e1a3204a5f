package api_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"arbiter/referee/refereetest"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/serving/api"
	"arbiter/server/serving/api/transport"
	"arbiter/server/serving/scheduler"
	"arbiter/server/study/analysis"
	"arbiter/server/study/analyst"
)

// guarded is a guard with a token for each of several people, whose secret is their
// name: two of each scope that may own something.
func guarded(t testing.TB) transport.Guard {
	t.Helper()
	g := transport.Guard{Burst: 1 << 20}
	for _, who := range []struct {
		name  string
		scope transport.Scope
	}{
		{"reader", transport.ScopeRead}, {"una", transport.ScopeUpload}, {"uli", transport.ScopeUpload},
		{"pam", transport.ScopePlay}, {"pit", transport.ScopePlay}, {"ada", transport.ScopeAdmin},
	} {
		token := transport.NewToken(who.scope, who.name)
		token.Name = who.name
		g.Tokens = append(g.Tokens, token)
	}
	return g
}

// as sends a request with somebody's token.
func (s *site) as(who, method, path, body string) (int, string) {
	s.t.Helper()
	var header []string
	if who != "" {
		header = []string{"Authorization", "Bearer " + who}
	}
	status, text := s.do(method, path, body, header...)
	return status, string(text)
}

// untilAs polls with somebody's token until the answer has a text.
func (s *site) untilAs(who, path, want string) {
	s.t.Helper()
	refereetest.Await(s.t, path+" has "+want, func() bool {
		_, text := s.as(who, "GET", path, "")
		return strings.Contains(text, want)
	})
}

// things makes the things that routes touch, each time another one.
type things struct {
	*site
	made   int
	played string // a match that analyses and questions are about
}

// match returns a match that has been played, each time another one.
func (s *things) match() string {
	s.made++
	id, err := s.scheduler.Play(s.t.Context(), scheduler.MatchRequest{
		Game: "keeper", Bots: []string{"builtin:keeper/wait"}, Start: league.Start{Seed: int64(s.made)}, By: scheduler.Asker{AnyBot: true},
	})
	if err != nil {
		s.t.Fatal(err)
	}
	s.untilAs("reader", "/api/matches/"+id, `"state":"played"`)
	return id
}

// make makes a thing of an owner, "" for nobody, and returns what replaces the
// parameters of the route's path, and the body of a valid request.
func (s *things) make(route string, what thing, owner string) (path, body string) {
	t, ctx := s.t, s.t.Context()
	s.made++
	name := fmt.Sprint("thing", s.made)
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	method, pattern, _ := strings.Cut(route, " ")
	fill := func(parameter, value string) string { return strings.ReplaceAll(pattern, parameter, value) }
	by := scheduler.Asker{Name: owner, AnyBot: true}
	tournament := func() {
		_, err := s.scheduler.Create(ctx, scheduler.Plan{By: by, File: league.File{
			Name: name, Game: "domain", Seeds: []league.Start{{Seed: 1}}, Bots: []string{"builtin:domain/greedy", "builtin:domain/random"},
		}})
		check(err)
	}
	switch what {
	case ownBot:
		b := league.NewBot("keeper", name, "/srv/"+name, "", "0123456789")
		b.Owner = owner
		check(s.db.RegisterBot(ctx, b, time.Now()))
		return strings.NewReplacer("{game}", "keeper", "{id}", b.ID).Replace(pattern), `{"disabled":true}`
	case ownMatch:
		id, err := s.scheduler.Play(ctx, scheduler.MatchRequest{Game: "keeper", Bots: []string{slowBot(t)}, By: by})
		check(err)
		t.Cleanup(func() { s.scheduler.CancelMatch(context.WithoutCancel(ctx), id) })
		return fill("{id}", id), "{}"
	case ownHand:
		work, _, err := s.scheduler.HumanMatch(ctx, scheduler.MatchRequest{Game: "keeper", By: by}, 0)
		check(err)
		check(s.lobby.Begin(work, 0))
		t.Cleanup(func() { s.lobby.Leave(work.Job.ID) })
		return fill("{id}", work.Job.ID), `{"turn":1,"line":"EXIT"}`
	case ownTournament:
		tournament()
		return fill("{tournament}", name), `{"games":1}`
	case ownSeries:
		_, err := s.scheduler.Create(ctx, scheduler.Plan{By: by, Series: someSeries(), File: league.File{
			Name: name, Game: "domain", Seeds: []league.Start{{Seed: 1}}, Bots: []string{"builtin:domain/greedy", "builtin:domain/random"},
		}})
		check(err)
		return fill("{tournament}", name), findingsText(t, api.FindingsOf{Bisect: someBisect()})
	case ownNamedTournament:
		tournament()
		return pattern, fmt.Sprintf(`{"name":%q,"game":"domain","seeds":"1","bots":["builtin:domain/greedy","builtin:domain/random"],"start":true}`, name)
	case ownNamedCheck:
		q := league.Question{Question: rating.NotWeaker(rating.PairUnit), SamePlay: rating.SamePlayShare}
		q.Model, q.Alpha, q.Beta = rating.Logistic, 0.045, 0.03
		_, err := s.scheduler.Create(ctx, scheduler.Plan{By: by, Test: &q, Shuffle: true, File: league.File{
			Name: name, Game: "domain", Format: league.RoundRobin, Games: q.Cap, Seeds: []league.Start{{Seed: 1}, {Seed: 2}},
			Bots: []string{"builtin:domain/greedy", "builtin:domain/random"},
		}})
		check(err)
		return pattern, fmt.Sprintf(`{"name":%q,"game":"domain","seeds":"1..2","elo0":-20,"elo1":0,"candidate":"builtin:domain/greedy","baseline":"builtin:domain/random"}`, name)
	case ownLeaderboard:
		check(s.db.SaveLeaderboard(ctx, league.Leaderboard{Name: name, Game: "domain", Owner: owner}))
		return fill("{name}", name), `{"game":"domain"}`
	case ownLadder:
		check(s.scheduler.OpenLadder(ctx, league.OpenLadder{Name: name, Game: "domain", Owner: owner}))
		return fill("{ladder}", name), "{}"
	case ownEntry:
		check(s.scheduler.OpenLadder(ctx, league.OpenLadder{Name: name, Game: "domain"}))
		b := league.NewBot("domain", "wait", "/srv/"+name, "", "0123456789")
		b.ID, b.Owner = "wait@"+name, owner
		check(s.db.RegisterBot(ctx, b, time.Now()))
		check(s.db.SaveLadderRequest(ctx, league.LadderRequest{Ladder: name, Name: b.Name, Bot: &b, AskedAt: time.Now()}))
		return strings.NewReplacer("{ladder}", name, "{name}", b.Name).Replace(pattern), `{"bot":"builtin:domain/wait"}`
	case ownAnalysis, ownTrial:
		ctx := analyst.WithOwner(ctx, owner)
		if what == ownAnalysis {
			s.analyst.Cancel(s.played) // that of the case before
			check(s.analyst.Request(ctx, s.played, analyst.MostBudget))
			return fill("{id}", s.played), ""
		}
		trial, err := s.analyst.Ask(ctx, s.played, 0, analysis.Question{Turn: 1, A: []string{name}}, analyst.MostBudget)
		check(err)
		return strings.NewReplacer("{id}", s.played, "{trial}", trial.ID).Replace(pattern), ""
	case ownBook:
		check(s.db.SaveBook(ctx, league.Book{Name: name, Seeds: "1", Owner: owner}, nil))
		return fill("{name}", name), `{"seeds":"2"}`
	}
	t.Fatalf("%s %s: no way to make %s", method, pattern, what)
	return "", ""
}

// "Changing, stopping, deleting or disabling another owner's thing needs admin: 403
// that says whose it is." A thing without an owner may be changed with play, and
// deleted with admin.
func TestRoutesRequireTheirOwner(t *testing.T) {
	s := &things{site: serve(t, guarded(t), func(c *api.Config) { c.Lobby.Max = 1000 })}
	s.played = s.match()
	// What waits behind an analysis stays as it is.
	if err := s.analyst.Request(analyst.WithOwner(t.Context(), "ada"), s.match(), analyst.MostBudget); err != nil {
		t.Fatal(err)
	}
	for route, r := range routes {
		method, _, _ := strings.Cut(route, " ")
		if r.scope != transport.ScopePublic && r.scope != transport.ScopeRead && r.touches == "" {
			t.Errorf("%s: say whose thing it touches", route)
		}
		if r.touches == "" || r.touches == ownNew || r.touches == ownNothing {
			continue
		}
		for _, tt := range []struct {
			who, owner string
			allowed    bool
		}{
			{"", "pit", false}, {"reader", "pit", false},
			{"una", "una", r.scope == transport.ScopeUpload}, {"una", "uli", false}, {"una", "pit", false}, {"una", "ada", false}, {"una", "", false},
			{"pam", "pam", true}, {"pam", "pit", false}, {"pam", "una", false}, {"pam", "ada", false}, {"pam", "", !r.deletes},
			{"ada", "ada", true}, {"ada", "pit", true}, {"ada", "una", true}, {"ada", "", true},
		} {
			path, body := s.make(route, r.touches, tt.owner)
			if method == http.MethodDelete {
				body = ""
			}
			status, text := s.as(tt.who, method, path, body)
			switch {
			case tt.allowed && (status == http.StatusUnauthorized || status == http.StatusForbidden || status >= 500):
				t.Errorf("%s, what belongs to %q, by %s: %d %s; want it allowed", route, tt.owner, tt.who, status, text)
			case !tt.allowed && tt.who == "" && status != http.StatusUnauthorized:
				t.Errorf("%s without a token: %d %s; want 401", route, status, text)
			case !tt.allowed && tt.who != "" && status != http.StatusForbidden:
				t.Errorf("%s, what belongs to %q, by %s: %d %s; want 403", route, tt.owner, tt.who, status, text)
			case !tt.allowed && tt.who == "pam" && tt.owner != "" && !strings.Contains(text, "belongs to "+tt.owner):
				t.Errorf("%s by %s: %s; want whose it is", route, tt.who, text)
			}
		}
	}
}

// What a token makes belongs to its name, and reading says so.
func TestOwners(t *testing.T) {
	s := serve(t, guarded(t))
	greedy := `"builtin:domain/greedy","builtin:domain/random"`
	for _, tt := range []struct{ who, method, path, body, read string }{
		{"una", "POST", "/api/bots/upload?game=keeper", archive(t, map[string]string{"bot.toml": `run = "cat"`}), "/api/bots"},
		{"pam", "POST", "/api/tournaments", `{"name":"cup","game":"domain","seeds":"1","bots":[` + greedy + `]}`, "/api/tournaments/cup"},
		{"pam", "POST", "/api/checks", `{"name":"c","game":"domain","seeds":"1..2","candidate":"builtin:domain/greedy","baseline":"builtin:domain/random"}`, "/api/checks/c"},
		{"pam", "PUT", "/api/leaderboards/l", `{"game":"domain"}`, "/api/leaderboards"},
		{"pam", "PUT", "/api/books/s", `{"seeds":"1"}`, "/api/books"},
		{"pam", "PUT", "/api/books/t", `{"game":"domain","positions":[{"name":"a","setup":{"tokens":[[0,0],[6,6]]}}]}`, "/api/books/t"},
	} {
		if status, text := s.as(tt.who, tt.method, tt.path, tt.body); status >= 300 {
			t.Fatalf("%s %s: %d %s", tt.method, tt.path, status, text)
		}
		if _, text := s.as("reader", "GET", tt.read, ""); strings.Count(text, `"owner":"`+tt.who+`"`) == 0 {
			t.Errorf("GET %s: %s; want the owner %s", tt.read, text, tt.who)
		}
	}
	if _, text := s.as("reader", "GET", "/api/tournaments/cup", ""); strings.Count(text, `"owner":"pam"`) != 1 {
		t.Errorf("%s; want pam to own the tournament", text)
	}
	if _, text := s.as("reader", "GET", "/api/bots?game=domain", ""); strings.Contains(text, "owner") {
		t.Errorf("%s; want builtin bots to be nobody's", text)
	}
	// Saving again by admin does not take anything over.
	s.as("ada", "PUT", "/api/books/s", `{"seeds":"2"}`)
	if _, text := s.as("reader", "GET", "/api/books", ""); !strings.Contains(text, `"seeds":"2"`) || !strings.Contains(text, `"owner":"pam"`) {
		t.Errorf("%s; want pam's book with other seeds", text)
	}
}

// "Below admin a bot must be a builtin one or a registered one, by reference", on
// every route that takes bots. The attacks try to write a file.
func TestProgramsNeedAdmin(t *testing.T) {
	s := serve(t, guarded(t)) // which finds the builtin bots from the folder of the package
	dir := t.TempDir()
	t.Chdir(dir)
	marker := filepath.Join(dir, "started")
	script := filepath.Join(dir, "evil")
	if err := os.WriteFile(script, []byte("#!/bin/sh\ntouch "+marker+"\ncat\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "folder", "bot.toml"), []byte(`run = "`+script+`"`), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	if _, err := s.scheduler.Create(ctx, scheduler.Plan{By: scheduler.Asker{Name: "pam"}, File: league.File{
		Name: "own", Game: "domain", Seeds: []league.Start{{Seed: 1}}, Bots: []string{"builtin:domain/greedy", "builtin:domain/random"},
	}}); err != nil {
		t.Fatal(err)
	}
	stored := func() string {
		id, err := s.scheduler.Play(ctx, scheduler.MatchRequest{Game: "domain", Bots: []string{"builtin:domain/greedy", "builtin:domain/random"}})
		if err != nil {
			t.Fatal(err)
		}
		s.untilAs("reader", "/api/matches/"+id, `"state":"played"`)
		return id
	}()
	for _, bot := range []string{
		`sh -c "touch ` + marker + `" x`, script, "./evil", "evil", filepath.Join(dir, "folder"), "folder", "git:HEAD:folder", "new=git:HEAD",
		"x=" + script, "x=sh -c 'touch started'", "builtin=sh -c 'touch started'", " builtin:domain/greedy; touch started", "BUILTIN:domain/greedy",
		"sh -c 'touch started' builtin:domain/greedy", "x y=builtin:domain/greedy", "sh@01234567", "-", "\x1b[2J",
	} {
		for _, tt := range []struct{ who, method, path, body string }{
			{"una", "POST", "/api/bots", `{"game":"domain","bot":%[1]q}`},
			{"pam", "POST", "/api/bots", `{"game":"domain","bot":%[1]q}`},
			{"una", "POST", "/api/matches", `{"game":"domain","bots":[%[1]q,"builtin:domain/greedy"]}`},
			{"pam", "POST", "/api/matches", `{"game":"domain","bots":["builtin:domain/greedy",%[1]q]}`},
			{"pam", "POST", "/api/hands", `{"game":"domain","bots":[%[1]q]}`},
			{"pam", "POST", "/api/hands", `{"game":"domain","bots":[%[1]q],"from":{"match":"` + stored + `","turn":0}}`},
			{"pam", "POST", "/api/tournaments", `{"name":"t","game":"domain","seeds":"1","bots":["builtin:domain/greedy",%[1]q]}`},
			{"pam", "POST", "/api/tournaments", `{"name":"own","game":"domain","seeds":"1","extend":true,"bots":["builtin:domain/greedy","builtin:domain/random",%[1]q]}`},
			{"pam", "POST", "/api/tournaments/own/extend", `{"bots":[%[1]q]}`},
			{"pam", "POST", "/api/checks", `{"name":"c","game":"domain","candidate":%[1]q,"baseline":"builtin:domain/greedy"}`},
			{"pam", "POST", "/api/checks", `{"name":"c","game":"domain","candidate":"builtin:domain/greedy","baseline":%[1]q}`},
			{"pam", "POST", "/api/checks", `{"name":"c","game":"domain","candidate":"builtin:domain/greedy","baseline":"builtin:domain/random","opponents":[%[1]q]}`},
		} {
			body := strings.ReplaceAll(fmt.Sprintf(tt.body, bot), `\x1b`, `\u001b`)
			status, text := s.as(tt.who, tt.method, tt.path, body)
			if status != http.StatusForbidden || !strings.Contains(text, "Upload the bot as a folder with a bot.toml") || !strings.Contains(text, "scope admin") {
				t.Errorf("%s %s by %s: %d %s; want 403 that says to upload it", tt.path, body, tt.who, status, text)
			}
		}
	}
	if _, err := os.Stat(marker); err == nil {
		t.Error("a program was started")
	}
	if status, text := s.as("ada", "POST", "/api/matches", fmt.Sprintf(`{"game":"domain","bots":[%q,"builtin:domain/greedy"]}`, script)); status != http.StatusAccepted {
		t.Fatalf("by admin: %d %s; want it played", status, text)
	}
	// What admin has entered is registered: others name it by its ID.
	bots, err := s.db.KnownBots(ctx, "domain", "evil")
	if err != nil || len(bots) != 1 || bots[0].Owner != "ada" {
		t.Fatalf("%+v, %v; want a bot of ada", bots, err)
	}
	if status, text := s.as("una", "POST", "/api/matches", fmt.Sprintf(`{"game":"domain","bots":[%q,"x=builtin:domain/greedy"]}`, bots[0].ID)); status != http.StatusAccepted {
		t.Errorf("by its ID: %d %s; want it played", status, text)
	}
	if status, text := s.as("una", "POST", "/api/matches/"+stored+"/again", "{}"); status != http.StatusAccepted {
		t.Errorf("again: %d %s; want it played", status, text)
	}
}

// A bot's ID is a name that its author chooses: one that reads like a command line
// is still no command line when the bot is deleted between two looks at it.
func TestIDIsNoCommandLine(t *testing.T) {
	s := serve(t, guarded(t)) // which finds the builtin bots from the folder of the package
	t.Chdir(t.TempDir())
	packed := archive(t, map[string]string{"bot.toml": "name = \"sh -c 'touch started' x\"\nrun = \"cat\""})
	status, text := s.as("una", "POST", "/api/bots/upload?game=keeper", packed)
	bots, err := s.db.KnownBots(t.Context(), "keeper", "")
	if status != http.StatusOK || err != nil || len(bots) != 1 || !strings.HasPrefix(bots[0].ID, "sh -c") {
		t.Fatalf("%d %s, %+v", status, text, bots)
	}
	if status, text := s.as("una", "DELETE", "/api/bots/keeper/"+strings.NewReplacer(" ", "%20", "'", "%27").Replace(bots[0].ID), ""); status != http.StatusNoContent {
		t.Fatalf("%d %s", status, text)
	}
	if status, text := s.as("una", "POST", "/api/matches", fmt.Sprintf(`{"game":"keeper","bots":[%q]}`, bots[0].ID)); status != http.StatusForbidden {
		t.Errorf("%d %s; want 403", status, text)
	}
	if _, err := os.Stat("started"); err == nil {
		t.Error("a program was started")
	}
}

// "A server without any tokens is the owner's own: everything stays allowed."
func TestWithoutTokensEverythingIsAllowed(t *testing.T) {
	s := serve(t, guardOff)
	s.played(fmt.Sprintf(`{"game":"keeper","bots":[%q],"first_ms":5000}`, slowBot(t)))
	if got := s.want(200, "GET", "/api/session", ""); got["scope"] != "admin" || got["token"] != nil {
		t.Errorf("session %v", got)
	}
}

// Who uploads the files of another's bot gets that bot, and changes nothing of it.
func TestUploadOfAnothersBot(t *testing.T) {
	s := serve(t, guarded(t))
	files := map[string]string{"mine/bot.toml": `run = "cat"`}
	s.as("uli", "POST", "/api/bots/upload?game=keeper", archive(t, files))
	before, err := s.db.KnownBots(t.Context(), "keeper", "")
	if err != nil || len(before) != 1 || before[0].Owner != "uli" {
		t.Fatalf("%+v, %v", before, err)
	}
	if status, text := s.as("una", "POST", "/api/bots/upload?game=keeper", archive(t, map[string]string{"mine/bot.toml": `run = "cat"`, "mine/.git/x": ""})); status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}
	after, err := s.db.KnownBots(t.Context(), "keeper", "")
	if err != nil || len(after) != 1 || after[0].Typed != before[0].Typed || after[0].Owner != "uli" {
		t.Errorf("%+v, %v; want it as it was: %+v", after, err, before)
	}
}

// "The log says which token acted, never the secret."
func TestLogNamesTheToken(t *testing.T) {
	var log syncBuffer
	guard := guarded(t)
	secret := transport.NewToken(transport.ScopePlay, "the secret of pat")
	secret.Name = "pat"
	guard.Tokens = append(guard.Tokens, secret)
	s := serve(t, guard, func(c *api.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	s.as("the secret of pat", "PUT", "/api/books/a", `{"seeds":"1"}`)
	s.as("reader", "PUT", "/api/books/a", `{"seeds":"1"}`) // refused
	s.as("nobody's", "PUT", "/api/books/a", `{"seeds":"1"}`)
	text := log.String()
	for _, want := range []string{"token=pat method=PUT path=/api/books/a", "token=reader method=PUT"} {
		if !strings.Contains(text, want) {
			t.Errorf("the log is %s; want %q", text, want)
		}
	}
	if strings.Contains(text, "secret of") || strings.Contains(text, "nobody's") {
		t.Errorf("the log has a secret: %s", text)
	}
}

// syncBuffer is a buffer for several goroutines.
type syncBuffer struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.all.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.all.String()
}

// Names under which things are saved can be shown on a line.
func TestSavedNames(t *testing.T) {
	s := serve(t, guarded(t))
	for path, body := range map[string]string{
		"/api/books/a%1B%5B2J":    `{"seeds":"1"}`,
		"/api/leaderboards/a%0Ab": `{"game":"domain"}`,
		"/api/books/a%E2%80%AEb":  `{"game":"domain","positions":[{"name":"a","setup":{"tokens":[[0,0],[6,6]]}}]}`,
		"/api/books/a%C2%9Bb":     `{"game":"domain","positions":[{"name":"a","setup":{"tokens":[[0,0],[6,6]]}}]}`,
	} {
		if status, text := s.as("pam", "PUT", path, body); status != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d %s; want 422", path, status, text)
		}
	}
}
