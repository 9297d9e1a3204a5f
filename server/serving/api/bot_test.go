package api_test

import (
	"bytes"
	"strings"
	"testing"
)

// bot returns the ID of a bot of domain by its name.
func (s *site) bot(name string) string {
	s.t.Helper()
	return s.want(200, "GET", "/api/bots?game=domain&name="+name, "")["bots"].([]any)[0].(map[string]any)["id"].(string)
}

// "A disabled or retired bot enters no new matches."
func TestBotsLife(t *testing.T) {
	s := serve(t, guardOff)
	bot := s.want(200, "POST", "/api/bots", `{"game":"domain","bot":"builtin:domain/wait"}`)
	if bot["stage"] != "candidate" {
		t.Errorf("stage %v; want candidate", bot["stage"])
	}
	path := "/api/bots/domain/" + bot["id"].(string)
	s.want(200, "PATCH", path, `{"disabled":true}`)
	request := `{"game":"domain","bots":["` + bot["id"].(string) + `","builtin:domain/random"]}`
	for _, request := range []string{request, strings.Replace(request, bot["id"].(string), "builtin:domain/wait", 1)} {
		if status, body := s.do("POST", "/api/matches", request); status != 409 || !bytes.Contains(body, []byte("enable it first")) {
			t.Errorf("%s: %d %s; want 409 and that it is disabled", request, status, body)
		}
	}
	s.want(200, "PATCH", path, `{"disabled":false,"stage":"promoted"}`)
	s.played(request)
	if got := s.want(200, "GET", path, ""); got["matches"] != 1.0 || got["stage"] != "promoted" {
		t.Errorf("%v; want a promoted bot with 1 match", got)
	}
	other := s.want(200, "POST", "/api/bots", `{"game":"keeper","bot":"builtin:keeper/wait"}`)
	for range 2 {
		s.want(204, "DELETE", "/api/bots/keeper/"+other["id"].(string), "")
	}
	s.want(404, "GET", "/api/bots/keeper/"+other["id"].(string), "")
}
