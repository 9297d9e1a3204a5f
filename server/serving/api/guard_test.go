package api_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"

	"arbiter/server/serving/api/transport"
)

// guardOff requires no token and limits no writes.
var guardOff = transport.Guard{Burst: 1 << 20}

func TestGuard(t *testing.T) {
	s := serve(t, transport.Guard{Hosts: []string{"arbiter.example"}, Burst: 1 << 20})
	for _, tt := range []struct {
		name, method, path string
		header             []string
		status             int
	}{
		{"by address", "GET", "/api/games", nil, 200},
		{"by a name it has", "GET", "/api/games", []string{"Host", "arbiter.example:80"}, 200},
		{"by another name, as DNS rebinding does", "GET", "/api/games", []string{"Host", "evil.example"}, 421},
		{"a page of another site reads", "GET", "/api/games", []string{"Sec-Fetch-Site", "cross-site"}, 200},
		{"a page of another site writes", "POST", "/api/matches", []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"a page of another origin writes", "POST", "/api/matches", []string{"Origin", "http://evil.example"}, 403},
		{"a websocket of another origin", "GET", "/api/live", []string{"Origin", "http://evil.example", "Connection", "Upgrade", "Upgrade", "websocket",
			"Sec-Websocket-Version", "13", "Sec-Websocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="}, 403},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if status, body := s.do(tt.method, tt.path, "", tt.header...); status != tt.status {
				t.Errorf("%d %s; want %d", status, body, tt.status)
			}
		})
	}
}

// Each scope includes the ones before it; only the hashes of tokens are stored.
func TestTokens(t *testing.T) {
	hash := func(secret string) string {
		sum := sha256.Sum256([]byte(secret))
		return hex.EncodeToString(sum[:])
	}
	tokens, err := transport.ParseTokens("# ours\nread " + hash("r") + "\nupload " + hash("u") + "\nplay " + hash("p") + " # Ann\nadmin " + hash("a") + "\n")
	if err != nil {
		t.Fatal(err)
	}
	s := serve(t, transport.Guard{Tokens: tokens, Burst: 1 << 20})
	for _, tt := range []struct {
		token, method, path string
		status              int
	}{
		{"", "GET", "/", 200},
		{"", "GET", "/healthz", 200},
		{"", "GET", "/metrics", 401},
		{"", "GET", "/api/games", 401},
		{"wrong", "GET", "/api/games", 401},
		{"r", "GET", "/api/games", 200},
		{"r", "GET", "/metrics", 200},
		{"r", "POST", "/api/replays/frames", 422},
		{"r", "POST", "/api/matches", 403},
		{"p", "POST", "/api/matches", 422},
		{"u", "POST", "/api/matches", 422},
		{"u", "POST", "/api/tournaments", 403},
		{"p", "POST", "/api/tournaments", 422},
		{"p", "DELETE", "/api/workers/x", 403},
		{"a", "DELETE", "/api/workers/x", 204},
	} {
		body := ""
		if tt.method == "POST" {
			body = "{}"
		}
		if status, text := s.do(tt.method, tt.path, body, "Authorization", "Bearer "+tt.token); status != tt.status {
			t.Errorf("%s %s with %q: %d %s; want %d", tt.method, tt.path, tt.token, status, text, tt.status)
		}
	}
}

