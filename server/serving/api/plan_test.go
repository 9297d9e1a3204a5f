package api_test

import (
	"fmt"
	"testing"
)

// "840 matches, about 8 min": the forecast of a tournament counts what the format itself
// counts, and its time is that of the game's latest matches.
func TestTournamentPlan(t *testing.T) {
	s := serve(t, guardOff)
	ask := func(query string) map[string]any { return s.want(200, "GET", "/api/tournament-plan?"+query, "") }
	for _, tt := range []struct {
		query   string
		matches float64
		exact   bool
	}{
		{"game=ctf&bots=21&seeds=1..2", 840, true},
		{"game=domain&bots=3&openings=5", 30, true},
		{"game=domain&bots=3&openings=5&games=2", 12, true},
		{"game=ctf&bots=4&seeds=1..5&format=gauntlet", 30, true},
		{"game=keeper&bots=4&seeds=1..5", 20, true},
		{"game=ctf&bots=4&seeds=1..3&format=knockout", 18, false},
	} {
		got := ask(tt.query)
		if got["matches"] != tt.matches || got["exact"] != tt.exact || got["match_ms"] != nil {
			t.Errorf("%s: %v; want %g, %v, and no time, as nothing has been played", tt.query, got, tt.matches, tt.exact)
		}
	}
	s.tournament(small, "small", "done")
	plan := ask("game=domain&bots=2&seeds=1..3")
	made := s.want(200, "GET", "/api/tournaments/small", "")
	if plan["matches"] != made["total"] || plan["match_ms"].(float64) <= 0 {
		t.Errorf("%v; want the %v matches of the tournament and a time", plan, made["total"])
	}
	if got := s.want(200, "GET", "/api/check-plan?game=domain", ""); got["match_ms"] != plan["match_ms"] {
		t.Errorf("a check's match takes %v ms, a tournament's %v", got["match_ms"], plan["match_ms"])
	}
	for _, query := range []string{"bots=2&seeds=x..", "bots=1&seeds=1..3", "bots=2", "bots=2&seeds=1&format=nosuch"} {
		s.want(422, "GET", fmt.Sprint("/api/tournament-plan?game=ctf&", query), "")
	}
}
