package api_test

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"arbiter/server/serving/api/transport"

	"github.com/google/go-cmp/cmp"
)

// A row is what a route requires: a scope and, where it touches a thing that has an
// owner, that the caller owns it.
type row struct {
	scope   transport.Scope
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
	ownSeries          thing = "a tournament that is a series"
	ownNamedTournament thing = "a tournament of that name, which is started"
	ownNamedCheck      thing = "a check of that name, which is resumed"
	ownLeaderboard     thing = "a leaderboard"
	ownLadder          thing = "an open ladder"
	ownEntry           thing = "the bot that plays for a name on a ladder"
	ownBook            thing = "a book"
	ownAnalysis        thing = "an analysis that waits or runs"
	ownTrial           thing = "a question that waits or is answered"
)

// routes lists every route with what it requires. Who adds a route decides here, a
// second time, who may call it: what saves something or touches what a token owns is
// upload or play, what concerns the server is admin.
var routes = map[string]row{
	"DELETE /api/bots/{game}/{id}":                {scope: transport.ScopeUpload, touches: ownBot, deletes: true},
	"DELETE /api/hands/{id}":                      {scope: transport.ScopePlay, touches: ownHand},
	"DELETE /api/leaderboards/{name}":             {scope: transport.ScopePlay, touches: ownLeaderboard, deletes: true},
	"DELETE /api/books/{name}":                    {scope: transport.ScopePlay, touches: ownBook, deletes: true},
	"DELETE /api/session":                         {scope: transport.ScopePublic},
	"DELETE /api/tournaments/{tournament}":        {scope: transport.ScopePlay, touches: ownTournament, deletes: true},
	"GET /api/bots":                               {scope: transport.ScopeRead},
	"GET /api/bots/{game}/{id}":                   {scope: transport.ScopeRead},
	"GET /api/bots/{game}/{id}/answers":           {scope: transport.ScopeRead},
	"GET /api/bots/{game}/{id}/report":            {scope: transport.ScopeRead},
	"GET /api/check-plan":                         {scope: transport.ScopeRead},
	"GET /api/checks":                             {scope: transport.ScopeRead},
	"GET /api/checks/{check}":                     {scope: transport.ScopeRead},
	"GET /api/docs":                               {scope: transport.ScopeRead},
	"GET /api/faults":                             {scope: transport.ScopeRead},
	"GET /api/findings":                           {scope: transport.ScopeRead},
	"GET /api/games":                              {scope: transport.ScopeRead},
	"GET /api/games/{game}":                       {scope: transport.ScopeRead},
	"GET /api/hands/{id}":                         {scope: transport.ScopeRead},
	"GET /api/ladders":                            {scope: transport.ScopeRead},
	"GET /api/ladders/{ladder}":                   {scope: transport.ScopeRead},
	"DELETE /api/ladders/{ladder}":                {scope: transport.ScopePlay, touches: ownLadder, deletes: true},
	"PUT /api/ladders/{ladder}":                   {scope: transport.ScopePlay, touches: ownNew},
	"POST /api/ladders/{ladder}/entries":          {scope: transport.ScopePlay, touches: ownEntry},
	"DELETE /api/ladders/{ladder}/entries/{name}": {scope: transport.ScopePlay, touches: ownEntry, deletes: true},
	"POST /api/ladders/{ladder}/pause":            {scope: transport.ScopePlay, touches: ownLadder},
	"POST /api/ladders/{ladder}/resume":           {scope: transport.ScopePlay, touches: ownLadder},
	"GET /api/leaderboards":                       {scope: transport.ScopeRead},
	"GET /api/leaderboards/{name}/standings":      {scope: transport.ScopeRead},
	"GET /viewers/{game}/{digest}/*":              {scope: transport.ScopePublic},
	"GET /api/live":                               {scope: transport.ScopeRead},
	"GET /api/live/{match}":                       {scope: transport.ScopeRead},
	"GET /api/matches":                            {scope: transport.ScopeRead},
	"GET /api/matches/{id}":                       {scope: transport.ScopeRead},
	"DELETE /api/matches/{id}/analysis":           {scope: transport.ScopePlay, touches: ownAnalysis},
	"GET /api/matches/{id}/analysis":              {scope: transport.ScopeRead},
	"GET /api/matches/{id}/decisive":              {scope: transport.ScopeRead},
	"POST /api/matches/{id}/analysis":             {scope: transport.ScopePlay, touches: ownNew},
	"POST /api/matches/{id}/trials":               {scope: transport.ScopePlay, touches: ownNew},
	"DELETE /api/matches/{id}/trials/{trial}":     {scope: transport.ScopePlay, touches: ownTrial},
	"GET /api/matches/{id}/trials/{trial}":        {scope: transport.ScopeRead},
	"GET /api/matches/{id}/neighbours":            {scope: transport.ScopeRead},
	"GET /api/matches/{id}/record":                {scope: transport.ScopeRead},
	"GET /api/matches/{id}/replay":                {scope: transport.ScopeRead},
	"GET /api/matches/{id}/replay.html":           {scope: transport.ScopeRead},
	"GET /api/matches/{id}/seats/{seat}/input":    {scope: transport.ScopeRead},
	"GET /api/matches/{id}/seats/{seat}/stderr":   {scope: transport.ScopeRead},
	"GET /api/puzzle-sets":                        {scope: transport.ScopeRead},
	"GET /api/puzzle-sets/{name}":                 {scope: transport.ScopeRead},
	"GET /api/openapi-3.0.json":                   {scope: transport.ScopeRead},
	"GET /api/openapi-3.0.yaml":                   {scope: transport.ScopeRead},
	"GET /api/openapi.json":                       {scope: transport.ScopeRead},
	"GET /api/openapi.yaml":                       {scope: transport.ScopeRead},
	"GET /api/ratings/{game}":                     {scope: transport.ScopeRead},
	"GET /api/ratings/{game}/history":             {scope: transport.ScopeRead},
	"GET /api/ratings/{game}/pairs":               {scope: transport.ScopeRead},
	"GET /api/scoreboard":                         {scope: transport.ScopeRead},
	"GET /api/books":                              {scope: transport.ScopeRead},
	"GET /api/session":                            {scope: transport.ScopePublic},
	"GET /api/books/{name}":                       {scope: transport.ScopeRead},
	"GET /api/tournament-plan":                    {scope: transport.ScopeRead},
	"GET /api/tournaments":                        {scope: transport.ScopeRead},
	"GET /api/tournaments/{tournament}":           {scope: transport.ScopeRead},
	"GET /api/tournaments/{tournament}/findings":  {scope: transport.ScopeRead},
	"GET /api/tournaments/{tournament}/history":   {scope: transport.ScopeRead},
	"GET /api/tournaments/{tournament}/matrix":    {scope: transport.ScopeRead},
	"GET /api/tournaments/{tournament}/outcomes":  {scope: transport.ScopeRead},
	"GET /api/tournaments/{tournament}/placings":  {scope: transport.ScopeRead},
	"GET /api/tournaments/{tournament}/standings": {scope: transport.ScopeRead},
	"GET /api/workers":                            {scope: transport.ScopeRead},
	"PATCH /api/workers/{name}":                   {scope: transport.ScopeAdmin, touches: ownNothing},
	"DELETE /api/workers/{name}":                  {scope: transport.ScopeAdmin, touches: ownNothing},
	"GET /healthz":                                {scope: transport.ScopePublic},
	"GET /metrics":                                {scope: transport.ScopeRead},
	"GET /readyz":                                 {scope: transport.ScopePublic},
	"PATCH /api/bots/{game}/{id}":                 {scope: transport.ScopeUpload, touches: ownBot},
	"POST /api/bots":                              {scope: transport.ScopeUpload, touches: ownNew},
	"POST /api/bots/upload":                       {scope: transport.ScopeUpload, touches: ownNew},
	"POST /api/checks":                            {scope: transport.ScopePlay, touches: ownNamedCheck},
	"POST /api/hands":                             {scope: transport.ScopePlay, touches: ownNew},
	"POST /api/hands/{id}/answer":                 {scope: transport.ScopePlay, touches: ownHand},
	"POST /api/matches":                           {scope: transport.ScopeUpload, touches: ownNew},
	"POST /api/matches/{id}/again":                {scope: transport.ScopeUpload, touches: ownNew},
	"POST /api/matches/{id}/cancel":               {scope: transport.ScopeUpload, touches: ownMatch},
	"POST /api/replays/frames":                    {scope: transport.ScopeRead}, // keeps nothing
	"POST /api/rerun":                             {scope: transport.ScopeAdmin, touches: ownNew},
	"POST /api/session":                           {scope: transport.ScopePublic},
	"POST /api/tournaments":                       {scope: transport.ScopePlay, touches: ownNamedTournament},
	"POST /api/tournaments/{tournament}/cancel":   {scope: transport.ScopePlay, touches: ownTournament},
	"POST /api/tournaments/{tournament}/extend":   {scope: transport.ScopePlay, touches: ownTournament},
	"POST /api/tournaments/{tournament}/pause":    {scope: transport.ScopePlay, touches: ownTournament},
	"POST /api/tournaments/{tournament}/resume":   {scope: transport.ScopePlay, touches: ownTournament},
	"POST /api/tournaments/{tournament}/start":    {scope: transport.ScopePlay, touches: ownTournament},
	"PUT /api/leaderboards/{name}":                {scope: transport.ScopePlay, touches: ownLeaderboard},
	"PUT /api/books/{name}":                       {scope: transport.ScopePlay, touches: ownBook},
	"PUT /api/tournaments/{tournament}/findings":  {scope: transport.ScopePlay, touches: ownSeries},
}

