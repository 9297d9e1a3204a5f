package api_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// An unknown match, bot or tournament is a 404, on every route with an ID. Its problem
// names what was unknown. For what people name, it also gives the nearest known name.
// What is made under a name, or deleted, need not exist.
func TestUnknownIsNotFound(t *testing.T) {
	s := serve(t, guardOff)
	s.tournament(small, "small", "done")
	s.want(200, "PUT", "/api/leaderboards/board", `{"game":"domain"}`)
	s.want(200, "PUT", "/api/ladders/evening", `{"game":"domain"}`)
	s.want(200, "PUT", "/api/books/official", `{"game":"domain","positions":[{"name":"a","setup":{"tokens":[[0,0],[6,6]]}}]}`)
	s.want(200, "POST", "/api/checks", `{"name":"nightly","game":"domain","max_games":2,"candidate":"builtin:domain/greedy","baseline":"builtin:domain/random","first_ms":0,"turn_ms":0}`)
	bot := s.bot("greedy")
	const match = "00000000000000000000"
	bodies := map[string]string{
		"POST /api/hands/{id}/answer":        `{"turn":1,"line":"WAIT"}`,
		"PATCH /api/bots/{game}/{id}":        `{"disabled":true}`,
		"POST /api/ladders/{ladder}/entries": `{"bot":"builtin:domain/wait"}`,
		"PATCH /api/workers/{name}":          `{"drain":true}`,
		"POST /api/matches/{id}/trials":      `{"turn":1,"seat":0,"a":"WAIT"}`,
	}
	parameter := regexp.MustCompile(`\{\w+\}`)
	asked := 0
	for route := range routes {
		method, pattern, _ := strings.Cut(route, " ")
		makesIt := method == http.MethodDelete || method == http.MethodPut
		public := strings.HasPrefix(pattern, "/viewers/") // which tells nothing of games to who has no token
		if !parameter.MatchString(pattern) || makesIt || public {
			continue
		}
		asked++
		unknown, near := match, ""
		path := strings.NewReplacer("{game}/{id}", "domain/{bot}", "{seat}", "0", "{id}", match, "{match}", match).Replace(pattern)
		for name, of := range map[string]string{"{tournament}": "small", "{check}": "nightly", "{ladder}": "evening", "{bot}": bot, "{game}": "domain"} {
			if strings.Contains(path, name) {
				near, unknown = of, of[1:]
				path = strings.Replace(path, name, unknown, 1)
			}
		}
		switch {
		case strings.HasPrefix(pattern, "/api/leaderboards/"):
			near, unknown = "board", "bord"
		case strings.HasPrefix(pattern, "/api/books/"):
			near, unknown = "official", "oficial"
		case strings.HasPrefix(pattern, "/api/workers/"):
			unknown = "nobody"
		}
		path = strings.Replace(path, "{name}", unknown, 1)
		if strings.HasSuffix(path, "/pairs") {
			path += "?a=x&b=y" // required
		}
		body := bodies[route]
		if body == "" && method != http.MethodGet {
			body = "{}"
		}
		status, text := s.do(method, path, body)
		if status != http.StatusNotFound || !strings.Contains(string(text), unknown) || !strings.Contains(string(text), "did you mean "+near+"?") && near != "" {
			t.Errorf("%s %s: %d %s; want 404 that names %s and the nearest, %q", method, path, status, text, unknown, near)
		}
		var problem struct {
			Detail string
			Errors []struct{ Message string }
		}
		if err := json.Unmarshal(text, &problem); err != nil {
			t.Fatal(err)
		}
		if _, list, found := strings.Cut(problem.Detail, "; GET /api/"); found && (len(problem.Errors) != 1 || problem.Errors[0].Message+"; GET /api/"+list != problem.Detail) {
			t.Errorf("%s %s: %s; want the sentence without the list apart, for pages", method, path, text)
		}
	}
	if asked < 30 {
		t.Errorf("%d routes with an ID", asked)
	}
}
