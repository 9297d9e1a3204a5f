package api_test

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"arbiter/server/league"
)

// Everything that can be read about a finished tournament.
func TestTournament(t *testing.T) {
	s := serve(t, guardOff)
	done := s.tournament(small, "small", "done")
	if done["matches"] != 6.0 || done["total"] != 6.0 || done["exact"] != true {
		t.Errorf("matches %v, total %v, exact %v; want 6, 6, true", done["matches"], done["total"], done["exact"])
	}
	for _, tt := range []struct{ path, want string }{
		{"/api/games", `"name":"domain"`},
		{"/api/games/domain", `"max_seats":2`},
		{"/api/games/domain", `"ladder":{"unit":"Elo above level 1","levels":[{"bot":"builtin:domain/boss?level=1","rating":0}`},
		{"/api/bots?game=domain", `"typed":"builtin:domain/greedy"`},
		{"/api/tournaments", `"state":"done"`},
		{"/api/tournaments?state=running", `"tournaments":[]`},
		{"/api/tournaments/small", `"entries":["greedy@`},
		{"/api/tournaments/small/standings", `"matches":6`},
		{"/api/tournaments/small/standings?filter=seed=1", `"matches":2`},
		{"/api/tournaments/small/matrix", `"matrix":[[`},
		{"/api/tournaments/small/placings", `"placings":[]`},
		{"/api/tournaments/small/history?points=2", `"matches":6`},
		{"/api/ratings/domain", `"matches":6`},
		{"/api/ratings/domain/history", `"points":[{`},
		{"/api/ratings/ctf", `"lines":[]`},
		{"/api/matches?tournament=small&bot=random", `"state":"played"`},
		{"/api/matches?fault=any", `"matches":[]`},
		{"/api/leaderboards", `"leaderboards":[]`},
		{"/api/seed-sets", `"seed_sets":[]`},
		{"/api/checks", `"checks":[]`},
		{"/api/openapi.json", `"openapi":"3.1.0"`},
		{"/api/docs", "Register a bot"},
		{"/healthz", "ok"},
		{"/readyz", "ok"},
		{"/metrics", `arbiter_matches_total{game="domain"} 6`},
		{"/", "the pages"},
		{"/matches/some", "the pages"},
		{"/assets/a.js", "1"},
	} {
		if status, body := s.do("GET", tt.path, ""); status != http.StatusOK || !bytes.Contains(body, []byte(tt.want)) {
			t.Errorf("GET %s: %d %.300s; want 200 with %s", tt.path, status, body, tt.want)
		}
	}
}

// The pages together are the list, also of tournaments created in the same
// millisecond; total counts all of them, and single matches are not listed.
func TestTournamentPages(t *testing.T) {
	s := serve(t, guardOff)
	s.played(`{"game":"domain","bots":["builtin:domain/wait","builtin:domain/wait"],"first_ms":0,"turn_ms":0}`)
	var want []string
	for i := range 5 {
		name := fmt.Sprintf("t-%d", i)
		definition := league.Tournament{ID: name, Game: "domain", Seats: 2, CreatedAt: time.UnixMilli(1_700_000_000_000 - int64(i/2))}
		if err := s.db.SaveTournament(t.Context(), definition, nil, nil); err != nil {
			t.Fatal(err)
		}
		want = append(want, name)
	}
	var got []string
	next, pages := "", 0
	for {
		page := s.want(200, "GET", "/api/tournaments?game=domain&state=idle&limit=2&cursor="+next, "")
		for _, r := range page["tournaments"].([]any) {
			got = append(got, r.(map[string]any)["id"].(string))
		}
		if page["total"] != 5.0 {
			t.Errorf("total %v; want 5", page["total"])
		}
		pages++
		var more bool
		if next, more = page["next"].(string); !more {
			break
		}
	}
	if pages != 3 || !slices.Equal(got, want) {
		t.Errorf("%v on %d pages; want %v on 3", got, pages, want)
	}
	if status, body := s.do("GET", "/api/tournaments?cursor=x", ""); status != 422 || !bytes.Contains(body, []byte("query.cursor")) {
		t.Errorf("%d %s; want 422 and the field", status, body)
	}
}

// "No result is lost."
func TestExtend(t *testing.T) {
	s := serve(t, guardOff)
	s.tournament(small, "small", "done")
	s.want(200, "POST", "/api/tournaments/small/extend", `{"seeds":"4..5","bots":["builtin:domain/wait"]}`)
	s.want(200, "POST", "/api/tournaments/small/resume", "")
	s.until("/api/tournaments/small", func(t map[string]any) bool { return t["state"] == "done" && t["matches"] == 30.0 })
}

// "If a tournament of that name exists, extend it."
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
