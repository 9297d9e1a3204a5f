package api_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/referee/refereetest"
	"arbiter/server/serving/api/transport"
)

// A loopClient is a page that watches a folder.
type loopClient struct {
	t     *testing.T
	lines chan map[string]any
	leave context.CancelFunc
}

// watchFolder starts a loop of a bot of keeper in a folder.
func (s *site) watchFolder(t *testing.T, folder string) *loopClient {
	t.Helper()
	ctx, leave := context.WithCancel(t.Context())
	t.Cleanup(leave)
	body := fmt.Sprintf(`{"game":"keeper","bots":[%q],"first_ms":0,"turn_ms":0}`, folder)
	r, err := http.NewRequestWithContext(ctx, "POST", s.URL+"/api/rerun", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "text/event-stream")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		t.Fatalf("status %d", response.StatusCode)
	}
	c := &loopClient{t, make(chan map[string]any), leave}
	go func() {
		defer response.Body.Close()
		for in := bufio.NewScanner(response.Body); in.Scan(); {
			var event map[string]any
			if text, ok := strings.CutPrefix(in.Text(), "data: "); ok && json.Unmarshal([]byte(text), &event) == nil {
				select {
				case c.lines <- event:
				case <-ctx.Done():
				}
			}
		}
	}()
	return c
}

// says waits for the next events, and returns the last one.
func (c *loopClient) says(types ...string) (event map[string]any) {
	c.t.Helper()
	for _, want := range types {
		if event = refereetest.Receive(c.t, want, c.lines); event["type"] != want {
			c.t.Fatalf("%v; want %s", event, want)
		}
	}
	return event
}

// keeperBot writes a bot that does the same at each line, and the files of its folder.
func keeperBot(t *testing.T, folder, act string) {
	t.Helper()
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"bot.toml": "build = \"sh build.sh\"\nrun = \"sh bot.sh\"", "build.sh": "! grep bad bot.sh",
		"bot.sh": "while read line; do " + act + "; done",
	} {
		path := filepath.Join(folder, name)
		if old, err := os.ReadFile(path); err == nil && string(old) == text {
			continue
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// "After a save it builds the bot and plays the same start again": two clients of one folder
// each hear of their own matches, a build that fails says what it printed, and a folder that
// has gone may come back.
func TestRerun(t *testing.T) {
	s := serve(t, guardOff)
	folder := filepath.Join(t.TempDir(), "mine")
	keeperBot(t, folder, "echo WAIT")
	one, other := s.watchFolder(t, folder), s.watchFolder(t, folder)
	first := one.says("building", "playing", "played")["match"]
	if second := other.says("building", "playing", "played")["match"]; second == first {
		t.Errorf("both have match %v", first)
	}
	keeperBot(t, folder, "echo MOVE 0 0")
	for _, c := range []*loopClient{one, other} {
		change, _ := c.says("building", "playing", "played")["change"].(map[string]any)
		if text := fmt.Sprint(change["text"]); !strings.Contains(text, "First difference in turn 1: mine answered MOVE 0 0, before WAIT.") {
			t.Errorf("the change is %v", change)
		}
	}
	other.leave()
	keeperBot(t, folder, "bad")
	if failed := one.says("building", "failed"); !strings.Contains(fmt.Sprint(failed["why"]), "build bot mine: exit status 1") || !strings.Contains(fmt.Sprint(failed["output"]), "do bad") {
		t.Errorf("a build that fails: %v", failed)
	}
	if err := os.Rename(folder, folder+"-away"); err != nil {
		t.Fatal(err)
	}
	if failed := one.says("building", "failed"); !strings.Contains(fmt.Sprint(failed["why"]), "no such file or folder") {
		t.Errorf("a folder that has gone: %v", failed)
	}
	keeperBot(t, folder, "echo WAIT")
	one.says("building", "playing", "played")
}

// "a save during a match ends that match", and so does a client that leaves.
func TestRerunEndsMatches(t *testing.T) {
	s := serve(t, guardOff)
	folder := filepath.Join(t.TempDir(), "mine")
	keeperBot(t, folder, "sleep 1000")
	c := s.watchFolder(t, folder)
	first := c.says("building", "playing")["match"].(string)
	s.untilPlaying(func(n int) bool { return n == 1 })
	keeperBot(t, folder, "sleep 10000")
	second := c.says("building", "playing")["match"].(string)
	if m := s.want(200, "GET", "/api/matches/"+first, ""); m["state"] != "lost" {
		t.Errorf("the first match is %v", m["state"])
	}
	s.untilPlaying(func(n int) bool { return n == 1 })
	c.leave()
	s.untilPlaying(func(n int) bool { return n == 0 })
	if m := s.want(200, "GET", "/api/matches/"+second, ""); m["state"] != "lost" {
		t.Errorf("the second match is %v", m["state"])
	}
}

// Only an admin on this machine may have a folder watched, and only one that is there.
func TestWhoMayRerun(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "mine")
	keeperBot(t, folder, "echo WAIT")
	open := serve(t, guardOff)
	guarded := serve(t, transport.Guard{Tokens: []transport.Token{
		transport.NewToken(transport.ScopePlay, "play"), transport.NewToken(transport.ScopeAdmin, "admin"),
	}})
	for _, tt := range []struct {
		name   string
		site   *site
		bot    string
		header []string
		status int
		want   string
	}{
		{"another machine", open, folder, []string{"X-Forwarded-For", "192.0.2.1"}, 403, "arbiter play --rerun"},
		{"an admin on another machine", guarded, folder, []string{"Authorization", "Bearer admin", "X-Forwarded-For", "192.0.2.1"}, 403, "arbiter play --rerun"},
		{"no token", guarded, folder, nil, 401, "missing token"},
		{"another scope", guarded, folder, []string{"Authorization", "Bearer play"}, 403, "this needs admin"},
		{"no folder", open, folder + "s", nil, 422, "no such file"},
		{"a builtin bot", open, "builtin:keeper/wait", nil, 422, "no bot of these has files to watch"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			status, text := tt.site.do("POST", "/api/rerun", fmt.Sprintf(`{"game":"keeper","bots":[%q]}`, tt.bot), tt.header...)
			if status != tt.status || !strings.Contains(string(text), tt.want) {
				t.Errorf("%d %s; want %d with %q", status, text, tt.status, tt.want)
			}
		})
	}
}
