package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"arbiter/server/league"
	"arbiter/server/playing/bisect"
	"arbiter/server/playing/history"
	"arbiter/server/serving/api"
	"arbiter/server/serving/scheduler"
)

const (
	commitA = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	commitB = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
)

// someSeries returns what makes a tournament one of versions.
func someSeries() league.Series {
	return league.Series{Entries: []league.SeriesEntry{{Key: "a version that does not build"}}}
}

func someBisect() *bisect.Findings {
	commit, probability, elo, error95 := commitB, 0.97, -61.0, 24.0
	return &bisect.Findings{
		FoundCommit: bisect.FoundCommit{Commit: &commit, Probability: &probability, Elo: &elo, EloError95: &error95},
		Answer:      bisect.Found, Game: "domain", Path: "bots/mine", Games: 40, Seconds: 3, Sentence: "Commit b made the bot weaker.",
		Good:    bisect.Commit{Commit: commitA, Subject: "first", State: bisect.Played, Bot: "mine@1", Games: 20},
		Commits: []bisect.Commit{{Commit: commitB, Subject: "second", Probability: 0.97, State: bisect.Played, Bot: "mine@2", Games: 20}},
	}
}

func someHistory() *history.Findings {
	elo, error95, band := 12.5, 20.0, 30.0
	return &history.Findings{
		Answer: history.Open, Game: "domain", Path: "bots/mine", Band: 20, Widest: 30, Factor: 2.2, Games: 40, Seconds: 3, Sentence: "Not known yet.",
		Commits: []history.Commit{
			{Commit: commitA, Subject: "first", Bot: "mine@1", State: bisect.Played, Games: 20, Elo: &elo, EloError95: &error95, EloBand: &band},
			{Commit: commitB, Subject: "second", State: bisect.NotBuilt},
		},
		Changes:   []history.Shift{{Before: commitA, Commit: commitB, Probability: 0.96, Marked: true, Elo: -40, EloError95: 20}},
		Suspected: []history.Suspected{{Before: commitA, Commit: commitB, Probability: 0.6}},
		GamesLeft: 60, SecondsLeft: 4.5,
	}
}

