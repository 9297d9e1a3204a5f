package api

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"path"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"
)

// A router is a chi.Mux that knows the scope of each of its routes. Nothing is
// registered without one, and checkDeclared panics on a route that was
// registered behind its back.
type router struct {
	mux       *chi.Mux
	scopes    map[string]Scope // by method and pattern, such as "GET /api/games"
	fallbacks []fallback
}

// A fallback serves the requests below a path that match no route.
type fallback struct {
	below   string
	scope   Scope
	handler http.HandlerFunc
}

func newRouter() *router {
	r := &router{mux: chi.NewMux(), scopes: map[string]Scope{}}
	r.mux.NotFound(func(w http.ResponseWriter, req *http.Request) { r.fallbackOf(req.URL.Path).handler(w, req) })
	return r
}

// declare sets the scope that a route requires.
func (r *router) declare(scope Scope, method, pattern string) {
	name := method + " " + pattern
	if scope.rank() == 0 {
		panic(fmt.Sprintf("route %s: scope %q; want public, read, play or admin", name, scope))
	}
	if r.scopes[name] != "" {
		panic(fmt.Sprintf("route %s: registered twice", name))
	}
	r.scopes[name] = scope
}

// handle registers a route that the OpenAPI document does not describe.
func (r *router) handle(scope Scope, method, pattern string, handler http.HandlerFunc) {
	r.declare(scope, method, pattern)
	r.mux.Method(method, pattern, handler)
}

// fallback registers what serves the requests below a path that match no route.
// The first registered one that matches counts.
func (r *router) fallback(scope Scope, below string, handler http.HandlerFunc) {
	r.fallbacks = append(r.fallbacks, fallback{below, scope, handler})
}

// fallbackOf returns the fallback of a path; one below "/" matches every path.
func (r *router) fallbackOf(name string) fallback {
	name = path.Clean("/" + name)
	for _, f := range r.fallbacks {
		if name == f.below || strings.HasPrefix(name, strings.TrimSuffix(f.below, "/")+"/") {
			return f
		}
	}
	return fallback{scope: ScopeAdmin, handler: http.NotFound}
}

// required returns the scope that a request requires: the one declared with the
// route that it matches, or else with the fallback of its path.
func (r *router) required(req *http.Request) Scope {
	// The same choice of path as chi's own: the escaped one where it differs.
	pattern := r.mux.Find(chi.NewRouteContext(), req.Method, cmp.Or(req.URL.RawPath, req.URL.Path, "/"))
	if pattern == "" {
		return r.fallbackOf(req.URL.Path).scope
	}
	return r.scopes[req.Method+" "+pattern]
}

// checkDeclared panics when a route has no scope: a mistake in this package
// that must stop the program at its start.
func (r *router) checkDeclared() {
	err := chi.Walk(r.mux, func(method, pattern string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		if r.scopes[method+" "+pattern] == "" {
			return fmt.Errorf("route %s %s declares no scope", method, pattern)
		}
		return nil
	})
	if err != nil {
		panic(err)
	}
}

// route registers a route of the OpenAPI document. Its handler's errors become
// problem documents.
func route[In, Out any](s *Server, scope Scope, op huma.Operation, handle func(context.Context, *In) (*Out, error)) {
	s.router.declare(scope, op.Method, op.Path)
	if scope.includes(ScopePlay) {
		op.Security = []map[string][]string{{"token": {string(scope)}}}
		op.Description += " Needs the scope " + string(scope) + " where tokens are asked for."
	}
	huma.Register(s.api, op, func(ctx context.Context, in *In) (*Out, error) {
		out, err := handle(ctx, in)
		return out, s.problem(err)
	})
}

// noRoute answers a request below /api that matches no route.
func noRoute(w http.ResponseWriter, r *http.Request) {
	writeProblem(w, huma.Error404NotFound("there is no "+r.URL.Path+"; see /api/docs"))
}
