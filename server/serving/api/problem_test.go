package api_test

import (
	"encoding/json"
	"strings"
	"testing"
)

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
		{"a filter is named once", "GET", "/api/matches?filter=cols", "", 422, "query.filter", "filter: condition 1: \"cols\""},
		{"a tournament without seeds", "POST", "/api/tournaments", strings.Replace(small, `"1..3"`, `""`, 1), 422, "body.seeds", "seeds: "},
		{"no such candidate", "POST", "/api/checks", `{"name":"c","game":"domain","candidate":"builtin:domain/nosuch","baseline":"builtin:domain/wait"}`, 422, "body.candidate", "candidate: unknown builtin bot"},
		{"no such opponent", "POST", "/api/checks", `{"name":"c","game":"keeper","candidate":"builtin:keeper/wait","baseline":"builtin:keeper/random","opponents":["x"]}`, 422, "body.opponents", "played alone"},
		{"a page too large", "GET", "/api/matches?limit=1000", "", 422, "query.limit", "validation failed"},
		{"a wrong cursor", "GET", "/api/matches?cursor=x", "", 422, "query.cursor", "want the value of next"},
		{"no such match", "GET", "/api/matches/00000000000000000000", "", 404, "", "not found"},
		{"no match ID", "GET", "/api/matches/nosuch", "", 404, "", "has 20 hexadecimal characters"},
		{"a filter of too much", "GET", "/api/matches?filter=" + "metric.a<1,metric.b<1,metric.c<1,metric.d<1,metric.e<1,metric.f<1,metric.g<1,metric.h<1,metric.i<1,metric.j<1,metric.k<1,metric.l<1,metric.m<1,metric.n<1,metric.o<1,metric.p<1,metric.q<1", "", 422, "query.filter", "want at most 16"},
		{"a wrong order", "GET", "/api/matches?sort=luck", "", 422, "query.sort", "validation failed"},
		{"no such tournament", "POST", "/api/tournaments/nosuch/start", "", 404, "", "not found"},
		{"another definition", "POST", "/api/tournaments", strings.Replace(small, "1..3", "1..4", 1), 409, "", "another definition"},
		{"rounds of a round-robin", "POST", "/api/tournaments", strings.Replace(small, `"start":true`, `"rounds":3`, 1), 422, "body.rounds", "only a swiss or adaptive has rounds"},
		{"an anchor from elsewhere", "POST", "/api/tournaments", strings.Replace(small, `"start":true`, `"anchor":"x"`, 1), 422, "body.anchor", "not one of the bots"},
		{"wrong seeds", "POST", "/api/tournaments", strings.Replace(small, "1..3", "3..1", 1), 422, "body.seeds", "runs backwards"},
		{"pausing what is done", "POST", "/api/tournaments/small/pause", "", 409, "", "is done"},
		{"extending with what is there", "POST", "/api/tournaments/small/extend", `{"seeds":"3"}`, 422, "body.seeds", "seeds: duplicate seed 3"},
		{"a record that is none", "POST", "/api/replays/frames", "hello", 422, "body", "want a replay"},
		{"no such address", "GET", "/api/nosuch", "", 404, "", "/api/docs"},
		{"rejecting without a reason", "PATCH", "/api/bots/domain/" + s.bot("greedy"), `{"stage":"rejected"}`, 422, "body.why", "want the reason"},
		{"deleting what has played", "DELETE", "/api/bots/domain/" + s.bot("greedy"), "", 409, "", "retire it instead"},
		{"writing to a page", "POST", "/matches", "", 405, "", "read-only"},
		{"hypotheses in the wrong order", "POST", "/api/checks", `{"name":"c","game":"domain","candidate":"a","baseline":"b","elo0":1,"elo1":0}`, 422, "body.elo0", "less than elo1"},
		{"a forecast with elo1 out of range", "GET", "/api/check-plan?game=domain&elo1=2000", "", 422, "query.elo1", "elo1: found 2000; want -1000 to 1000"},
		{"a forecast of no start", "GET", "/api/check-plan?game=domain&max_games=1", "", 422, "query.max_games", "want 2 to"},
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
