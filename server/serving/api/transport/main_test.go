package transport_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/prometheus/client_golang/prometheus"

	"arbiter/server/serving/api/transport"
)

// A site is a running server with a route or two of each scope.
type site struct {
	*httptest.Server
	t testing.TB
}

// serve starts a server whose routes do nothing.
func serve(t testing.TB, guard transport.Guard, change ...func(*transport.RouterConfig)) *site {
	t.Helper()
	config := transport.RouterConfig{
		Guard: guard, Log: slog.New(slog.DiscardHandler), Version: "test", SchemaName: huma.DefaultSchemaNamer,
		Problem: func(_ context.Context, err error) error { return err },
	}
	for _, c := range change {
		c(&config)
	}
	r := transport.NewRouter(config)
	streams := &transport.Streams{
		Slow: transport.DefaultSlow, Patience: transport.DefaultPatience, Behind: context.DeadlineExceeded,
		Watchers: prometheus.NewGauge(prometheus.GaugeOpts{}), Dropped: prometheus.NewCounter(prometheus.CounterOpts{}),
	}
	r.Sessions()
	type none struct{}
	type named struct {
		Body struct {
			Name string `json:"name"`
		}
	}
	read := func(context.Context, *none) (*none, error) { return nil, nil }
	write := func(context.Context, *named) (*none, error) { return nil, nil }
	for _, op := range []struct {
		scope        transport.Scope
		method, path string
	}{
		{transport.ScopeRead, "GET", "/api/games"}, {transport.ScopePlay, "DELETE", "/api/seeds"}, {transport.ScopeAdmin, "DELETE", "/api/workers"},
	} {
		transport.Route(r, op.scope, huma.Operation{Method: op.method, Path: op.path, OperationID: op.method + op.path}, read)
	}
	for path, scope := range map[string]transport.Scope{"/api/frames": transport.ScopeRead, "/api/matches": transport.ScopeUpload, "/api/tournaments": transport.ScopePlay} {
		transport.Route(r, scope, huma.Operation{Method: "POST", Path: path, OperationID: "POST" + path}, write)
	}
	r.Handle(transport.ScopeRead, "GET", "/metrics", func(http.ResponseWriter, *http.Request) {})
	r.Handle(transport.ScopePublic, "GET", "/healthz", func(http.ResponseWriter, *http.Request) {})
	r.Handle(transport.ScopeRead, "GET", "/api/live", func(w http.ResponseWriter, r *http.Request) { streams.Copy(w, r, ended{}, nil) })
	r.Fallback(transport.ScopeRead, "/api", transport.NoRoute)
	r.Fallback(transport.ScopePublic, "/", func(http.ResponseWriter, *http.Request) {})
	r.CheckDeclared()
	web := httptest.NewServer(r)
	t.Cleanup(web.Close)
	return &site{web, t}
}

// ended is a live connection that has nothing to send.
type ended struct{}

func (ended) Next(context.Context) ([][]byte, error) { return nil, io.EOF }

func (ended) Close() {}

// do sends a request and returns the status and the body.
func (s *site) do(method, path, body string, header ...string) (int, []byte) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.URL+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	if strings.HasPrefix(body, "{") {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
		if header[i] == "Host" {
			r.Host = header[i+1]
		}
	}
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return response.StatusCode, text
}

// want sends a request that must have the given status, and decodes the body.
func (s *site) want(status int, method, path, body string) map[string]any {
	s.t.Helper()
	got, text := s.do(method, path, body)
	if got != status {
		s.t.Fatalf("%s %s: status %d: %s; want %d", method, path, got, text, status)
	}
	var v map[string]any
	if len(bytes.TrimSpace(text)) > 0 {
		if err := json.Unmarshal(text, &v); err != nil {
			s.t.Fatalf("%s %s: %v: %.200s", method, path, err, text)
		}
	}
	return v
}
