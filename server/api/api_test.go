package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"arbiter/server/league"
)

// A tournament from its making to its end, and everything there is to read of
// it.
func TestTournament(t *testing.T) {
	s := serve(t, guardOff)
	done := s.tournament(small, "small", "done")
	if done["matches"] != 6.0 || done["total"] != 6.0 || done["exact"] != true {
		t.Errorf("matches %v, total %v, exact %v; want 6, 6, true", done["matches"], done["total"], done["exact"])
	}
	for _, tt := range []struct{ path, want string }{
		{"/api/games", `"name":"domain"`},
		{"/api/games/domain", `"max_seats":2`},
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

var times = regexp.MustCompile(`"(created|changed)_at":"[^"]*"`)

// "Every write is idempotent or says why not."
func TestWritesAreIdempotent(t *testing.T) {
	s := serve(t, guardOff)
	s.tournament(small, "small", "done")
	bot := s.want(200, "GET", "/api/bots?game=domain&name=greedy", "")["bots"].([]any)[0].(map[string]any)["id"].(string)
	for _, tt := range []struct{ method, path, body string }{
		{"POST", "/api/tournaments", small},
		{"POST", "/api/tournaments/small/start", ""},
		{"POST", "/api/tournaments/small/cancel", ""},
		{"POST", "/api/bots", `{"game":"domain","bot":"builtin:domain/wait"}`},
		{"PATCH", "/api/bots/domain/" + bot, `{"stage":"promoted","why":"strong"}`},
		{"PUT", "/api/leaderboards/mine", `{"game":"domain","filter":"seat=1"}`},
		{"PUT", "/api/seed-sets/few", `{"seeds":"1..10"}`},
	} {
		_, first := s.do(tt.method, tt.path, tt.body)
		status, second := s.do(tt.method, tt.path, tt.body)
		if status != 200 || !bytes.Equal(times.ReplaceAll(first, nil), times.ReplaceAll(second, nil)) {
			t.Errorf("%s %s: first %s\nthen %d %s", tt.method, tt.path, first, status, second)
		}
	}
	wish := `{"game":"domain","bots":["builtin:domain/wait","builtin:domain/wait"],"key":"k"}`
	if one, other := s.played(wish), s.played(wish); one != other {
		t.Errorf("matches %s and %s of one key", one, other)
	}
	for range 2 {
		s.want(204, "DELETE", "/api/leaderboards/mine", "")
		s.want(204, "DELETE", "/api/seed-sets/few", "")
	}
}

// "Problem details that point at the offending field."
func TestProblems(t *testing.T) {
	s := serve(t, guardOff)
	s.tournament(small, "small", "done")
	for _, tt := range []struct {
		name, method, path, body string
		status                   int
		location, detail         string
	}{
		{"unknown game", "POST", "/api/matches", `{"game":"chess","bots":["a"]}`, 422, "body.game", "want one of ctf"},
		{"unknown bot", "POST", "/api/matches", `{"game":"domain","bots":["builtin:domain/wait","builtin:domain/nosuch"]}`, 422, "body.bots[1]", "unknown builtin bot"},
		{"too few seats", "POST", "/api/matches", `{"game":"domain","bots":["builtin:domain/wait"]}`, 422, "body.bots", "2 to 2 seats"},
		{"a seed too large", "POST", "/api/matches", `{"game":"domain","bots":["a","b"],"seed":"99999999999999999999"}`, 422, "body.seed", "64 bits"},
		{"a wrong position", "POST", "/api/matches", `{"game":"keeper","bots":["builtin:keeper/wait"],"setup":{"nosuch":1}}`, 422, "body.setup", "nosuch"},
		{"an unknown field", "POST", "/api/matches", `{"gme":"domain"}`, 422, "body.gme", "validation failed"},
		{"a slip in a filter", "GET", "/api/matches?filter=seat~1", "", 422, "query.filter", "compares nothing"},
		{"a page too large", "GET", "/api/matches?limit=1000", "", 422, "query.limit", "validation failed"},
		{"a wrong cursor", "GET", "/api/matches?cursor=x", "", 422, "query.cursor", "want what a page gave"},
		{"no such match", "GET", "/api/matches/00000000000000000000", "", 404, "", "not found"},
		{"no match ID", "GET", "/api/matches/x", "", 422, "path.id", "validation failed"},
		{"no such tournament", "POST", "/api/tournaments/nosuch/start", "", 404, "", "not found"},
		{"another definition", "POST", "/api/tournaments", strings.Replace(small, "1..3", "1..4", 1), 409, "", "another definition"},
		{"rounds of a round-robin", "POST", "/api/tournaments", strings.Replace(small, `"start":true`, `"rounds":3`, 1), 422, "body.rounds", "has none to choose"},
		{"an anchor from elsewhere", "POST", "/api/tournaments", strings.Replace(small, `"start":true`, `"anchor":"x"`, 1), 422, "body.anchor", "not one of the bots"},
		{"wrong seeds", "POST", "/api/tournaments", strings.Replace(small, "1..3", "3..1", 1), 422, "body.seeds", "runs backwards"},
		{"pausing what is done", "POST", "/api/tournaments/small/pause", "", 409, "", "is done"},
		{"extending with what is there", "POST", "/api/tournaments/small/extend", `{"seeds":"3"}`, 422, "body.starts", "there twice"},
		{"a record that is none", "POST", "/api/replays/frames", "hello", 422, "body", "want a replay"},
		{"no such address", "GET", "/api/nosuch", "", 404, "", "/api/docs"},
		{"rejecting without a reason", "PATCH", "/api/bots/domain/" + s.bot("greedy"), `{"stage":"rejected"}`, 422, "body.why", "want why"},
		{"deleting what has played", "DELETE", "/api/bots/domain/" + s.bot("greedy"), "", 409, "", "retire it instead"},
		{"writing to a page", "POST", "/matches", "", 405, "", "only read"},
		{"hypotheses in the wrong order", "POST", "/api/checks", `{"name":"c","game":"domain","candidate":"a","baseline":"b","elo0":1,"elo1":0}`, 422, "body", "less than elo1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			status, body := s.do(tt.method, tt.path, tt.body)
			var problem struct {
				Detail string
				Errors []struct{ Location string }
			}
			if err := json.Unmarshal(body, &problem); err != nil {
				t.Fatalf("%v: %s", err, body)
			}
			location := ""
			for _, e := range problem.Errors {
				if location == "" || e.Location == tt.location {
					location = e.Location
				}
			}
			if status != tt.status || location != tt.location || !strings.Contains(problem.Detail, tt.detail) {
				t.Errorf("%d %s; want %d at %q with %q", status, body, tt.status, tt.location, tt.detail)
			}
		})
	}
}

// bot returns the ID of a bot of domain.
func (s *site) bot(name string) string {
	s.t.Helper()
	return s.want(200, "GET", "/api/bots?game=domain&name="+name, "")["bots"].([]any)[0].(map[string]any)["id"].(string)
}

// "Cursor paging": the pages together are the list, each match once.
func TestPages(t *testing.T) {
	s := serve(t, guardOff)
	s.tournament(small, "small", "done")
	for _, filter := range []string{"", "score>=0"} {
		seen := map[string]bool{}
		next, pages := "", 0
		for {
			page := s.want(200, "GET", "/api/matches?limit=2&filter="+filter+"&cursor="+next, "")
			for _, m := range page["matches"].([]any) {
				seen[m.(map[string]any)["id"].(string)] = true
			}
			pages++
			var more bool
			if next, more = page["next"].(string); !more {
				break
			}
		}
		if len(seen) != 6 || pages != 3 {
			t.Errorf("filter %q: %d matches on %d pages; want 6 on 3", filter, len(seen), pages)
		}
	}
}

// The pages of the tournaments together are the list, whoever comes at the
// same time; total counts all of them, and single matches are none.
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

// "A bot's life": candidate, promoted or rejected, retired; disabled ones are
// not played.
func TestBotsLife(t *testing.T) {
	s := serve(t, guardOff)
	bot := s.want(200, "POST", "/api/bots", `{"game":"domain","bot":"builtin:domain/wait"}`)
	if bot["stage"] != "candidate" {
		t.Errorf("stage %v; want candidate", bot["stage"])
	}
	path := "/api/bots/domain/" + bot["id"].(string)
	s.want(200, "PATCH", path, `{"disabled":true}`)
	wish := `{"game":"domain","bots":["` + bot["id"].(string) + `","builtin:domain/random"]}`
	for _, wish := range []string{wish, strings.Replace(wish, bot["id"].(string), "builtin:domain/wait", 1)} {
		if status, body := s.do("POST", "/api/matches", wish); status != 409 || !bytes.Contains(body, []byte("enable it first")) {
			t.Errorf("%s: %d %s; want 409 and that it is disabled", wish, status, body)
		}
	}
	s.want(200, "PATCH", path, `{"disabled":false,"stage":"promoted"}`)
	s.played(wish)
	if got := s.want(200, "GET", path, ""); got["matches"] != 1.0 || got["stage"] != "promoted" {
		t.Errorf("%v; want a promoted bot with 1 match", got)
	}
	other := s.want(200, "POST", "/api/bots", `{"game":"keeper","bot":"builtin:keeper/wait"}`)
	for range 2 {
		s.want(204, "DELETE", "/api/bots/keeper/"+other["id"].(string), "")
	}
	s.want(404, "GET", "/api/bots/keeper/"+other["id"].(string), "")
}

// "Extend": nothing that was played is lost.
func TestExtend(t *testing.T) {
	s := serve(t, guardOff)
	s.tournament(small, "small", "done")
	s.want(200, "POST", "/api/tournaments/small/extend", `{"seeds":"4..5","bots":["builtin:domain/wait"]}`)
	s.want(200, "POST", "/api/tournaments/small/resume", "")
	s.until("/api/tournaments/small", func(t map[string]any) bool { return t["state"] == "done" && t["matches"] == 30.0 })
}

// "The SPRT verdict as a resource."
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

// "Custom leaderboards (a saved filter)", and seed sets.
func TestSaved(t *testing.T) {
	s := serve(t, guardOff)
	s.want(200, "PUT", "/api/seed-sets/two", `{"seeds":"7,9","about":"two of them"}`)
	s.tournament(strings.Replace(small, "1..3", "two", 1), "small", "done")
	s.want(200, "PUT", "/api/leaderboards/nine", `{"game":"domain","filter":"seed=9"}`)
	if got := s.want(200, "GET", "/api/leaderboards/nine/standings", ""); got["matches"] != 2.0 {
		t.Errorf("%v matches on seed 9; want 2", got["matches"])
	}
	s.want(404, "GET", "/api/leaderboards/ten/standings", "")
}
