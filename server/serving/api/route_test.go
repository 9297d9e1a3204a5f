package api_test

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbiter/server/serving/api"
)

// A row is what a route requires: a scope and, where it touches a thing that has an
// owner, that the caller owns it.
type row struct {
	scope   api.Scope
	touches thing // required of every route that changes something
	deletes bool  // for which nobody's thing is not enough
}

// A thing is what a route touches.
type thing string

// The things. A route that makes something new makes it the caller's.
const (
	ownNew             thing = "makes something new"
	ownNothing         thing = "touches nothing that has an owner"
	ownBot             thing = "a bot"
	ownMatch           thing = "a match that waits or is played"
	ownHand            thing = "a match by hand"
	ownTournament      thing = "a tournament"
	ownNamedTournament thing = "a tournament of that name, which is started"
	ownNamedCheck      thing = "a check of that name, which is resumed"
	ownSchedule        thing = "the schedule of an own tournament"
	ownLeaderboard     thing = "a leaderboard"
	ownSeedSet         thing = "a seed set"
	ownTestSet         thing = "a test set"
)

// routes lists every route with what it requires. Who adds a route decides here, a
// second time, who may call it: what saves something or touches what a token owns is
// upload or play, what concerns the server is admin.
var routes = map[string]row{
	"DELETE /api/bots/{game}/{id}":                  {scope: api.ScopeUpload, touches: ownBot, deletes: true},
	"DELETE /api/hands/{id}":                        {scope: api.ScopePlay, touches: ownHand},
	"DELETE /api/leaderboards/{name}":               {scope: api.ScopePlay, touches: ownLeaderboard, deletes: true},
	"DELETE /api/seed-sets/{name}":                  {scope: api.ScopePlay, touches: ownSeedSet, deletes: true},
	"DELETE /api/session":                           {scope: api.ScopePublic},
	"DELETE /api/test-sets/{name}":                  {scope: api.ScopePlay, touches: ownTestSet, deletes: true},
	"DELETE /api/tournaments/{tournament}":          {scope: api.ScopePlay, touches: ownTournament, deletes: true},
	"DELETE /api/tournaments/{tournament}/schedule": {scope: api.ScopePlay, touches: ownSchedule, deletes: true},
	"GET /api/bots":                                 {scope: api.ScopeRead},
	"GET /api/bots/{game}/{id}":                     {scope: api.ScopeRead},
	"GET /api/bots/{game}/{id}/answers":             {scope: api.ScopeRead},
	"GET /api/bots/{game}/{id}/report":              {scope: api.ScopeRead},
	"GET /api/check-plan":                           {scope: api.ScopeRead},
	"GET /api/checks":                               {scope: api.ScopeRead},
	"GET /api/checks/{check}":                       {scope: api.ScopeRead},
	"GET /api/docs":                                 {scope: api.ScopeRead},
	"GET /api/faults":                               {scope: api.ScopeRead},
	"GET /api/games":                                {scope: api.ScopeRead},
	"GET /api/games/{game}":                         {scope: api.ScopeRead},
	"GET /api/hands/{id}":                           {scope: api.ScopeRead},
	"GET /api/leaderboards":                         {scope: api.ScopeRead},
	"GET /api/leaderboards/{name}/standings":        {scope: api.ScopeRead},
	"GET /api/live":                                 {scope: api.ScopeRead},
	"GET /api/live/{match}":                         {scope: api.ScopeRead},
	"GET /api/matches":                              {scope: api.ScopeRead},
	"GET /api/matches/{id}":                         {scope: api.ScopeRead},
	"DELETE /api/matches/{id}/analysis":             {scope: api.ScopePlay, touches: ownNothing},
	"GET /api/matches/{id}/analysis":                {scope: api.ScopeRead},
	"POST /api/matches/{id}/analysis":               {scope: api.ScopePlay, touches: ownNothing},
	"GET /api/matches/{id}/neighbours":              {scope: api.ScopeRead},
	"GET /api/matches/{id}/record":                  {scope: api.ScopeRead},
	"GET /api/matches/{id}/replay":                  {scope: api.ScopeRead},
	"GET /api/matches/{id}/replay.html":             {scope: api.ScopeRead},
	"GET /api/matches/{id}/seats/{seat}/input":      {scope: api.ScopeRead},
	"GET /api/matches/{id}/seats/{seat}/stderr":     {scope: api.ScopeRead},
	"GET /api/openapi-3.0.json":                     {scope: api.ScopeRead},
	"GET /api/openapi-3.0.yaml":                     {scope: api.ScopeRead},
	"GET /api/openapi.json":                         {scope: api.ScopeRead},
	"GET /api/openapi.yaml":                         {scope: api.ScopeRead},
	"GET /api/ratings/{game}":                       {scope: api.ScopeRead},
	"GET /api/ratings/{game}/history":               {scope: api.ScopeRead},
	"GET /api/ratings/{game}/pairs":                 {scope: api.ScopeRead},
	"GET /api/seed-sets":                            {scope: api.ScopeRead},
	"GET /api/session":                              {scope: api.ScopePublic},
	"GET /api/test-sets":                            {scope: api.ScopeRead},
	"GET /api/test-sets/{name}":                     {scope: api.ScopeRead},
	"GET /api/tournaments":                          {scope: api.ScopeRead},
	"GET /api/tournaments/{tournament}":             {scope: api.ScopeRead},
	"GET /api/tournaments/{tournament}/history":     {scope: api.ScopeRead},
	"GET /api/tournaments/{tournament}/matrix":      {scope: api.ScopeRead},
	"GET /api/tournaments/{tournament}/outcomes":    {scope: api.ScopeRead},
	"GET /api/tournaments/{tournament}/placings":    {scope: api.ScopeRead},
	"GET /api/tournaments/{tournament}/standings":   {scope: api.ScopeRead},
	"GET /api/workers":                              {scope: api.ScopeRead},
	"PATCH /api/workers/{name}":                     {scope: api.ScopeAdmin, touches: ownNothing},
	"DELETE /api/workers/{name}":                    {scope: api.ScopeAdmin, touches: ownNothing},
	"GET /healthz":                                  {scope: api.ScopePublic},
	"GET /metrics":                                  {scope: api.ScopeRead},
	"GET /readyz":                                   {scope: api.ScopePublic},
	"PATCH /api/bots/{game}/{id}":                   {scope: api.ScopeUpload, touches: ownBot},
	"POST /api/bots":                                {scope: api.ScopeUpload, touches: ownNew},
	"POST /api/bots/upload":                         {scope: api.ScopeUpload, touches: ownNew},
	"POST /api/checks":                              {scope: api.ScopePlay, touches: ownNamedCheck},
	"POST /api/hands":                               {scope: api.ScopePlay, touches: ownNew},
	"POST /api/hands/{id}/answer":                   {scope: api.ScopePlay, touches: ownHand},
	"POST /api/matches":                             {scope: api.ScopeUpload, touches: ownNew},
	"POST /api/matches/{id}/again":                  {scope: api.ScopeUpload, touches: ownNew},
	"POST /api/matches/{id}/cancel":                 {scope: api.ScopeUpload, touches: ownMatch},
	"POST /api/replays/frames":                      {scope: api.ScopeRead}, // keeps nothing
	"POST /api/session":                             {scope: api.ScopePublic},
	"POST /api/tournaments":                         {scope: api.ScopePlay, touches: ownNamedTournament},
	"POST /api/tournaments/{tournament}/cancel":     {scope: api.ScopePlay, touches: ownTournament},
	"POST /api/tournaments/{tournament}/extend":     {scope: api.ScopePlay, touches: ownTournament},
	"POST /api/tournaments/{tournament}/pause":      {scope: api.ScopePlay, touches: ownTournament},
	"POST /api/tournaments/{tournament}/resume":     {scope: api.ScopePlay, touches: ownTournament},
	"POST /api/tournaments/{tournament}/start":      {scope: api.ScopePlay, touches: ownTournament},
	"PUT /api/leaderboards/{name}":                  {scope: api.ScopePlay, touches: ownLeaderboard},
	"PUT /api/seed-sets/{name}":                     {scope: api.ScopePlay, touches: ownSeedSet},
	"PUT /api/test-sets/{name}":                     {scope: api.ScopePlay, touches: ownTestSet},
	"PUT /api/tournaments/{tournament}/schedule":    {scope: api.ScopePlay, touches: ownSchedule},
}

// "Who may call a route is declared beside the route."
func TestRoutes(t *testing.T) {
	s := serve(t, guardOff)
	want := map[string]api.Scope{}
	for name, r := range routes {
		want[name] = r.scope
	}
	if diff := cmp.Diff(want, s.api.Routes()); diff != "" {
		t.Errorf("routes and their scopes (want -, got +):\n%s", diff)
	}
}

// Each route is refused without a token (401) and with one of a weaker scope
// (403), and is not with one of its own scope or a stronger one; what is not a
// route is public, but below /api, where it requires a token.
func TestRoutesRequireTheirScope(t *testing.T) {
	scopes := []api.Scope{api.ScopePublic, api.ScopeRead, api.ScopeUpload, api.ScopePlay, api.ScopeAdmin} // weakest first
	var tokens []api.Token
	for _, scope := range scopes[1:] {
		tokens = append(tokens, api.NewToken(scope, string(scope)))
	}
	s := serve(t, api.Guard{Tokens: tokens, Burst: 1 << 20})
	all := s.api.Routes()
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
		"DELETE /api/seed-sets/a%2Fb": api.ScopePlay,
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
