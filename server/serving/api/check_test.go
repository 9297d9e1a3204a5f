package api_test

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/server/client"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/check"
	"arbiter/server/playing/follow"
)

// "Plays until a sequential test (SPRT) decides."
func TestCheck(t *testing.T) {
	s := serve(t, guardOff)
	s.want(200, "POST", "/api/checks", `{"name":"c","game":"domain","candidate":"builtin:domain/wait","baseline":"builtin:domain/greedy","elo0":-100,"elo1":0,"max_games":400}`)
	c := s.until("/api/checks/c", func(c map[string]any) bool { return c["tournament"].(map[string]any)["state"] == "done" })
	if sentence := fmt.Sprint(c["sentence"]); c["answer"] != "weaker" || !strings.HasPrefix(sentence, "Weaker by at least ") {
		t.Errorf("answer %v, sentence %s; want those of the check's text", c["answer"], sentence)
	}
	tournament := s.want(200, "GET", "/api/tournaments/c", "")
	if n := tournament["matches"].(float64); n >= 400 {
		t.Errorf("%v matches; want that it stopped when it was decided", n)
	}
	for what, kind := range map[string]any{"of the check": c["tournament"].(map[string]any)["kind"], "as it is read": tournament["kind"]} {
		if kind != "check" {
			t.Errorf("the kind of the tournament %s is %v; want check", what, kind)
		}
	}
}

// "The same request with a larger number extends the check", but not one with
// another test.
func TestCheckAgain(t *testing.T) {
	s := serve(t, guardOff)
	const check = `{"name":"c","game":"domain","candidate":"builtin:domain/random","baseline":"builtin:domain/random?seed=9","max_games":4,"first_ms":0,"turn_ms":0}`
	done := func(c map[string]any) bool { return c["tournament"].(map[string]any)["state"] == "done" }
	s.want(200, "POST", "/api/checks", check)
	s.until("/api/checks/c", done)
	if status, text := s.do("POST", "/api/checks", strings.Replace(check, "{", `{"elo0":-9,`, 1)); status != 409 || !strings.Contains(string(text), "with another test") {
		t.Errorf("another test: %d %s; want a conflict", status, text)
	}
	s.want(200, "POST", "/api/checks", strings.Replace(check, ":4,", ":8,", 1))
	found := s.until("/api/checks/c", done)["found"].(map[string]any)
	if found["trials"] != 4.0 {
		t.Errorf("%v pairs; want 4", found["trials"])
	}
}

