package api

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/server/kept/sqlite"
	"arbiter/server/serving/api/transport"
	"arbiter/server/serving/scheduler"
)

// parsers returns a server with the routes that take a body and start no bots,
// and with the bodies of those that do: a fuzzer must not make command lines and
// then run them.
func parsers(t testing.TB) *Server {
	db, err := sqlite.Open(context.Background(), filepath.Join(t.TempDir(), "t.db"), sqlite.Normal)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	log := slog.New(slog.DiscardHandler)
	guard := transport.Guard{Hosts: []string{"example.com"}, Tokens: []transport.Token{transport.NewToken(transport.ScopeAdmin, "secret")}, Writes: 1e9, Burst: 1e9}
	s := &Server{Config: Config{Store: db, Scheduler: &scheduler.Scheduler{}, Log: log, Guard: guard}}
	s.router = transport.NewRouter(s.routing(nil))
	s.router.Sessions()
	s.replays()
	s.leaderboards()
	s.books()
	decoded(s, "/api/matches", func(_ context.Context, b matchRequestBody) error {
		_, err := s.matchRequestOf(b)
		return err
	})
	decoded(s, "/api/tournaments", func(ctx context.Context, b planBody) error {
		_, err := s.planOf(ctx, b)
		return err
	})
	return s
}

// decoded registers a route that only decodes its body.
func decoded[Body any](s *Server, path string, decode func(context.Context, Body) error) {
	op := huma.Operation{Method: http.MethodPost, Path: path, OperationID: "decode" + strings.ReplaceAll(path, "/", "-"), Tags: []string{"fuzz"}}
	transport.Route(s.router, transport.ScopePlay, op, func(ctx context.Context, in *struct{ Body Body }) (*struct{}, error) {
		return nil, decode(ctx, in.Body)
	})
}

// No body is a server error, and each answer is JSON: "errors are problem
// documents".
func FuzzRequestBody(f *testing.F) {
	routes := []struct{ method, path string }{
		{"POST", "/api/matches"}, {"POST", "/api/tournaments"}, {"PUT", "/api/books/a"}, {"PUT", "/api/leaderboards/a"},
		{"POST", "/api/session"}, {"POST", "/api/replays/frames"},
	}
	for _, seed := range []struct {
		route byte
		body  string
	}{
		{0, `{"game":"domain","bots":["a","b"],"seed":"7","first_ms":0,"key":"k"}`},
		{0, `{"game":"keeper","bots":["a"],"setup":{"turns":1e400}}`},
		{1, `{"name":"a","game":"domain","bots":["a","b"],"seeds":"1..60","start":true}`},
		{1, `{"name":"a","game":"domain","bots":["a"],"positions":[{"name":"p","setup":{}}]}`},
		{2, `{"seeds":"-9223372036854775808..-9223372036854775807","about":"\u0000"}`},
		{3, `{"game":"ctf","filter":"cols<34,fault=timeout","anchor":"x"}`},
		{2, `{"game":"keeper","positions":[{"name":"1","setup":{"hero":[1,2]}}]}`},
		{2, `{"game":"ctf","positions":[{"name":"1","text":"{}"},{"name":"1"}]}`},
		{4, `{"token":"secret"}`},
		{5, `{"replay":1,"game":"domain","rules":1,"seed":"1","seats":[{},{}],"start":"0000000000000000"}`},
		{5, "\x1f\x8b\x08"},
		{0, `[[[[[[[[`}, {0, ``}, {0, `null`}, {0, `{"game":`},
	} {
		f.Add(seed.route, []byte(seed.body))
	}
	s := parsers(f)
	f.Fuzz(func(t *testing.T, at byte, body []byte) {
		to := routes[int(at)%len(routes)]
		r := httptest.NewRequest(to.method, to.path, strings.NewReader(string(body)))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer secret")
		w := httptest.NewRecorder()
		defer func() {
			// The frames of a record that differs are cut off on purpose.
			if cause := recover(); cause != nil && cause != http.ErrAbortHandler {
				panic(cause)
			}
		}()
		s.ServeHTTP(w, r)
		if w.Code >= 500 {
			t.Errorf("%s %s: %d %s", to.method, to.path, w.Code, w.Body)
		}
		if kind := w.Header().Get("Content-Type"); strings.Contains(kind, "json") && kind != jsonLines && !json.Valid(w.Body.Bytes()) {
			t.Errorf("%s %s: %d: no JSON: %q", to.method, to.path, w.Code, w.Body)
		}
	})
}

// No cursor of a client makes parseCursor panic, and one that it takes is
// formatted as the same.
func FuzzParseCursor(f *testing.F) {
	for _, seed := range []string{"", "1792000000000-0123456789abcdef0123", "-1-x", "99999999999999999999-x", "-"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		cursor, err := parseCursor(text)
		if err != nil || text == "" {
			return
		}
		again, err := parseCursor(formatCursor(cursor))
		if err != nil || !again.PlayedAt.Equal(cursor.PlayedAt) || again.ID != cursor.ID {
			t.Errorf("%q: %v becomes %v, %v", text, cursor, again, err)
		}
	})
}
