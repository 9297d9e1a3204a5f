package api_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"arbiter/server/league"
)

// A saved leaderboard is a filter over all matches; a tournament plays the starts of
// a saved book.
func TestSaved(t *testing.T) {
	s := serve(t, guardOff)
	s.want(200, "PUT", "/api/books/two", `{"seeds":"7,9","about":"two of them"}`)
	s.tournament(strings.Replace(small, `"seeds":"1..3"`, `"book":"two"`, 1), "small", "done")
	s.want(200, "PUT", "/api/leaderboards/nine", `{"game":"domain","filter":"seed=9"}`)
	if got := s.want(200, "GET", "/api/leaderboards/nine/standings", ""); got["matches"] != 2.0 {
		t.Errorf("%v matches on seed 9; want 2", got["matches"])
	}
	s.want(404, "GET", "/api/leaderboards/ten/standings", "")
}

// "Single matches and matches by hand never count in ratings unless asked": neither in
// the ratings of a game, their history and its comparisons, nor in a leaderboard.
func TestSingleMatchesCountWhereAsked(t *testing.T) {
	s := serve(t, guardOff)
	s.tournament(small, "small", "done")
	s.tournament(strings.Replace(strings.Replace(small, `"small"`, `"other"`, 1), "1..3", "7", 1), "other", "done")
	single := s.played(`{"game":"domain","bots":["builtin:domain/greedy","builtin:domain/random"],"seed":"5","first_ms":0,"turn_ms":0}`)
	byHand, err := s.db.Match(t.Context(), single)
	if err != nil {
		t.Fatal(err)
	}
	byHand.ID, byHand.Pairing.Seats, byHand.Record = "00000000000000000001", []string{league.HumanID, byHand.Pairing.Seats[1]}, nil
	if err := s.db.SaveReports(t.Context(), []league.Report{byHand}); err != nil {
		t.Fatal(err)
	}
	played := byHand.PlayedAt.Format("2006-01-02T15:04:05.000Z")
	for _, tt := range []struct {
		query, board string
		want         float64
	}{
		{"", `{}`, 8},
		{"?singles=true", `{"singles":true}`, 9},
		{"?humans=true", `{"humans":true}`, 9},
		{"?singles=true&humans=true", `{"singles":true,"humans":true}`, 10},
		{"?tournament=other", `{"tournaments":["other"]}`, 2},
		{"?tournament=other&tournament=small", `{"tournaments":["other","small"]}`, 8},
		{"?tournament=other&singles=true", `{"tournaments":["other"],"singles":true}`, 3},
		{"?since=" + played + "&singles=true", `{"since":"` + played + `","singles":true}`, 1},
		{"?until=" + played + "&singles=true", `{"until":"` + played + `","singles":true}`, 8},
		{"?days=30", `{"days":30}`, 8},
		{"?days=30&until=" + played + "&singles=true", `{"days":30,"until":"` + played + `","singles":true}`, 8},
		{"?filter=seed%3D7", `{"filter":"seed=7"}`, 2},
	} {
		if got := s.want(200, "GET", "/api/ratings/domain"+tt.query, ""); got["matches"] != tt.want {
			t.Errorf("ratings%s of %v matches; want %v", tt.query, got["matches"], tt.want)
		}
		history := s.want(200, "GET", "/api/ratings/domain/history"+tt.query, "")["points"].([]any)
		if last := history[len(history)-1].(map[string]any); last["matches"] != tt.want {
			t.Errorf("history%s ends with %v matches; want %v", tt.query, last["matches"], tt.want)
		}
		saved := s.want(200, "PUT", "/api/leaderboards/board", strings.Replace(strings.Replace(tt.board, "{", `{"game":"domain",`, 1), ",}", "}", 1))
		if got := s.want(200, "GET", "/api/leaderboards/board/standings", ""); got["matches"] != tt.want {
			t.Errorf("leaderboard %v of %v matches; want %v", saved, got["matches"], tt.want)
		}
		filter, _ := saved["filter"].(string)
		if got := s.want(200, "GET", "/api/matches?leaderboard=board&filter="+url.QueryEscape(filter), ""); got["total"] != tt.want {
			t.Errorf("leaderboard %v lists %v matches; want %v", saved, got["total"], tt.want)
		}
	}
	for query, want := range map[string]float64{"": 10, "?rated=true": 8, "?tournament=single:domain": 2} {
		if got := s.want(200, "GET", "/api/matches"+query, ""); got["total"] != want {
			t.Errorf("%v matches%s; want %v", got["total"], query, want)
		}
	}
	s.want(404, "GET", "/api/matches?leaderboard=nosuch", "")
}