// "a check of a solo game counts known results of its bots": on the server, in
// its answers and for a client alike.
func TestCheckReusesResults(t *testing.T) {
	s := serve(t, guardOff)
	const request = `{"name":"first","game":"keeper","candidate":"builtin:keeper/random?seed=2","baseline":"builtin:keeper/random?seed=1","max_games":12,"first_ms":3600000,"turn_ms":3600000}`
	done := func(c map[string]any) bool { return c["tournament"].(map[string]any)["state"] == "done" }
	s.want(200, "POST", "/api/checks", request)
	s.until("/api/checks/first", done)
	second := strings.NewReplacer("first\"", "second\"", "seed=2", "seed=3").Replace(request)
	s.want(200, "POST", "/api/checks", second)
	found := s.until("/api/checks/second", done)["found"].(map[string]any)
	if found["trials"] != 6.0 || found["reused"] != 6.0 {
		t.Errorf("%v starts, %v matches reused; want 6 and the baseline's 6", found["trials"], found["reused"])
	}
	if n := s.want(200, "GET", "/api/tournaments/second", "")["matches"]; n != 6.0 {
		t.Errorf("%v matches were played; want the candidate's 6", n)
	}
	named := 0
	for _, o := range s.want(200, "GET", "/api/tournaments/second/outcomes", "")["outcomes"].([]any) {
		if id, ok := o.(map[string]any)["match"]; ok {
			named++
			if m := s.want(200, "GET", "/api/matches/"+id.(string), ""); m["tournament"] != "first" {
				t.Errorf("match %v is of %v; want first", id, m["tournament"])
			}
		}
	}
	if named != 6 {
		t.Errorf("%d outcomes are of another tournament; want 6", named)
	}
	fresh := strings.NewReplacer("second\"", "third\"", `"game"`, `"fresh":true,"game"`).Replace(second)
	s.want(200, "POST", "/api/checks", fresh)
	s.until("/api/checks/third", done)
	if n := s.want(200, "GET", "/api/tournaments/third", "")["matches"]; n != 12.0 {
		t.Errorf("%v matches were played afresh; want all 12", n)
	}

	remote, err := client.New(s.URL, "")
	if err != nil {
		t.Fatal(err)
	}
	host := follow.Host{Service: remote, Server: s.URL, Log: io.Discard}
	bots, err := host.EnterBots(t.Context(), "keeper", []string{"builtin:keeper/random?seed=4", "builtin:keeper/random?seed=1"})
	if err != nil {
		t.Fatal(err)
	}
	g, err := games.Find("keeper")
	if err != nil {
		t.Fatal(err)
	}
	about := check.Case{Candidate: bots[0], Baseline: bots[1], Question: league.Question{Question: rating.NotWeaker(rating.DuelUnit), SamePlay: rating.SamePlayShare}}
	about.Question.Cap = 6
	e := follow.Entry{Rules: g, Order: league.Order{Tournament: league.Tournament{
		ID: "fourth", Game: "keeper", Seats: 1, Bots: league.IDs(bots), Games: 6, Limits: referee.TimeLimits{First: time.Hour, Turn: time.Hour},
	}}}
	e.DealFresh(g, league.Fresh{Key: bots[1].Digest, Count: 6})
	v, err := host.Check(t.Context(), e, about, 0)
	if err != nil {
		t.Fatal(err)
	}
	if v.Trials != 6 || v.Reused != 6 {
		t.Errorf("the client counts %d starts and %d matches reused; want 6 and 6", v.Trials, v.Reused)
	}
}

// "The stored question wins where the asker typed no margin": a check whose margin was
// typed is resumed by its name.
func TestCheckKeepsItsMargin(t *testing.T) {
	s := serve(t, guardOff)
	const request = `{"name":"old","game":"keeper","seeds":"1..4","candidate":"builtin:keeper/random?seed=2","baseline":"builtin:keeper/random?seed=1","first_ms":3600000,"turn_ms":3600000}`
	s.want(200, "POST", "/api/checks", strings.Replace(request, "{", `{"elo0":-20,"elo1":0,`, 1))
	if test := s.want(200, "POST", "/api/checks", request)["question"].(map[string]any); test["elo0"] != -20.0 {
		t.Errorf("elo0 %v; want the -20 of the check that is there", test["elo0"])
	}
	if status, text := s.do("POST", "/api/checks", strings.Replace(request, "{", `{"elo0":-30,`, 1)); status != 409 {
		t.Errorf("a margin that was typed: %d %s; want a conflict", status, text)
	}
	if test := s.want(200, "POST", "/api/checks", strings.Replace(request, "old", "new", 1))["question"].(map[string]any); test["margin"].(float64) < 4000 {
		t.Errorf("margin %v of a new check on four starts; want a wide one", test["margin"])
	}
}

