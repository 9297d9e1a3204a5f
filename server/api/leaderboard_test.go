package api_test

import (
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
