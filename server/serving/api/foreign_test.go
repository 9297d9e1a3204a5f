package api_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"

	"arbiter/referee/codingame"
	"arbiter/referee/games/domain"
	"arbiter/server/kept/imports"
	"arbiter/server/league"
)

// foreign is what CodinGame answers for a match of domain with these scores.
func foreign(scores string) string {
	return `{"puzzleTitle":["Domain Expansion"],"gameResult":{"gameId":42,"refereeInput":"seed=1","scores":` + scores + `,"ranks":[1,0],
		"agents":[{"index":0,"codingamer":{"pseudo":"mine"}},{"index":1,"arenaboss":{"nickname":"Boss"}}],
		"frames":[{"agentId":-1},{"agentId":0,"stdout":"0 0 R\n"},{"agentId":1,"stdout":"6 6 L\n"},{"agentId":0,"stdout":"0 0 D\n"}]}}`
}

// "The page Open recognises a dropped file of the site by its content": its frames come back, and
// where the rules differ the header says so and no footer follows.
func TestForeignFrames(t *testing.T) {
	s := serve(t, guardOff)
	frames := func(query, file string) (int, http.Header, string) {
		t.Helper()
		r, err := http.Post(s.URL+"/api/replays/frames"+query, "application/octet-stream", strings.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		text, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		return r.StatusCode, r.Header, string(text)
	}
	var zipped bytes.Buffer
	zip := gzip.NewWriter(&zipped)
	zip.Write([]byte(foreign("[1,48]")))
	zip.Close()
	for _, file := range []string{foreign("[1,48]"), "\n\n [" + foreign("[1,48]") + "]", zipped.String()} {
		code, header, text := frames("", file)
		if code != 200 || header.Get("Arbiter-Matches") != "1" || strings.Count(text, "\n") != 7 ||
			!strings.Contains(text, `"imported":{"from":"codingame","match":"42"}`) || !strings.Contains(text, `{"result":{"scores":[1,48]`) {
			t.Errorf("%d %v %s", code, header, text)
		}
	}
	several := foreign("[1,48]") + foreign("[2,48]")
	code, header, text := frames("?match=2", several)
	if code != 200 || header.Get("Arbiter-Matches") != "2" || !strings.Contains(text, `"differs":{"turn":3,"why":"the file has the scores [2 48]; the rules give [1 48]"`) || strings.Contains(text, `{"result"`) {
		t.Errorf("%d %v %s", code, header, text)
	}
	for _, tt := range []struct{ query, file, want string }{
		{"?match=3", several, "the file has 2 matches"},
		{"", `{"frames":[1]}`, `\"frames\": 0: found a number; want an object`},
		{"", `{"puzzleTitle":"Chess","gameResult":{"frames":[]}}`, `its title \"Chess\" is of no game here`},
		{"", strings.Repeat(foreign("[1,48]"), 101), "more than 100 matches"},
	} {
		if code, _, text := frames(tt.query, tt.file); code != 422 || !strings.Contains(text, tt.want) {
			t.Errorf("%s %.40s: %d %s; want %s", tt.query, tt.file, code, text, tt.want)
		}
	}
	if _, matches := s.do("GET", "/api/matches", ""); strings.Contains(string(matches), "mine@cg") {
		t.Errorf("a match was kept: %s", matches)
	}
}

// The players of an imported match cannot be started: their programs are not known.
func TestForeignPlayersAreNotStarted(t *testing.T) {
	s := serve(t, guardOff)
	for m, err := range codingame.Read(strings.NewReader(foreign("[1,48]"))) {
		if err != nil {
			t.Fatal(err)
		}
		played, err := m.Play(domain.Game{}, codingame.Options{At: league.Now()})
		if err != nil {
			t.Fatal(err)
		}
		kept, err := imports.Keep(t.Context(), s.scheduler.Store, domain.Game{}, "", m, played)
		if err != nil {
			t.Fatal(err)
		}
		if status, text := s.do("POST", "/api/matches/"+kept[0].ID+"/again", ""); status != 409 || !strings.Contains(string(text), "mine@cg played elsewhere") {
			t.Errorf("%d %s", status, text)
		}
	}
	if _, text := s.do("GET", "/api/ratings/domain", ""); strings.Contains(string(text), "@cg") {
		t.Errorf("rated: %s", text)
	}
	if _, text := s.do("GET", "/api/ratings/domain?tournament=imported", ""); !strings.Contains(string(text), "mine@cg") {
		t.Errorf("not rated where the tournament is named: %s", text)
	}
}