// "A rolling time window beside fixed dates": a match of 29 days ago counts in a
// leaderboard of the last 30 days, and one of 31 days ago does not; both windows hold
// where there are two.
func TestLeaderboardOfTheLastDays(t *testing.T) {
	s := serve(t, guardOff)
	now := time.Now().UTC()
	single := s.played(`{"game":"domain","bots":["builtin:domain/greedy","builtin:domain/random"],"seed":"5","first_ms":0,"turn_ms":0}`)
	m, err := s.db.Match(t.Context(), single)
	if err != nil {
		t.Fatal(err)
	}
	for n, days := range []int{29, 31} {
		m.ID, m.PlayedAt, m.Record = fmt.Sprintf("%020d", n+1), now.Add(-time.Duration(days)*24*time.Hour), nil
		if err := s.db.SaveReports(t.Context(), []league.Report{m}); err != nil {
			t.Fatal(err)
		}
	}
	for fields, want := range map[string]float64{
		`"days":30`: 2,
		`"days":32`: 3,
		`"days":1`:  1,
		`"days":0`:  3,
		fmt.Sprintf(`"days":30,"until":%q`, now.Add(-time.Hour).Format(time.RFC3339)):    1,
		fmt.Sprintf(`"days":32,"since":%q`, now.Add(-24*time.Hour).Format(time.RFC3339)): 1,
	} {
		saved := s.want(200, "PUT", "/api/leaderboards/board", `{"game":"domain","singles":true,`+fields+`}`)
		if got := s.want(200, "GET", "/api/leaderboards/board/standings", ""); got["matches"] != want {
			t.Errorf("leaderboard %v of %v matches; want %v", saved, got["matches"], want)
		}
		if got := s.want(200, "GET", "/api/matches?leaderboard=board", ""); got["total"] != want {
			t.Errorf("leaderboard %v lists %v matches; want %v", saved, got["total"], want)
		}
	}
	if got := s.want(200, "GET", "/api/ratings/domain?singles=true&days=30", ""); got["matches"] != 2.0 {
		t.Errorf("ratings of the last 30 days are of %v matches; want 2", got["matches"])
	}
	s.want(422, "PUT", "/api/leaderboards/board", `{"game":"domain","days":-1}`)
}

// A leaderboard of a tournament that does not exist or is of another game, or of a time
// without length, is refused, and the error says which field is wrong and why.
func TestLeaderboardSelectsWhatThereIs(t *testing.T) {
	s := serve(t, guardOff)
	s.tournament(small, "small", "done")
	s.want(200, "PUT", "/api/ladders/open", `{"game":"domain"}`)
	s.want(200, "PUT", "/api/leaderboards/board", `{"game":"domain","tournaments":["small","open"]}`) // the ladder has not begun
	for body, want := range map[string]string{
		`{"game":"domain","tournaments":["smal"]}`:                                        "no tournament or ladder smal",
		`{"game":"keeper","tournaments":["small"]}`:                                       "small is of domain; want a tournament or ladder of keeper",
		`{"game":"keeper","tournaments":["open"]}`:                                        "open is of domain",
		`{"game":"domain","tournaments":["single:domain"]}`:                               "want singles to count single matches",
		`{"game":"domain","since":"2026-01-02T00:00:00Z","until":"2026-01-02T00:00:00Z"}`: "2026-01-02T00:00:00Z is not after since",
	} {
		if got := fmt.Sprint(s.want(422, "PUT", "/api/leaderboards/board", body)); !strings.Contains(got, want) {
			t.Errorf("%s: %s; want %q", body, got, want)
		}
	}
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
