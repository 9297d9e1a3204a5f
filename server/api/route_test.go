package api_test

import (
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbiter/server/api"
)

// routes lists every route with the scope that it requires. Who adds a route
// decides here, a second time, who may call it: what runs a program or saves
// something is play, what deletes is admin.
var routes = map[string]api.Scope{
	"DELETE /api/bots/{game}/{id}":                  api.ScopeAdmin,
	"DELETE /api/hands/{id}":                        api.ScopePlay, // who plays may give up
	"DELETE /api/leaderboards/{name}":               api.ScopeAdmin,
	"DELETE /api/seed-sets/{name}":                  api.ScopeAdmin,
	"DELETE /api/session":                           api.ScopePublic,
	"DELETE /api/test-sets/{name}":                  api.ScopeAdmin,
	"DELETE /api/tournaments/{tournament}":          api.ScopeAdmin,
	"DELETE /api/tournaments/{tournament}/schedule": api.ScopeAdmin,
	"GET /api/bots":                                 api.ScopeRead,
	"GET /api/bots/{game}/{id}":                     api.ScopeRead,
	"GET /api/bots/{game}/{id}/answers":             api.ScopeRead,
	"GET /api/bots/{game}/{id}/report":              api.ScopeRead,
	"GET /api/check-plan":                           api.ScopeRead,
	"GET /api/checks":                               api.ScopeRead,
	"GET /api/checks/{check}":                       api.ScopeRead,
	"GET /api/docs":                                 api.ScopeRead,
	"GET /api/faults":                               api.ScopeRead,
	"GET /api/games":                                api.ScopeRead,
	"GET /api/games/{game}":                         api.ScopeRead,
	"GET /api/hands/{id}":                           api.ScopeRead,
	"GET /api/leaderboards":                         api.ScopeRead,
	"GET /api/leaderboards/{name}/standings":        api.ScopeRead,
	"GET /api/live":                                 api.ScopeRead,
	"GET /api/live/{match}":                         api.ScopeRead,
	"GET /api/matches":                              api.ScopeRead,
	"GET /api/matches/{id}":                         api.ScopeRead,
	"DELETE /api/matches/{id}/analysis":             api.ScopePlay,
	"GET /api/matches/{id}/analysis":                api.ScopeRead,
	"POST /api/matches/{id}/analysis":               api.ScopePlay,
	"GET /api/matches/{id}/neighbours":              api.ScopeRead,
	"GET /api/matches/{id}/record":                  api.ScopeRead,
	"GET /api/matches/{id}/replay":                  api.ScopeRead,
	"GET /api/matches/{id}/replay.html":             api.ScopeRead,
	"GET /api/matches/{id}/seats/{seat}/input":      api.ScopeRead,
	"GET /api/matches/{id}/seats/{seat}/stderr":     api.ScopeRead,
	"GET /api/openapi-3.0.json":                     api.ScopeRead,
	"GET /api/openapi-3.0.yaml":                     api.ScopeRead,
	"GET /api/openapi.json":                         api.ScopeRead,
	"GET /api/openapi.yaml":                         api.ScopeRead,
	"GET /api/ratings/{game}":                       api.ScopeRead,
	"GET /api/ratings/{game}/history":               api.ScopeRead,
	"GET /api/ratings/{game}/pairs":                 api.ScopeRead,
	"GET /api/seed-sets":                            api.ScopeRead,
	"GET /api/session":                              api.ScopePublic,
	"GET /api/test-sets":                            api.ScopeRead,
	"GET /api/test-sets/{name}":                     api.ScopeRead,
	"GET /api/tournaments":                          api.ScopeRead,
	"GET /api/tournaments/{tournament}":             api.ScopeRead,
	"GET /api/tournaments/{tournament}/history":     api.ScopeRead,
	"GET /api/tournaments/{tournament}/matrix":      api.ScopeRead,
	"GET /api/tournaments/{tournament}/outcomes":    api.ScopeRead,
	"GET /api/tournaments/{tournament}/placings":    api.ScopeRead,
	"GET /api/tournaments/{tournament}/standings":   api.ScopeRead,
	"GET /api/workers":                              api.ScopeRead,
	"PATCH /api/workers/{name}":                     api.ScopeAdmin,
	"DELETE /api/workers/{name}":                    api.ScopeAdmin,
	"GET /healthz":                                  api.ScopePublic,
	"GET /metrics":                                  api.ScopeRead,
	"GET /readyz":                                   api.ScopePublic,
	"PATCH /api/bots/{game}/{id}":                   api.ScopePlay,
	"POST /api/bots":                                api.ScopePlay,
	"POST /api/bots/upload":                         api.ScopePlay,
	"POST /api/checks":                              api.ScopePlay,
	"POST /api/hands":                               api.ScopePlay,
	"POST /api/hands/{id}/answer":                   api.ScopePlay,
	"POST /api/matches":                             api.ScopePlay,
	"POST /api/matches/{id}/again":                  api.ScopePlay,
	"POST /api/matches/{id}/cancel":                 api.ScopePlay,
	"POST /api/replays/frames":                      api.ScopeRead, // keeps nothing
	"POST /api/session":                             api.ScopePublic,
	"POST /api/tournaments":                         api.ScopePlay,
	"POST /api/tournaments/{tournament}/cancel":     api.ScopePlay,
	"POST /api/tournaments/{tournament}/extend":     api.ScopePlay,
	"POST /api/tournaments/{tournament}/pause":      api.ScopePlay,
	"POST /api/tournaments/{tournament}/resume":     api.ScopePlay,
	"POST /api/tournaments/{tournament}/start":      api.ScopePlay,
	"PUT /api/leaderboards/{name}":                  api.ScopePlay,
	"PUT /api/seed-sets/{name}":                     api.ScopePlay,
	"PUT /api/test-sets/{name}":                     api.ScopePlay,
	"PUT /api/tournaments/{tournament}/schedule":    api.ScopePlay,
}

