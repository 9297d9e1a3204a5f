package matches_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/matches"
	"arbiter/server/cmd/arbiter/output"
)

// answer is what the site answers for a match.
const answer = `{"puzzleTitle":["Domain Expansion"],"gameResult":{"gameId":%d,"refereeInput":"seed=1","scores":[1,48],"ranks":[1,0],
	"agents":[{"index":0,"codingamer":{"pseudo":"mine"}},{"index":1,"arenaboss":{"nickname":"Boss"}}],
	"frames":[{"agentId":-1},{"agentId":0,"stdout":"0 0 R\n"},{"agentId":1,"stdout":"6 6 L\n"},{"agentId":0,"stdout":"0 0 D\n"}]}}`

// "arbiter import codingame:GAMEID... (or the address of a replay) fetches them": numbers that
// cannot be fetched are said, and after 429 nothing more is asked for.
func TestImportFromTheSite(t *testing.T) {
	asked := map[string]int{}
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body []any
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			t.Error(err)
		}
		number := fmt.Sprint(body[0])
		asked[number]++
		switch number {
		case "403", "404", "429":
			var status int
			fmt.Sscan(number, &status)
			w.WriteHeader(status)
		case "500":
			io.WriteString(w, `{"id":492,"message":"Not found"}`)
		default:
			var n int
			fmt.Sscan(number, &n)
			fmt.Fprintf(w, answer, n)
		}
	}))
	defer site.Close()
	db := filepath.Join(t.TempDir(), "a.db")
	run := func(names ...string) (stdout, stderr string, err error) {
		var out, log bytes.Buffer
		s := output.NewStreams(strings.NewReader(""), &out, &log, "")
		err = matches.Import{Files: names, Site: site.URL, Database: flags.Database{DB: db}, Isolation: "auto"}.Run(t.Context(), s)
		s.Flush()
		return out.String(), log.String(), err
	}
	stdout, stderr, err := run("codingame:11", "https://www.codingame.com/replay/12")
	if err != nil || !strings.Contains(stdout, "codingame:11: domain, mine - Boss: same to the end, 3 turns") || !strings.Contains(stdout, "replay/12: domain") {
		t.Errorf("%s%s%v", stdout, stderr, err)
	}
	stdout, stderr, err = run("codingame:403", "codingame:404", "codingame:500", "codingame:11", "codingame:429", "codingame:13")
	if err == nil || !strings.Contains(stdout, "codingame:11: domain, mine - Boss: same to the end, 3 turns (match") || !strings.Contains(stdout, "imported before") {
		t.Errorf("%s%v", stdout, err)
	}
	for _, want := range []string{
		"match 403: the site shows it to its players alone", "match 404: the site has no such match", "match 429: the site asks to wait",
		`codingame:500: match 1: no match; the site says "Not found"`,
	} {
		if !strings.Contains(stderr, want) {
			t.Errorf("%s\nwant %q", stderr, want)
		}
	}
	if asked["13"] != 0 || asked["403"] != 1 {
		t.Errorf("asked %v; want each once, and none after 429", asked)
	}
}
