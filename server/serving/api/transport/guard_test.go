package transport_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"strings"
	"sync"
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
		{"by address", "GET", "/api/games", nil, 204},
		{"by a name it has", "GET", "/api/games", []string{"Host", "arbiter.example:80"}, 204},
		{"by another name, as DNS rebinding does", "GET", "/api/games", []string{"Host", "evil.example"}, 421},
		{"a page of another site reads", "GET", "/api/games", []string{"Sec-Fetch-Site", "cross-site"}, 204},
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
		{"r", "GET", "/api/games", 204},
		{"r", "GET", "/metrics", 200},
		{"r", "POST", "/api/frames", 422},
		{"r", "POST", "/api/matches", 403},
		{"p", "POST", "/api/matches", 422},
		{"u", "POST", "/api/matches", 422},
		{"u", "POST", "/api/tournaments", 403},
		{"p", "POST", "/api/tournaments", 422},
		{"p", "DELETE", "/api/workers", 403},
		{"a", "DELETE", "/api/workers", 204},
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
		status, _ := s.do("DELETE", "/api/seeds", "")
		got = append(got, status)
	}
	if got[0] != 204 || got[1] != 204 || got[2] != 429 {
		t.Errorf("statuses %v; want 204, 204, 429", got)
	}
	s.want(204, "GET", "/api/games", "")
}

// "Site whose pages may show matches in a frame": only the pages under /embed.
func TestEmbedOrigin(t *testing.T) {
	s := serve(t, transport.Guard{EmbedOrigins: []string{"https://example.org"}})
	for path, want := range map[string]string{
		"/embed/0123456789abcdef0123": "frame-ancestors 'self' https://example.org",
		"/matches/0123":               "frame-ancestors 'self'",
		"/api/games":                  "frame-ancestors 'self'",
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
	s.want(204, "GET", "/api/games", "")
	s.want(401, "DELETE", "/api/seeds", "")
	if got := s.want(200, "GET", "/api/session", ""); got["scope"] != "read" || got["asked"] != true {
		t.Errorf("session %v; want scope read", got)
	}
	s.want(422, "POST", "/api/session", `{"token":"wrong"}`)
	if got := s.want(200, "POST", "/api/session", `{"token":"secret"}`); got["scope"] != "admin" {
		t.Errorf("session %v; want scope admin", got)
	}
}

// A lockedBuffer is a log that a test reads while it is written.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// tokenFile returns the tokens of a file with a line for each scope, whose secret
// is "the " and the scope.
func tokenFile(t *testing.T, scopes ...string) []transport.Token {
	t.Helper()
	text := ""
	for _, scope := range scopes {
		sum := sha256.Sum256([]byte("the " + scope))
		text += scope + " " + hex.EncodeToString(sum[:]) + "\n"
	}
	tokens, err := transport.ParseTokens(text)
	if err != nil {
		t.Fatal(err)
	}
	return tokens
}

// A wrong token is called wrong, and is not the same as a missing one. "An
// address that presents many unknown tokens is refused further ones for a while;
// the tokens that it has presented before still work." The log has one line a
// minute.
func TestWrongTokens(t *testing.T) {
	var log lockedBuffer
	s := serve(t, transport.Guard{Tokens: tokenFile(t, "read", "admin")}, func(c *transport.RouterConfig) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	as := func(token string) (int, string) {
		status, body := s.do("GET", "/api/games", "", "Authorization", "Bearer "+token)
		return status, string(body)
	}
	if status, body := s.do("GET", "/api/games", ""); status != 401 || !strings.Contains(string(body), "missing token") {
		t.Errorf("without a token: %d %s", status, body)
	}
	if status, _ := as("the read"); status != 204 {
		t.Fatalf("the token: %d", status)
	}
	for range 100 { // an old cookie, which a browser sends with each request
		if status, body := as("old"); status != 401 || !strings.Contains(body, "this token is not known") {
			t.Fatalf("a wrong token: %d %s", status, body)
		}
	}
	refused := false
	for i := 0; i < 100 && !refused; i++ {
		status, body := as(fmt.Sprint("guess ", i))
		if refused = status == 429; !refused && status != 401 {
			t.Fatalf("guess %d: %d %s", i, status, body)
		}
	}
	if !refused {
		t.Error("100 guesses were compared")
	}
	if status, body := as("the admin"); status != 429 {
		t.Errorf("a right guess among the wrong ones: %d %s; want 429", status, body)
	}
	for _, path := range []string{"/api/session"} { // which would tell as well
		if status, body := s.do("GET", path, "", "Authorization", "Bearer the admin"); status != 429 {
			t.Errorf("GET %s: %d %s; want 429", path, status, body)
		}
		if status, body := s.do("POST", path, `{"token":"the admin"}`); status != 429 {
			t.Errorf("POST %s: %d %s; want 429", path, status, body)
		}
	}
	if status, _ := as("the read"); status != 204 {
		t.Errorf("the token that was known before: %d; want 204", status)
	}
	if n := strings.Count(log.String(), "unknown token"); n != 1 {
		t.Errorf("%d lines about unknown tokens in the log; want one a minute:\n%s", n, log.String())
	}
	if strings.Contains(log.String(), "guess") {
		t.Error("the log has a token")
	}
}

// "Writes limits the writes a second of each client": one that uses up its own
// keeps no other from writing.
func TestWritesAreLimitedPerClient(t *testing.T) {
	s := serve(t, transport.Guard{Tokens: tokenFile(t, "play", "admin"), Writes: 0.001, Burst: 2})
	post := func(scope string) int {
		status, _ := s.do("POST", "/api/matches", "{}", "Authorization", "Bearer the "+scope)
		return status
	}
	for i, want := range []int{422, 422, 429} {
		if status := post("play"); status != want {
			t.Errorf("write %d: %d; want %d", i+1, status, want)
		}
	}
	if status := post("admin"); status != 422 {
		t.Errorf("another client: %d; want 422", status)
	}
}