// "Who may call a route is declared beside the route."
func TestRoutes(t *testing.T) {
	s := serve(t, guardOff)
	if diff := cmp.Diff(routes, s.api.Routes()); diff != "" {
		t.Errorf("routes and their scopes (want -, got +):\n%s", diff)
	}
}

// Each route is refused without a token (401) and with one of a weaker scope
// (403), and is not with one of its own scope or a stronger one; what is not a
// route is public, but below /api, where it requires a token.
func TestRoutesRequireTheirScope(t *testing.T) {
	scopes := []api.Scope{api.ScopePublic, api.ScopeRead, api.ScopePlay, api.ScopeAdmin} // weakest first
	var tokens []api.Token
	for _, scope := range scopes[1:] {
		tokens = append(tokens, api.NewToken(scope, string(scope)))
	}
	s := serve(t, api.Guard{Tokens: tokens, Burst: 1 << 20})
	all := maps.Clone(routes)
	for route, scope := range map[string]api.Scope{
		"GET /":                       api.ScopePublic,
		"GET /matches/x":              api.ScopePublic,
		"GET /apis":                   api.ScopePublic,
		"GET /api":                    api.ScopeRead,
		"GET /api/nosuch":             api.ScopeRead,
		"GET //api/nosuch":            api.ScopeRead,
		"GET /pages/../api/nosuch":    api.ScopeRead,
		"GET /api%2Fgames":            api.ScopeRead, // is not /api/games
		"GET /api/games/":             api.ScopeRead,
		"DELETE /api/nosuch":          api.ScopeRead,
		"DELETE /api/games":           api.ScopeRead, // 405
		"HEAD /api/games":             api.ScopeRead,
		"MADEUP /api/games":           api.ScopeRead,
		"DELETE /api/hands/%2e%2e":    api.ScopePlay,
		"DELETE /api/seed-sets/a%2Fb": api.ScopeAdmin,
	} {
		all[route] = scope
	}
	parameter := regexp.MustCompile(`\{\w+\}`)
	for route, need := range all {
		method, pattern, _ := strings.Cut(route, " ")
		path := parameter.ReplaceAllString(pattern, "nosuch")
		body := ""
		if method == "POST" || method == "PUT" || method == "PATCH" {
			body = "{}"
		}
		for rank, scope := range scopes {
			var header []string
			if scope != api.ScopePublic {
				header = []string{"Authorization", "Bearer " + string(scope)}
			}
			status, text := s.do(method, path, body, header...)
			switch {
			case need == api.ScopePublic || rank >= slices.Index(scopes, need):
				if status == http.StatusUnauthorized || status == http.StatusForbidden {
					t.Errorf("%s with a token of scope %s: %d %s; want it admitted", route, scope, status, text)
				}
			case scope == api.ScopePublic:
				if status != http.StatusUnauthorized {
					t.Errorf("%s without a token: %d %s; want 401", route, status, text)
				}
			case status != http.StatusForbidden:
				t.Errorf("%s with a token of scope %s: %d %s; want 403", route, scope, status, text)
			}
		}
	}
}
