package api_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// archive returns a zip of files.
func archive(t *testing.T, files map[string]string) string {
	t.Helper()
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	for name, text := range files {
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(f, text)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.String()
}

// An uploaded bot can be played; "uploading the same archive again returns the
// same bot".
func TestUpload(t *testing.T) {
	s := serve(t, guardOff)
	packed := archive(t, map[string]string{"mine/bot.toml": `run = "sh bot.sh"`, "mine/bot.sh": "while read line; do :; done"})
	bot := s.want(200, "POST", "/api/bots/upload?game=keeper", packed)
	if bot["name"] != "mine" || bot["stage"] != "candidate" {
		t.Errorf("%v; want mine, a candidate", bot)
	}
	if again := s.want(200, "POST", "/api/bots/upload?game=keeper", packed); again["id"] != bot["id"] {
		t.Errorf("again it is %v; want %v", again["id"], bot["id"])
	}
	id := s.played(fmt.Sprintf(`{"game":"keeper","bots":[%q],"first_ms":50}`, bot["id"]))
	if m := s.want(200, "GET", "/api/matches?fault=timeout", ""); len(m["matches"].([]any)) != 1 {
		t.Errorf("match %s has no timeout; the bot answers nothing", id)
	}
	for body, want := range map[string]string{"hello": "want a .tar.gz or a .zip", "": ""} {
		if status, text := s.do("POST", "/api/bots/upload?game=keeper", body); status < 400 || !strings.Contains(string(text), want) {
			t.Errorf("%q: %d %s; want a problem with %q", body, status, text, want)
		}
	}
	if status, _ := s.do("POST", "/api/bots/upload", packed); status != 422 {
		t.Errorf("without a game: %d; want 422", status)
	}
}

// When a build fails, the problem has its output.
func TestBuildOutput(t *testing.T) {
	s := serve(t, guardOff)
	status, text := s.do("POST", "/api/bots/upload?game=keeper", archive(t, map[string]string{
		"mine/bot.toml": "build = \"sh -c 'echo the compiler says no; exit 1'\"\nrun = \"./bot\"",
	}))
	if status != 422 || !strings.Contains(string(text), `"value":"the compiler says no\n"`) {
		t.Errorf("%d %s; want what the compiler said", status, text)
	}
}
