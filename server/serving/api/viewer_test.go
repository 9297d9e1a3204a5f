package api_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/referee/external"
	"arbiter/referee/games"
	"arbiter/server/serving/api"
	"arbiter/server/serving/api/transport"
)

// withViewer adds a game with a viewer to a server.
func withViewer(t *testing.T) func(*api.Config) {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "view"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"game.toml": "name = \"shown\"\nrun = \"true\"\n", "view/player.js": "player", "view/config.js": "config", "view/page.html": "<script>1</script>",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	g, err := external.Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	registry := games.NewRegistry()
	if err := registry.Add(g); err != nil {
		t.Fatal(err)
	}
	return func(c *api.Config) { c.Scheduler.Games = registry }
}

// "The iframe is sandboxed (opaque origin): every file needs Access-Control-Allow-Origin, and
// .js the type text/javascript." It has no cookies either, so that the digest of the game's
// files is what lets it in.
func TestViewerFiles(t *testing.T) {
	s := serve(t, transport.Guard{Tokens: []transport.Token{transport.NewToken(transport.ScopeRead, "r")}}, withViewer(t))
	_, text := s.do("GET", "/api/games/shown", "", "Authorization", "Bearer r")
	var game struct{ Viewer string }
	if err := json.Unmarshal(text, &game); err != nil || game.Viewer == "" {
		t.Fatalf("%s, error %v; want a viewer", text, err)
	}
	digest := game.Viewer
	if _, text := s.do("GET", "/api/games/ctf", "", "Authorization", "Bearer r"); strings.Contains(string(text), `"viewer"`) {
		t.Errorf("%s; want no viewer", text)
	}
	for name, kind := range map[string]string{
		"player.js": "text/javascript; charset=utf-8", "arbiter.html": "text/html; charset=utf-8", "assets.js": "text/javascript; charset=utf-8", "page.html": "text/html; charset=utf-8",
	} {
		response, err := http.Get(s.URL + "/viewers/shown/" + digest + "/" + name)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		h := response.Header
		prefix := strings.TrimPrefix(s.URL, "http://") + "/viewers/shown/" + digest + "/"
		want := "sandbox allow-scripts; default-src " + prefix + " data: blob: 'unsafe-inline' 'unsafe-eval'; connect-src " + prefix + " data: blob:; base-uri 'none'; form-action 'none'"
		switch {
		case response.StatusCode != 200 || h.Get("Content-Type") != kind:
			t.Errorf("%s: %d %s; want %s", name, response.StatusCode, h.Get("Content-Type"), kind)
		case h.Get("Access-Control-Allow-Origin") != "*" || h.Get("Cross-Origin-Resource-Policy") != "cross-origin":
			t.Errorf("%s: headers %v; want that a frame without origin may load it", name, h)
		case h.Get("Content-Security-Policy") != want:
			t.Errorf("%s: policy\n%s; want\n%s", name, h.Get("Content-Security-Policy"), want)
		}
	}
	for _, path := range []string{
		digest + "/game.toml", digest + "/../game.toml", digest + "/%2e%2e/game.toml", digest + "/..%2fgame.toml", digest + "/none.js", digest + "/",
		strings.Repeat("0", len(digest)) + "/player.js", digest[:16] + "/player.js",
	} {
		if status, text := s.do("GET", "/viewers/shown/"+path, ""); status != 404 {
			t.Errorf("%s: %d %s; want 404", path, status, text)
		}
	}
	for _, game := range []string{"ctf", "none"} {
		if status, _ := s.do("GET", "/viewers/"+game+"/"+digest+"/player.js", ""); status != 404 {
			t.Errorf("%s: status %d; want 404", game, status)
		}
	}
}
