package transport_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/prometheus/client_golang/prometheus"

	"arbiter/server/serving/api/transport"
	"arbiter/server/serving/api/transport/transporttest"
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
	return transporttest.Do(s.t, s.URL, method, path, body, header...)
}

// want sends a request that must have the given status, and decodes the body.
func (s *site) want(status int, method, path, body string) map[string]any {
	s.t.Helper()
	return transporttest.Want(s.t, status, s.URL, method, path, body)
}
