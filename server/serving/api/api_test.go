package api_test

import (
	"bytes"
	"regexp"
	"testing"
)

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
		{"PUT", "/api/books/few", `{"seeds":"1..10"}`},
	} {
		_, first := s.do(tt.method, tt.path, tt.body)
		status, second := s.do(tt.method, tt.path, tt.body)
		if status != 200 || !bytes.Equal(times.ReplaceAll(first, nil), times.ReplaceAll(second, nil)) {
			t.Errorf("%s %s: first %s\nthen %d %s", tt.method, tt.path, first, status, second)
		}
	}
	request := `{"game":"domain","bots":["builtin:domain/wait","builtin:domain/wait"],"key":"k"}`
	if one, other := s.played(request), s.played(request); one != other {
		t.Errorf("matches %s and %s of one key", one, other)
	}
	for range 2 {
		s.want(204, "DELETE", "/api/leaderboards/mine", "")
		s.want(204, "DELETE", "/api/books/few", "")
	}
}
