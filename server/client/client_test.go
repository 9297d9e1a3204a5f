package client_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"arbiter/server/client"
	"arbiter/server/league"
)

// A handler answers the nth request, from 1.
type handler func(n int, w http.ResponseWriter, r *http.Request)

// serve starts a server and returns a client of it with the token "secret".
func serve(t *testing.T, h handler) (*client.Client, *atomic.Int64) {
	t.Helper()
	var asked atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h(int(asked.Add(1)), w, r) }))
	t.Cleanup(s.Close)
	c, err := client.New(s.URL+"/", "secret")
	if err != nil {
		t.Fatal(err)
	}
	return c, &asked
}

func problem(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	w.Write([]byte(text))
}

// "A refused request returns a *Problem, which names the field and the reason."
func TestProblems(t *testing.T) {
	for _, tt := range []struct {
		name   string
		status int
		body   string
		want   string
		usage  bool
	}{
		{"the sentence names the field", 422, `{"detail":"bots[0]: no such","errors":[{"location":"body.bots[0]","message":"no such"}]}`, "bots[0]: no such", true},
		{"it does not", 422, `{"detail":"validation failed","errors":[{"location":"body.games","message":"expected number >= 0"}]}`, "validation failed; body.games: expected number >= 0", true},
		{"not found", 404, `{"detail":"tournament t: not found"}`, "tournament t: not found", true},
		{"no token", 401, `{"detail":"missing or unknown token"}`, "missing or unknown token; set ARBITER_TOKEN or use --token-file", false},
		{"a weak token", 403, `{"detail":"the token has the scope read; this needs play"}`, "the token has the scope read; this needs play", false},
		{"a proxy", 500, `<html>`, `unexpected response "500 Internal Server Error"; is this arbiter serve?`, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, _ := serve(t, func(_ int, w http.ResponseWriter, _ *http.Request) { problem(w, tt.status, tt.body) })
			_, err := c.News(t.Context(), "t", 0, 0)
			var p *client.Problem
			if !errors.As(err, &p) || p.Error() != tt.want || p.Usage() != tt.usage {
				t.Errorf("error %v; want %q", err, tt.want)
			}
			if (tt.status == 404) != errors.Is(err, league.ErrNotFound) {
				t.Errorf("%v: want league.ErrNotFound exactly for status 404", err)
			}
		})
	}
}

// Who knows the flag of a field names that: a Problem in one field of the body is a
// league.FieldError, and one of anything else is not.
func TestProblemInAField(t *testing.T) {
	inField := &client.Problem{Status: 422, Errors: []client.Detail{{Location: "build"}, {Location: "body.bots[0]", Message: "no such"}}}
	var field league.FieldError
	if !errors.As(inField, &field) || field.Field != "bots[0]" || field.Error() != "bots[0]: no such" {
		t.Errorf("%v; want the field bots[0]", field)
	}
	if errors.As(&client.Problem{Status: 422, Errors: []client.Detail{{Location: "query.limit"}}}, &field) {
		t.Error("a parameter of the query is a field of the body")
	}
}

// When a build fails, the Problem has its output.
func TestBuildOutput(t *testing.T) {
	c, _ := serve(t, func(_ int, w http.ResponseWriter, _ *http.Request) {
		problem(w, 422, `{"detail":"bot: exit status 1","errors":[{"location":"build","message":"output of the build","value":"line 3: no\n"}]}`)
	})
	_, err := c.EnterBots(t.Context(), "keeper", []string{"builtin:keeper/wait"})
	var build league.BuildError
	if !errors.As(err, &build) || build.Output != "line 3: no\n" || build.Error() != "bot: exit status 1" || !errors.As(err, new(league.UsageError)) {
		t.Errorf("error %v; want the output of the build beside it", err)
	}
}

// An overloaded server is asked again after Retry-After.
func TestRetries(t *testing.T) {
	for _, status := range []int{429, 503} {
		c, asked := serve(t, func(n int, w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") != "Bearer secret" {
				t.Errorf("no token: %v", r.Header)
			}
			if n < 3 {
				w.Header().Set("Retry-After", "0")
				problem(w, status, `{"detail":"too many"}`)
				return
			}
			w.Write([]byte(`{"state":"done","mark":7}`))
		})
		if got, err := c.News(t.Context(), "t", 0, 0); err != nil || got.Mark != 7 || asked.Load() != 3 {
			t.Errorf("%d: %+v, %v after %d requests; want the third response", status, got, err, asked.Load())
		}
	}
}

