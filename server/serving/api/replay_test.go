package api_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"arbiter/referee/games"
	"arbiter/referee/replay"
)

const duel = `{"game":"domain","bots":["builtin:domain/greedy","builtin:domain/random"],"seed":"7","first_ms":0,"turn_ms":0}`

// The replay of a match is the full export of its record.
func TestReplay(t *testing.T) {
	s := serve(t, guardOff)
	path := "/api/matches/" + s.played(duel)
	_, packed := s.do("GET", path+"/record", "")
	rec, err := replay.Read(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	g, err := games.Find("domain")
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if err := replay.ExportFull(rec, g, &want); err != nil {
		t.Fatal(err)
	}
	_, got := s.do("GET", path+"/replay", "", "Accept-Encoding", "identity")
	if !bytes.Equal(got, want.Bytes()) {
		t.Errorf("replay\n%s\nwant\n%s", got, want.Bytes())
	}
	_, zipped := s.do("GET", path+"/replay", "", "Accept-Encoding", "gzip, br")
	zip, err := gzip.NewReader(bytes.NewReader(zipped))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(zip); err != nil || !bytes.Equal(got, want.Bytes()) {
		t.Errorf("unzipped: %v, %d bytes; want %d", err, len(got), want.Len())
	}
	if _, got := s.do("POST", "/api/replays/frames", string(packed), "Accept-Encoding", "identity"); !bytes.Equal(got, want.Bytes()) {
		t.Errorf("frames of the record: %.300s", got)
	}
	lines := strings.SplitAfter(want.String(), "\n")
	_, some := s.do("GET", path+"/replay?from=2&to=3", "", "Accept-Encoding", "identity")
	if part := strings.Join(append(lines[:2:2], lines[4], lines[5], lines[len(lines)-2]), ""); string(some) != part {
		t.Errorf("turns 2 and 3:\n%s\nwant\n%s", some, part)
	}
	_, input := s.do("GET", path+"/seats/0/input", "")
	if !strings.HasPrefix(string(input), "7 7\n") {
		t.Errorf("input %.40q", input)
	}
	if status, text := s.do("GET", path+"/seats/0/stderr", ""); status != 200 {
		t.Errorf("stderr: %d %s", status, text)
	}
	s.want(404, "GET", path+"/seats/2/input", "")
}

// The replay as HTML is a download, and its script cannot run on this server.
func TestReplayPage(t *testing.T) {
	s := serve(t, guardOff)
	id := s.played(duel)
	response, err := s.Client().Get(s.URL + "/api/matches/" + id + "/replay.html")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if want := "greedy - random, domain: A match of domain, seed 7"; !strings.HasPrefix(string(text), want) {
		t.Errorf("page %.200s; want %s", text, want)
	}
	for name, want := range map[string]string{
		"Content-Type":            "text/html; charset=utf-8",
		"Content-Disposition":     `attachment; filename="domain-` + id + `.html"`,
		"Content-Security-Policy": "sandbox",
	} {
		if got := response.Header.Get(name); got != want {
			t.Errorf("%s: %s; want %s", name, got, want)
		}
	}
	s.want(404, "GET", "/api/matches/00000000000000000000/replay.html", "")
}

// A replay that the client has cached is not sent again.
func TestETag(t *testing.T) {
	s := serve(t, guardOff)
	path := "/api/matches/" + s.played(duel)
	for _, what := range []string{"/replay", "/record", "/replay?from=3", "/replay.html"} {
		response, err := s.Client().Get(s.URL + path + what)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		tag := response.Header.Get("ETag")
		if status, body := s.do("GET", path+what, "", "If-None-Match", tag); status != 304 || len(body) > 0 {
			t.Errorf("%s with %s: %d, %d bytes; want 304 and none", what, tag, status, len(body))
		}
	}
}

// "The same bots play the same start with the same random seeds."
func TestPlayAgain(t *testing.T) {
	s := serve(t, guardOff)
	first := s.played(`{"game":"domain","bots":["builtin:domain/random","builtin:domain/random?seed=3"],"seed":"5","repeat":4,"first_ms":0,"turn_ms":0}`)
	second := s.want(202, "POST", "/api/matches/"+first+"/again", "")["id"].(string)
	s.until("/api/matches/"+second, func(m map[string]any) bool { return m["state"] == "played" })
	if first == second {
		t.Error("it is the same match; want another one")
	}
	digests := func(id string) string {
		_, text := s.do("GET", "/api/matches/"+id+"/replay", "", "Accept-Encoding", "identity")
		var all strings.Builder
		for line := range strings.Lines(string(text)) {
			var frame struct{ Digest string }
			if err := json.Unmarshal([]byte(line), &frame); err != nil {
				t.Fatal(err)
			}
			all.WriteString(frame.Digest + "\n")
		}
		return all.String()
	}
	if one, other := digests(first), digests(second); one != other {
		t.Errorf("digests\n%s\nthen\n%s", one, other)
	}
}

// An explicit position is stored and is in the header of the replay.
func TestSetup(t *testing.T) {
	s := serve(t, guardOff)
	id := s.played(`{"game":"domain","bots":["builtin:domain/wait","builtin:domain/wait"],"setup":{"tokens":[[0,0],[6,6]]}}`)
	_, text := s.do("GET", "/api/matches/"+id+"/replay", "", "Accept-Encoding", "identity")
	if !bytes.Contains(text, []byte(`"setup":{"tokens":[[0,0],[6,6]]}`)) {
		t.Errorf("header %.400s; want the position", text)
	}
	again := s.want(202, "POST", "/api/matches/"+id+"/again", "")["id"].(string)
	s.until("/api/matches/"+again, func(m map[string]any) bool { return m["state"] == "played" })
}
