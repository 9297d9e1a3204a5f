package api_test

import (
	"fmt"
	"strings"
	"testing"
)

// A saved leaderboard is a filter over all matches; a saved seed set stands for
// its seeds.
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

// New names have no characters that terminals and pages obey, and no filter has
// a name that no match has; the nearest one is named.
func TestSavedNamesAreChecked(t *testing.T) {
	s := serve(t, guardOff)
	for _, name := range []string{"a%1B%5B2J", "a%E2%80%AEb", "a%0Ab", "a%E2%81%A6b"} {
		s.want(422, "PUT", "/api/leaderboards/"+name, `{"game":"domain","filter":"seed=9"}`)
	}
	s.want(422, "POST", "/api/tournaments", strings.Replace(small, `"name":"small"`, `"name":"a\u202eb"`, 1))
	for path, want := range map[string]string{
		"/api/ratings/domain?filter=wals%3E3":         "did you mean walls?",
		"/api/ratings/domain/history?filter=seet%3D1": "did you mean seat?",
		"/api/matches?filter=fault%3Dtiemout":         "did you mean timeout?",
		"/api/matches?fault=tiemout":                  "did you mean timeout?",
	} {
		if got := s.want(422, "GET", path, ""); !strings.Contains(fmt.Sprint(got), want) {
			t.Errorf("%s: %v; want %q", path, got, want)
		}
	}
	if got := s.want(422, "PUT", "/api/leaderboards/nine", `{"game":"domain","filter":"wals>3"}`); !strings.Contains(fmt.Sprint(got), "walls") {
		t.Errorf("%v; want walls", got)
	}
	s.want(200, "GET", "/api/matches?filter=cols%3C34,fault%3Dany", "")
}