// An incomplete response is retried, as the server may be restarting.
func TestServerHangsUp(t *testing.T) {
	c, _ := serve(t, func(n int, w http.ResponseWriter, _ *http.Request) {
		if n%2 == 0 {
			w.Header().Set("Content-Length", "100")
			w.Write([]byte(`{`))
			panic(http.ErrAbortHandler)
		}
		w.Write([]byte(`{"state":"running"}`))
	})
	for range 3 {
		if _, err := c.News(t.Context(), "t", 0, 0); err != nil {
			t.Error(err)
		}
	}
}

// "One that has never responded is an error at once."
func TestNoServer(t *testing.T) {
	s := httptest.NewServer(nil)
	s.Close()
	c, err := client.New(s.URL, "")
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.News(t.Context(), "t", 0, 0)
	if err == nil || !strings.Contains(err.Error(), s.URL+": cannot reach a server: ") {
		t.Errorf("error %v; want that no server can be reached", err)
	}
}

// "It follows a server that has moved, but never with another method than that of
// the request."
func TestRedirects(t *testing.T) {
	c, _ := serve(t, func(n int, w http.ResponseWriter, r *http.Request) {
		switch {
		case !strings.HasPrefix(r.URL.Path, "/new") && r.Method == http.MethodPost:
			http.Redirect(w, r, "/new"+r.URL.Path, http.StatusMovedPermanently)
		case !strings.HasPrefix(r.URL.Path, "/new"):
			http.Redirect(w, r, "/new"+r.URL.Path, http.StatusPermanentRedirect)
		default:
			w.Write([]byte(`{"state":"running"}`))
		}
	})
	if _, err := c.News(t.Context(), "t", 0, 0); err != nil {
		t.Errorf("reading: %v; want the response of the new address", err)
	}
	if err := c.StartTournament(t.Context(), "t", league.StartOptions{}); err == nil || !strings.Contains(err.Error(), "/new/api/tournaments/t/start; use that address") {
		t.Errorf("writing: %v; want where it is now", err)
	}
}

// A server that is not arbiter serve is an error that says so.
func TestNotArbiter(t *testing.T) {
	c, _ := serve(t, func(_ int, w http.ResponseWriter, _ *http.Request) { w.Write([]byte("<!doctype html>")) })
	if _, err := c.News(t.Context(), "t", 0, 0); err == nil || !strings.Contains(err.Error(), "is not one of arbiter serve") {
		t.Errorf("error %v; want that this is something else", err)
	}
}

// A server URL has a scheme and a host, and no secrets.
func TestURLs(t *testing.T) {
	for _, address := range []string{"", "localhost:8080", "127.0.0.1:8080", "ftp://a", "http://", "http://ann:secret@a", "http://a/?b"} {
		if _, err := client.New(address, ""); err == nil || !strings.Contains(err.Error(), "want e.g. http://127.0.0.1:8080") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: error %v; want an example of a URL", address, err)
		}
	}
	c, err := client.New("https://example.org/arbiter/", "")
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Page("tournaments", "a/b c"); got != "https://example.org/arbiter/tournaments/a%2Fb%20c" {
		t.Errorf("the page is %s", got)
	}
}

// "how many matches the workers of the server play at the same time; 0 when it has
// none, or does not tell"
func TestSlots(t *testing.T) {
	for _, tt := range []struct {
		status int
		body   string
		want   int
		fails  bool
	}{
		{200, `{"enabled":true,"workers":[{"state":"working","slots":8},{"state":"gone","slots":4},{"state":"working","slots":2}]}`, 10, false},
		{200, `{"enabled":false,"workers":[]}`, 0, false},
		{403, `{"detail":"the token has no scope"}`, 0, false},
		{401, `{"detail":"missing or unknown token"}`, 0, true},
	} {
		c, _ := serve(t, func(_ int, w http.ResponseWriter, _ *http.Request) { problem(w, tt.status, tt.body) })
		if got, err := c.Slots(t.Context()); got != tt.want || (err != nil) != tt.fails {
			t.Errorf("%s: %d, %v; want %d", tt.body, got, err, tt.want)
		}
	}
}