// A line is a scope, a hash and perhaps a name. An error names the line and what is
// wrong with it, and quotes no secret.
func TestTokenFile(t *testing.T) {
	a, b := strings.Repeat("ab", 32), strings.Repeat("cd", 32)
	tokens, err := transport.ParseTokens("play " + a + "  ci-bot # builds\nupload\t" + b)
	if err != nil || len(tokens) != 2 || tokens[0].Name != "ci-bot" || tokens[1].Name != "token-cdcdcdcd" || tokens[1].Scope != transport.ScopeUpload {
		t.Errorf("%+v, %v; want ci-bot, and a name of the first digits of its hash", tokens, err)
	}
	for text, want := range map[string]string{
		"":                           "no tokens",
		"read":                       "line 1: found 1 words",
		"king " + a:                  "line 1: the first word is not a scope; want read, upload, play or admin",
		"public " + a:                "line 1: the first word is not a scope",
		"secret":                     "line 1: the first word is not a scope",
		"read abc":                   "line 1: the second word is not a SHA-256 hash",
		"read " + a + " my ci":       "line 1: found 4 words",
		"\nread " + a + " a\x1b[2Jb": "line 2: name: ",
		"read " + a + " a\u202eb":    "line 1: name: ",
		"read " + a + " \xff":        "line 1: name: ",
		"play " + a + " admin":       `line 1: name: "admin" is a scope`,
		"play " + a + " " + strings.Repeat("x", 101):    "line 1: name: ",
		"play " + a + " x\n# no\nread " + b + " x":      "line 3: the name x is that of line 1, too",
		"play " + a + " token-cdcdcdcd\nread " + b:      "line 2: the name token-cdcdcdcd is that of line 1, too",
		"read " + a + " x\nadmin " + strings.ToUpper(a): "line 2: the same token as on line 1",
	} {
		if _, err := transport.ParseTokens(text); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\x1b") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: error %v; want one with %q", text, err, want)
		}
	}
}

// "Writes limits the writes a second of all clients together."
func TestWritesAreLimited(t *testing.T) {
	s := serve(t, transport.Guard{Writes: 0.001, Burst: 2})
	var got []int
	for range 3 {
		status, _ := s.do("DELETE", "/api/leaderboards/x", "")
		got = append(got, status)
	}
	if got[0] != 204 || got[1] != 204 || got[2] != 429 {
		t.Errorf("statuses %v; want 204, 204, 429", got)
	}
	s.want(200, "GET", "/api/games", "")
}

// "Pages load from this server only", and the docs load nothing.
func TestContentPolicy(t *testing.T) {
	s := serve(t, guardOff)
	response, err := s.Client().Get(s.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if policy := response.Header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'self'; style-src 'self'") {
		t.Errorf("policy %q", policy)
	}
	_, docs := s.do("GET", "/api/docs", "")
	for _, word := range []string{"src=", "http:", "https:", "style="} {
		if bytes.Contains(docs, []byte(word)) {
			t.Errorf("the docs have %q", word)
		}
	}
}

// "Site whose pages may show matches in a frame": only the pages under /embed.
func TestEmbedOrigin(t *testing.T) {
	s := serve(t, transport.Guard{EmbedOrigins: []string{"https://example.org"}})
	for path, want := range map[string]string{
		"/embed/0123456789abcdef0123": "frame-ancestors 'self' https://example.org",
		"/matches/0123":               "frame-ancestors 'self'",
		"/api/matches":                "frame-ancestors 'self'",
	} {
		response, err := s.Client().Get(s.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if policy := response.Header.Get("Content-Security-Policy"); !strings.HasSuffix(policy, "; "+want) {
			t.Errorf("%s: policy %q; want %s at its end", path, policy, want)
		}
	}
}

// "Allow reading without a token": writing still requires one, and a wrong token
// is refused by the login.
func TestPublicRead(t *testing.T) {
	s := serve(t, transport.Guard{PublicRead: true, Tokens: []transport.Token{transport.NewToken(transport.ScopeAdmin, "secret")}})
	s.want(200, "GET", "/api/matches", "")
	s.want(401, "DELETE", "/api/leaderboards/x", "")
	if got := s.want(200, "GET", "/api/session", ""); got["scope"] != "read" || got["asked"] != true {
		t.Errorf("session %v; want scope read", got)
	}
	s.want(422, "POST", "/api/session", `{"token":"wrong"}`)
	if got := s.want(200, "POST", "/api/session", `{"token":"secret"}`); got["scope"] != "admin" {
		t.Errorf("session %v; want scope admin", got)
	}
}
