package api_test

import (
	"strings"
	"testing"
)

// "Plays until a sequential test (SPRT) decides."
func TestCheck(t *testing.T) {
	s := serve(t, guardOff)
	s.want(200, "POST", "/api/checks", `{"name":"c","game":"domain","candidate":"builtin:domain/wait","baseline":"builtin:domain/greedy","elo0":-100,"elo1":0,"max_games":400}`)
	c := s.until("/api/checks/c", func(c map[string]any) bool { return c["tournament"].(map[string]any)["state"] == "done" })
	if c["verdict"] != "regression" {
		t.Errorf("verdict %v; want regression", c["verdict"])
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