func findingsText(t testing.TB, f api.FindingsOf) string {
	t.Helper()
	text, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// series makes a tournament of versions.
func (s *site) series(name string) {
	s.t.Helper()
	_, err := s.scheduler.Create(s.t.Context(), scheduler.Plan{By: scheduler.Asker{AnyBot: true}, Series: someSeries(), File: league.File{
		Name: name, Game: "domain", Seeds: []league.Start{{Seed: 1}}, Bots: []string{"builtin:domain/greedy", "builtin:domain/random"},
	}})
	if err != nil {
		s.t.Fatal(err)
	}
}

// "What the experiment knows is kept with its tournament": what the commands print is
// saved and read back, listed, named by its tournament, and deleted with it.
func TestFindings(t *testing.T) {
	s := serve(t, guardOff)
	s.series("of commits")
	path := "/api/tournaments/of%20commits"
	for kind, sent := range map[league.FindingsKind]api.FindingsOf{league.OfBisect: {Bisect: someBisect()}, league.OfHistory: {History: someHistory()}} {
		text := findingsText(t, sent)
		for range 2 {
			s.want(200, "PUT", path+"/findings", text)
		}
		var got api.FindingsOf
		status, answer := s.do("GET", path+"/findings", "")
		if err := json.Unmarshal(answer, &got); status != 200 || err != nil || findingsText(t, got) != text {
			t.Errorf("%d %v: %s; want what was saved: %s", status, err, answer, text)
		}
		if got := s.want(200, "GET", path, "")["findings"]; got != string(kind) {
			t.Errorf("the tournament says that it is of %v; want %s", got, kind)
		}
		if got := s.want(200, "GET", path, "")["kind"]; got != string(kind) {
			t.Errorf("the kind of the tournament is %v; want %s", got, kind)
		}
		list := fmt.Sprint(s.want(200, "GET", "/api/findings?game=domain", ""))
		for _, want := range []string{"tournament:of commits", "kind:" + string(kind), "path:bots/mine", "state:idle"} {
			if !strings.Contains(list, want) {
				t.Errorf("%s; want %s", list, want)
			}
		}
	}
	if got := fmt.Sprint(s.want(200, "GET", "/api/findings?game=keeper", "")); strings.Contains(got, "of commits") {
		t.Errorf("%s; want none of another game", got)
	}
	s.want(204, "DELETE", path, "")
	s.want(404, "GET", path+"/findings", "")
	if got := fmt.Sprint(s.want(200, "GET", "/api/findings", "")); strings.Contains(got, "of commits") {
		t.Errorf("%s; want none of a deleted tournament", got)
	}
}

// People know the version of a bot by its commit.
func TestCommitsOfBots(t *testing.T) {
	s := serve(t, guardOff)
	s.series("of commits")
	bots := s.want(200, "GET", "/api/bots?game=domain&name=greedy", "")["bots"].([]any)
	id := bots[0].(map[string]any)["id"].(string)
	b := someBisect()
	b.Commits[0].Bot = id
	s.want(200, "PUT", "/api/tournaments/of%20commits/findings", findingsText(t, api.FindingsOf{Bisect: b}))
	bots = s.want(200, "GET", "/api/bots?game=domain", "")["bots"].([]any)
	for _, of := range bots {
		bot := of.(map[string]any)
		want := [2]any{nil, nil}
		if bot["id"] == id {
			want = [2]any{commitB, "second"}
		}
		if got := [2]any{bot["commit"], bot["subject"]}; got != want {
			t.Errorf("%s: %v; want %v", bot["id"], got, want)
		}
	}
	b.Commits[0].Subject, b.Sentence = "second, again", "Commit b is named once more."
	s.want(200, "PUT", "/api/tournaments/of%20commits/findings", findingsText(t, api.FindingsOf{Bisect: b}))
	if got := fmt.Sprint(s.want(200, "GET", "/api/bots?game=domain&name=greedy", "")); !strings.Contains(got, "subject:second, again") {
		t.Errorf("%s; want what the search says now", got)
	}
}

// "GET with ETag": findings that the client has are not sent again, until they change.
func TestFindingsETag(t *testing.T) {
	s := serve(t, guardOff)
	s.series("c")
	get := func(have string) (int, string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), "GET", s.URL+"/api/tournaments/c/findings", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("If-None-Match", have)
		response, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		return response.StatusCode, response.Header.Get("ETag")
	}
	s.want(200, "PUT", "/api/tournaments/c/findings", findingsText(t, api.FindingsOf{Bisect: someBisect()}))
	_, tag := get("")
	if status, _ := get(tag); status != http.StatusNotModified {
		t.Errorf("%d; want 304 for what did not change", status)
	}
	s.want(200, "PUT", "/api/tournaments/c/findings", findingsText(t, api.FindingsOf{History: someHistory()}))
	if status, next := get(tag); status != 200 || next == tag {
		t.Errorf("%d, %s; want what changed", status, next)
	}
}

// A later command may send keys that this build does not know: it keeps the others.
func TestFindingsOfLaterBuilds(t *testing.T) {
	s := serve(t, guardOff)
	s.series("c")
	text := findingsText(t, api.FindingsOf{Bisect: someBisect()})
	s.want(200, "PUT", "/api/tournaments/c/findings", strings.Replace(text, `{"bisect":{`, `{"more":1,"bisect":{"flavour":[1],`, 1))
	if _, got := s.do("GET", "/api/tournaments/c/findings", ""); strings.Contains(string(got), "flavour") || !strings.Contains(string(got), commitB) {
		t.Errorf("%s; want the keys that are known", got)
	}
}

