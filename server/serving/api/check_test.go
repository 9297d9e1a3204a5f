package api_test

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/check"
	"arbiter/server/terminal/client"
	"arbiter/server/terminal/runner"
)

// "Plays until a sequential test (SPRT) decides."
func TestCheck(t *testing.T) {
	s := serve(t, guardOff)
	s.want(200, "POST", "/api/checks", `{"name":"c","game":"domain","candidate":"builtin:domain/wait","baseline":"builtin:domain/greedy","elo0":-100,"elo1":0,"max_games":400}`)
	c := s.until("/api/checks/c", func(c map[string]any) bool { return c["tournament"].(map[string]any)["state"] == "done" })
	if c["verdict"] != "regression" {
		t.Errorf("verdict %v; want regression", c["verdict"])
	}
	if notes := fmt.Sprint(c["notes"]); !strings.Contains(notes, "Betting decided before the likelihood ratio") {
		t.Errorf("notes %s; want those of the check's text", notes)
	}
	if n := s.want(200, "GET", "/api/tournaments/c", "")["matches"].(float64); n >= 400 {
		t.Errorf("%v matches; want that it stopped when it was decided", n)
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
	r := &runner.Remote{Client: remote, Server: s.URL, Log: io.Discard}
	bots, err := r.Resolve(t.Context(), "keeper", []string{"builtin:keeper/random?seed=4", "builtin:keeper/random?seed=1"})
	if err != nil {
		t.Fatal(err)
	}
	g, err := games.Find("keeper")
	if err != nil {
		t.Fatal(err)
	}
	about := check.Case{Candidate: bots[0], Baseline: bots[1], Question: league.Question{Question: rating.NotWeaker(rating.DuelUnit), SamePlay: rating.SamePlayShare}}
	about.Question.Cap = 6
	e := runner.Entry{Rules: g, Tournament: league.Tournament{
		ID: "fourth", Game: "keeper", Seats: 1, Bots: league.IDs(bots), Games: 6, Limits: referee.TimeLimits{First: time.Hour, Turn: time.Hour},
	}}
	e.DealFresh(g, league.Fresh{Key: bots[1].Digest, Count: 6})
	v, err := runner.Check(t.Context(), r, e, about, 0, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if v.Trials != 6 || v.Reused != 6 {
		t.Errorf("the client counts %d starts and %d matches reused; want 6 and 6", v.Trials, v.Reused)
	}
}
