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

// A router is a chi.Mux that knows the scope of each of its routes. Its methods
// register nothing without a scope, and checkDeclared panics on a route that was
// registered on the mux directly.
type router struct {
	mux       *chi.Mux
	scopes    map[string]Scope // by method and pattern, such as "GET /api/games"
	fallbacks []fallback
}

// A fallback serves requests at or below a path that match no route.
type fallback struct {
	root    string
	scope   Scope
	handler http.HandlerFunc
}

func newRouter() *router {
	r := &router{mux: chi.NewMux(), scopes: map[string]Scope{}}
	r.mux.NotFound(func(w http.ResponseWriter, req *http.Request) { r.fallbackOf(req.URL.Path).handler(w, req) })
	return r
}

// declare records the scope that a route requires.
func (r *router) declare(scope Scope, method, pattern string) {
	name := method + " " + pattern
	if scope.rank() == 0 {
		panic(fmt.Sprintf("route %s: scope %q; want public, read, upload, play or admin", name, scope))
	}
	if r.scopes[name] != "" {
		panic(fmt.Sprintf("route %s: registered twice", name))
	}
	r.scopes[name] = scope
}

// handle registers a route that is not in the OpenAPI document.
func (r *router) handle(scope Scope, method, pattern string, handler http.HandlerFunc) {
	r.declare(scope, method, pattern)
	r.mux.Method(method, pattern, handler)
}

// fallback registers the handler of requests at or below root that match no
// route. Of several that apply the first registered one serves.
func (r *router) fallback(scope Scope, root string, handler http.HandlerFunc) {
	r.fallbacks = append(r.fallbacks, fallback{root, scope, handler})
}

// fallbackOf returns the fallback of a request's path.
func (r *router) fallbackOf(name string) fallback {
	name = path.Clean("/" + name)
	for _, f := range r.fallbacks {
		if name == f.root || strings.HasPrefix(name, strings.TrimSuffix(f.root, "/")+"/") {
			return f
		}
	}
	return fallback{scope: ScopeAdmin, handler: http.NotFound}
}

// required returns the scope that a request requires: the one declared for the
// route that it matches or, without a match, for the fallback of its path.
func (r *router) required(req *http.Request) Scope {
	// chi matches RawPath where it is set, so the guard must too.
	pattern := r.mux.Find(chi.NewRouteContext(), req.Method, cmp.Or(req.URL.RawPath, req.URL.Path, "/"))
	if pattern == "" {
		return r.fallbackOf(req.URL.Path).scope
	}
	return r.scopes[req.Method+" "+pattern]
}

// checkDeclared panics when a route has no scope: a programming error, which
// must stop the program at start-up.
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

// route registers a route of the OpenAPI document. The handler's errors become
// problem documents, and so does that of the method check, if In has one.
func route[In, Out any](s *Server, scope Scope, op huma.Operation, handle func(context.Context, *In) (*Out, error)) {
	s.router.declare(scope, op.Method, op.Path)
	if scope.includes(ScopeUpload) {
		op.Security = []map[string][]string{{"token": {string(scope)}}}
		op.Description = strings.TrimSpace(op.Description + " Requires scope " + string(scope) + " if the server has tokens.")
	}
	huma.Register(s.api, op, func(ctx context.Context, in *In) (*Out, error) {
		if path, ok := any(in).(interface{ check() error }); ok {
			if err := path.check(); err != nil {
				return nil, err
			}
		}
		out, err := handle(ctx, in)
		return out, s.problem(err)
	})
}

// noRoute answers a request under /api that matches no route.
func noRoute(w http.ResponseWriter, r *http.Request) {
	writeProblem(w, huma.Error404NotFound("no route "+r.URL.Path+"; /api/docs lists the routes"))
}