// Findings that no page could show are refused with the field: pages draw their numbers,
// and make commands of their commits that people copy.
func TestFindingsRefused(t *testing.T) {
	s := serve(t, guardOff)
	s.series("c")
	s.tournament(small, "small", "done")
	bisects := func(change func(*bisect.Findings)) string {
		f := someBisect()
		change(f)
		return findingsText(t, api.FindingsOf{Bisect: f})
	}
	histories := func(change func(*history.Findings)) string {
		f := someHistory()
		change(f)
		return findingsText(t, api.FindingsOf{History: f})
	}
	number := func(n float64) *float64 { return &n }
	evil := "$(touch started)"
	for _, tt := range []struct {
		name, tournament, body string
		status                 int
		want                   string
	}{
		{"no JSON", "c", "?", 422, "body"},
		{"a list", "c", "[]", 422, "body"},
		{"text for a number", "c", `{"bisect":{"games":"many"}}`, 422, "games"},
		{"neither", "c", "{}", 422, "want either bisect or history"},
		{"both", "c", findingsText(t, api.FindingsOf{Bisect: someBisect(), History: someHistory()}), 422, "want either bisect or history"},
		{"another game", "c", bisects(func(f *bisect.Findings) { f.Game = "keeper" }), 422, "body.bisect.game"},
		{"another tournament", "c", bisects(func(f *bisect.Findings) { f.Tournament = "small" }), 422, "body.bisect.tournament"},
		{"no path", "c", bisects(func(f *bisect.Findings) { f.Path = "" }), 422, "body.bisect.path"},
		{"a long sentence", "c", histories(func(f *history.Findings) { f.Sentence = strings.Repeat("a", 20_001) }), 422, "body.history.sentence"},
		{"no commits", "c", bisects(func(f *bisect.Findings) { f.Commits = nil }), 422, "body.bisect.commits"},
		{"an answer of the other", "c", bisects(func(f *bisect.Findings) { f.Answer = "known" }), 422, "body.bisect.answer"},
		{"a shell in the commit", "c", bisects(func(f *bisect.Findings) { f.Commits[0].Commit = evil }), 422, "body.bisect.commits[0].commit"},
		{"a shell in the named commit", "c", bisects(func(f *bisect.Findings) { f.Commit = &evil }), 422, "body.bisect.commit"},
		{"a shell in the second commit", "c", bisects(func(f *bisect.Findings) { f.Second = &bisect.FoundCommit{Commit: &evil} }), 422, "body.bisect.second.commit"},
		{"a shell in a group", "c", bisects(func(f *bisect.Findings) { f.Group = []string{commitA, evil} }), 422, "body.bisect.group"},
		{"a shell in the good commit", "c", bisects(func(f *bisect.Findings) { f.Good.Commit = "a;ls" }), 422, "body.bisect.good.commit"},
		{"a shell in a change", "c", histories(func(f *history.Findings) { f.Changes[0].Before = evil }), 422, "body.history.changes[0].commit"},
		{"a shell in what is suspected", "c", histories(func(f *history.Findings) { f.Suspected[0].Before = evil }), 422, "body.history.suspected[0].commit"},
		{"a commit with an end of line", "c", histories(func(f *history.Findings) { f.Commits[0].Commit += "\n" }), 422, "body.history.commits[0].commit"},
		{"more than certain", "c", bisects(func(f *bisect.Findings) { f.Commits[0].Probability = 1.5 }), 422, "body.bisect.commits[0].probability"},
		{"a strength without an error", "c", histories(func(f *history.Findings) { f.Commits[0].EloError95 = nil }), 422, "body.history.commits[0].elo"},
		{"a strength beyond all", "c", histories(func(f *history.Findings) { f.Commits[0].Elo = number(1e300) }), 422, "body.history.commits[0].elo"},
		{"an error below zero", "c", histories(func(f *history.Findings) { f.Commits[0].EloBand = number(-1) }), 422, "body.history.commits[0].elo_band"},
		{"games below zero", "c", histories(func(f *history.Findings) { f.GamesLeft = -1 }), 422, "body.history.games_left"},
		{"an unknown state", "c", histories(func(f *history.Findings) { f.Commits[1].State = "asleep" }), 422, "body.history.commits[1].state"},
		{"too large", "c", findingsText(t, api.FindingsOf{Bisect: someBisect()}) + strings.Repeat(" ", 4<<20), 413, ""},
		{"an unknown tournament", "d", findingsText(t, api.FindingsOf{Bisect: someBisect()}), 404, "tournament d"},
		{"a tournament of something else", "small", findingsText(t, api.FindingsOf{Bisect: someBisect()}), 409, "no series of versions"},
	} {
		status, text := s.do("PUT", "/api/tournaments/"+tt.tournament+"/findings", tt.body)
		if status != tt.status || !strings.Contains(string(text), tt.want) {
			t.Errorf("%s: %d %.300s; want %d with %q", tt.name, status, text, tt.status, tt.want)
		}
	}
	for _, tournament := range []string{"c", "small", "d"} {
		if status, text := s.do("GET", "/api/tournaments/"+tournament+"/findings", ""); status != 404 {
			t.Errorf("%s: %d %s; want 404, as nothing was saved", tournament, status, text)
		}
	}
}
