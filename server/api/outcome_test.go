package api_test

import (
	"fmt"
	"strings"
	"testing"
)

// "Ask again with the mark of the answer for those after it": every match is
// told once, and after those of a tournament that is done there are no more.
func TestOutcomes(t *testing.T) {
	s := serve(t, guardOff)
	s.tournament(small, "small", "done")
	all := s.want(200, "GET", "/api/tournaments/small/outcomes", "")
	if n := len(all["outcomes"].([]any)); n != 6 || all["state"] != "done" || all["more"] != false {
		t.Fatalf("%d outcomes, %v; want the 6 of a tournament that is done", n, all["state"])
	}
	first := all["outcomes"].([]any)[0].(map[string]any)
	if first["start"].(map[string]any)["seed"] != "1" || len(first["seats"].([]any)) != 2 || len(first["ranks"].([]any)) != 2 {
		t.Errorf("%v; want two seats on seed 1", first)
	}
	s.tournament(strings.Replace(small, `"small"`, `"other"`, 1), "other", "done")
	none := s.want(200, "GET", fmt.Sprintf("/api/tournaments/small/outcomes?after=%.0f", all["mark"]), "")
	if len(none["outcomes"].([]any)) != 0 || none["mark"].(float64) <= all["mark"].(float64) {
		t.Errorf("after matches of another tournament: %v; want none, and a later mark than %v", none, all["mark"])
	}
	s.want(200, "POST", "/api/tournaments/small/extend", `{"seeds":"4"}`)
	s.want(200, "POST", "/api/tournaments/small/start", "")
	s.until("/api/tournaments/small", func(t map[string]any) bool { return t["state"] == "done" })
	more := s.want(200, "GET", fmt.Sprintf("/api/tournaments/small/outcomes?after=%.0f", all["mark"]), "")
	for _, o := range more["outcomes"].([]any) {
		if seed := o.(map[string]any)["start"].(map[string]any)["seed"]; seed != "4" {
			t.Errorf("after the mark there is one on seed %v; want 4 only", seed)
		}
	}
	if n := len(more["outcomes"].([]any)); n != 2 {
		t.Errorf("%d outcomes after the mark; want 2", n)
	}
	if status, _ := s.do("GET", "/api/tournaments/nosuch/outcomes", ""); status != 404 {
		t.Errorf("of no tournament: %d; want 404", status)
	}
}

// A tournament is made longer by one that continues it, when that is asked for.
func TestCreateExtends(t *testing.T) {
	s := serve(t, guardOff)
	s.tournament(small, "small", "done")
	longer := strings.Replace(small, "1..3", "1..4", 1)
	if status, text := s.do("POST", "/api/tournaments", longer); status != 409 {
		t.Errorf("without extend: %d %s; want a conflict", status, text)
	}
	extend := strings.Replace(longer, "{", `{"extend":true,`, 1)
	if m := s.tournament(extend, "small", "done"); m["matches"] != 8.0 {
		t.Errorf("%v matches; want 8", m["matches"])
	}
	for name, change := range map[string]string{"fewer seeds": "1..2", "other seeds": "2..5"} {
		if status, _ := s.do("POST", "/api/tournaments", strings.Replace(extend, "1..4", change, 1)); status != 409 {
			t.Errorf("%s: %d; want a conflict", name, status)
		}
	}
}

// A check has one test; with more games it goes on.
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

// Who sends a bot that cannot be built reads what the build said.
func TestBuildSays(t *testing.T) {
	s := serve(t, guardOff)
	status, text := s.do("POST", "/api/bots/upload?game=keeper", archive(t, map[string]string{
		"mine/bot.toml": "build = \"sh -c 'echo the compiler says no; exit 1'\"\nrun = \"./bot\"",
	}))
	if status != 422 || !strings.Contains(string(text), `"value":"the compiler says no\n"`) {
		t.Errorf("%d %s; want what the compiler said", status, text)
	}
}
