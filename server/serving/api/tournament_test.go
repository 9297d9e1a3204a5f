package api_test

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"arbiter/referee/games/domain"
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
		{"/api/games/domain", `"openings":2352,`},
		{"/api/games/domain", `"max_seats":2`},
		{"/api/games/domain", `"boss":{"unit":"Elo above level 1","levels":[{"bot":"builtin:domain/boss?level=1","rating":0}`},
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
		{"/api/books", `"books":[]`},
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
			if kind, ok := r.(map[string]any)["kind"]; ok {
				t.Errorf("kind %v; want none of a tournament that nothing else plays", kind)
			}
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

// "This many openings of the game, the official start first": the command line has the
// same openings for the same name. So either goes on with what the other began.
func TestOpenings(t *testing.T) {
	s := serve(t, guardOff)
	body := func(starts string) string { return strings.Replace(small, `"seeds":"1..3"`, starts, 1) }
	want, _, err := league.Openings(domain.Game{}, "small", 2)
	if err != nil {
		t.Fatal(err)
	}
	s.tournament(body(`"openings":2`), "small", "done")
	if got, err := s.db.Tournament(t.Context(), "small"); err != nil || !slices.Equal(got.Starts, want) {
		t.Errorf("%v, %v; want %v", got.Starts, err, want)
	}
	if longer := s.want(200, "POST", "/api/tournaments", strings.Replace(body(`"openings":3`), "{", `{"extend":true,`, 1)); longer["start_count"] != 3.0 {
		t.Errorf("%v starts after an extension; want 3", longer["start_count"])
	}
	for starts, want := range map[string]string{
		`"openings":0`:                                       "found 0; want 1 to 2352, the openings of domain",
		`"openings":2353`:                                    "found 2353; want 1 to 2352",
		`"openings":3,"seeds":"1..3"`:                        "given together with seeds, a book or positions",
		`"openings":3,"book":"mine"`:                         "given together with seeds, a book or positions",
		`"openings":3,"positions":[{"name":"a","setup":{}}]`: "given together with seeds, a book or positions",
	} {
		if got := fmt.Sprint(s.want(422, "POST", "/api/tournaments", body(starts))); !strings.Contains(got, want) {
			t.Errorf("%s: %s; want %s", starts, got, want)
		}
	}
	keeper := strings.ReplaceAll(body(`"openings":3`), "domain", "keeper")
	if got := fmt.Sprint(s.want(422, "POST", "/api/tournaments", keeper)); !strings.Contains(got, "keeper has none") || !strings.Contains(got, "body.openings") {
		t.Errorf("openings of keeper: %s", got)
	}
}

// Seeds where a seed decides nothing are played as given, with a warning.
func TestSeedsThatDecideNothing(t *testing.T) {
	s := serve(t, guardOff)
	if got := fmt.Sprint(s.tournament(small, "small", "done")["warnings"]); !strings.Contains(got, "Use openings instead, 1 to 2352") {
		t.Errorf("warnings %s; want one that names openings", got)
	}
}