// "Who may call a route is declared beside the route."
func TestRoutes(t *testing.T) {
	s := serve(t, guardOff)
	want := map[string]transport.Scope{}
	for name, r := range routes {
		want[name] = r.scope
	}
	if diff := cmp.Diff(want, s.api.Routes()); diff != "" {
		t.Errorf("routes and their scopes (want -, got +):\n%s", diff)
	}
}

// Each route is refused without a token (401) and with a token of a weaker scope (403).
// It is allowed with a token of its own scope or a stronger one. Other paths are
// public, except below /api, where they require a token.
func TestRoutesRequireTheirScope(t *testing.T) {
	scopes := []transport.Scope{transport.ScopePublic, transport.ScopeRead, transport.ScopeUpload, transport.ScopePlay, transport.ScopeAdmin} // weakest first
	var tokens []transport.Token
	for _, scope := range scopes[1:] {
		tokens = append(tokens, transport.NewToken(scope, string(scope)))
	}
	s := serve(t, transport.Guard{Tokens: tokens, Burst: 1 << 20})
	all := s.api.Routes()
	for route, scope := range map[string]transport.Scope{
		"GET /":                    transport.ScopePublic,
		"GET /matches/x":           transport.ScopePublic,
		"GET /apis":                transport.ScopePublic,
		"GET /api":                 transport.ScopeRead,
		"GET /api/nosuch":          transport.ScopeRead,
		"GET //api/nosuch":         transport.ScopeRead,
		"GET /pages/../api/nosuch": transport.ScopeRead,
		"GET /api%2Fgames":         transport.ScopeRead, // is not /api/games
		"GET /api/games/":          transport.ScopeRead,
		"DELETE /api/nosuch":       transport.ScopeRead,
		"DELETE /api/games":        transport.ScopeRead, // 405
		"HEAD /api/games":          transport.ScopeRead,
		"MADEUP /api/games":        transport.ScopeRead,
		"DELETE /api/hands/%2e%2e": transport.ScopePlay,
		"DELETE /api/books/a%2Fb":  transport.ScopePlay,
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
			if scope != transport.ScopePublic {
				header = []string{"Authorization", "Bearer " + string(scope)}
			}
			status, text := s.do(method, path, body, header...)
			switch {
			case need == transport.ScopePublic || rank >= slices.Index(scopes, need):
				if status == http.StatusUnauthorized || status == http.StatusForbidden {
					t.Errorf("%s with a token of scope %s: %d %s; want it admitted", route, scope, status, text)
				}
			case scope == transport.ScopePublic:
				if status != http.StatusUnauthorized {
					t.Errorf("%s without a token: %d %s; want 401", route, status, text)
				}
			case status != http.StatusForbidden:
				t.Errorf("%s with a token of scope %s: %d %s; want 403", route, scope, status, text)
			}
		}
	}
}