// "quick: look for large losses only", "prove: ask for a proof": the check asks the question
// of its forecast, widened where there are few starts. Asking an existing check another
// question is a conflict.
func TestCheckAsks(t *testing.T) {
	s := serve(t, guardOff)
	const request = `{"name":"NAME","game":"keeper","seeds":"1..4","candidate":"builtin:keeper/random?seed=2","baseline":"builtin:keeper/random?seed=1","first_ms":3600000,"turn_ms":3600000}`
	for name, asked := range map[string]struct{ body, query string }{
		"quick": {`"quick":true`, "quick=true"}, "proof": {`"prove":"stronger"`, "prove=stronger"},
	} {
		body := strings.Replace(strings.Replace(request, "NAME", name, 1), "{", "{"+asked.body+",", 1)
		test := s.want(200, "POST", "/api/checks", body)["question"].(map[string]any)
		plan := s.want(200, "GET", "/api/check-plan?game=keeper&starts=4&"+asked.query, "")["question"].(map[string]any)
		margin, wide := test["margin"], 20_000.0
		if name == "proof" {
			margin, wide = test["gain"], 8000
		}
		if margin == nil || margin.(float64) < wide || test["margin"] != plan["margin"] || test["gain"] != plan["gain"] {
			t.Errorf("%s: %v; want the widened question of the forecast, %v", name, test, plan)
		}
		s.want(200, "POST", "/api/checks", body) // the same again
	}
	s.want(200, "POST", "/api/checks", strings.Replace(request, "NAME", "plain", 1))
	body := strings.Replace(strings.Replace(request, "NAME", "plain", 1), "{", `{"prove":"stronger",`, 1)
	if status, text := s.do("POST", "/api/checks", body); status != 409 {
		t.Errorf("a proof of a check that asks for losses: %d %s; want a conflict", status, text)
	}
	if status, text := s.do("POST", "/api/checks", strings.Replace(body, "{", `{"quick":true,`, 1)); status != 422 {
		t.Errorf("quick and prove: %d %s; want an error", status, text)
	}
}

// The forecast is that of "arbiter check" for the same flags.
func TestCheckPlan(t *testing.T) {
	s := serve(t, guardOff)
	pair, duel := rating.PairUnit, rating.DuelUnit
	widened, err := rating.NotWeaker(duel).Widened(duel, 1050)
	if err != nil {
		t.Fatal(err)
	}
	widened.Cap = 1050
	for _, tt := range []struct {
		query     string
		want      rating.Question
		unit      rating.Unit
		opponents int
		note      bool
	}{
		{"game=ctf", rating.NotWeaker(pair), pair, 0, false},
		{"game=ctf&quick=true", rating.QuickNotWeaker(pair), pair, 0, false},
		{"game=ctf&prove=stronger", rating.Stronger(pair), pair, 0, false},
		{"game=ctf&opponents=2", rating.NotWeaker(pair), pair, 2, false},
		{"game=keeper&by=wins&starts=1050", widened, duel, 0, true},
	} {
		want, err := tt.want.PlanAgainst(tt.unit, 0, tt.opponents)
		if err != nil {
			t.Fatal(err)
		}
		plan := s.want(200, "GET", "/api/check-plan?"+tt.query, "")
		test, forecasts := plan["question"].(map[string]any), plan["forecasts"].([]any)
		if test["elo0"] != tt.want.Elo0 || test["elo1"] != tt.want.Elo1 || (plan["note"] != "") != tt.note || len(forecasts) != len(want) {
			t.Errorf("%s: %v; want %g against %g, %d forecasts and a note: %v", tt.query, plan, tt.want.Elo0, tt.want.Elo1, len(want), tt.note)
			continue
		}
		for i, f := range want {
			if got := forecasts[i].(map[string]any); got["candidate"] != f.Candidate || got["mean"] != f.Mean {
				t.Errorf("%s: %v; want %+v", tt.query, got, f)
			}
		}
	}
	for query, forecasts := range map[string]int{"game=keeper&by=score": 2, "game=keeper&by=score&margin=30": 0} {
		if got := s.want(200, "GET", "/api/check-plan?"+query, "")["forecasts"].([]any); len(got) != forecasts {
			t.Errorf("%s: %v; want %d forecasts", query, got, forecasts)
		}
	}
	for query, matches := range map[string]float64{"game=ctf": 2, "game=ctf&seats=2&opponents=2": 8, "game=keeper&by=wins": 2} {
		if got := s.want(200, "GET", "/api/check-plan?"+query, "")["start_matches"]; got != matches {
			t.Errorf("%s: %v matches on a start; want %v", query, got, matches)
		}
	}
	s.want(422, "GET", "/api/check-plan?game=ctf&seats=3", "")
	s.want(422, "GET", "/api/check-plan?game=ctf&by=score", "")
	s.want(422, "GET", "/api/check-plan?game=ctf&quick=true&prove=stronger", "")
}
