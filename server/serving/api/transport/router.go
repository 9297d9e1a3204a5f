// Package transport carries the requests of an HTTP API and decides who may send
// them. It knows no noun of the API: what a match or a tournament is, is the
// matter of the package that registers routes here.
//
// A Router admits a request by its Guard, Token and Scope, bounds how fast a client
// has to be (Pace) and how many expensive requests run at a time, and hands it to
// the handler of its route; an error becomes a problem document (RFC 9457). Streams
// are the connections that stay open: websockets and server-sent events.
package transport

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"path"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5"
)

// A RouterConfig configures a Router. Log is required.
type RouterConfig struct {
	Guard Guard
	Pace  Pace
	Log   *slog.Logger
	// Problem returns an error with a status in place of a handler's error, or nil
	// for none.
	Problem func(context.Context, error) error
	// Measured wraps the handler of all requests; nil leaves it as it is.
	Measured func(http.Handler) http.Handler

	// Title, Version and About begin the OpenAPI document, and SchemaName names the
	// schemas of types in it. The version is a part of each ETag.
	Title, Version, About string
	SchemaName            func(t reflect.Type, hint string) string
}

// A Router admits requests and hands them to the handlers of their routes. It knows
// the scope of each route: its methods register nothing without one, and
// CheckDeclared panics on a route that was registered on the mux directly. It is an
// http.Handler.
type Router struct {
	RouterConfig
	mux       *chi.Mux
	api       huma.API
	gate      *gate
	slots     *slots           // of expensive requests
	scopes    map[string]Scope // by method and pattern, such as "GET /api/games"
	fallbacks []fallback
}

// openAPIPath begins the paths of the OpenAPI document.
const openAPIPath = "/api/openapi"

// A fallback serves requests at or below a path that match no route.
type fallback struct {
	root    string
	scope   Scope
	handler http.HandlerFunc
}

// NewRouter returns a router whose only routes are the routes of the OpenAPI document.
// Route fills the document.
func NewRouter(c RouterConfig) *Router {
	r := &Router{
		RouterConfig: c, mux: chi.NewMux(), scopes: map[string]Scope{}, gate: c.Guard.gate(c.Log),
		slots: newSlots(ExpensiveSlots, ExpensiveEach, ExpensiveWaiting, ExpensiveWait),
	}
	r.mux.NotFound(func(w http.ResponseWriter, req *http.Request) { r.fallbackOf(req.URL.Path).handler(w, req) })
	r.mux.Use(func(next http.Handler) http.Handler { return logged(c.Log, next) })
	if c.Measured != nil {
		r.mux.Use(c.Measured)
	}
	r.mux.Use(c.Pace.paced, compressed, r.gate.wrap(r.required))
	r.describe()
	return r
}

// describe prepares the OpenAPI document.
func (r *Router) describe() {
	config := huma.DefaultConfig(r.Title, r.Version)
	config.CreateHooks = nil // no $schema in responses
	config.Transformers = append(config.Transformers, brokenBody, cutProblem)
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = openAPIPath, "", ""
	config.Info.Description = r.About
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"token": {Type: "http", Scheme: "bearer"}}
	config.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", r.SchemaName)
	r.api = humachi.New(r.mux, config)
	r.api.UseMiddleware(watchBody)
	for _, format := range []string{".json", ".yaml", "-3.0.json", "-3.0.yaml"} { // registered by huma
		r.declare(ScopeRead, http.MethodGet, openAPIPath+format)
	}
}

// ServeHTTP implements http.Handler.
func (r *Router) ServeHTTP(w http.ResponseWriter, req *http.Request) { r.mux.ServeHTTP(w, req) }

// OpenAPI returns the OpenAPI document.
func (r *Router) OpenAPI() *huma.OpenAPI { return r.api.OpenAPI() }

// Scopes returns the scope of every route by method and pattern.
func (r *Router) Scopes() map[string]Scope { return maps.Clone(r.scopes) }

// declare records the scope that a route requires.
func (r *Router) declare(scope Scope, method, pattern string) {
	name := method + " " + pattern
	if scope.rank() == 0 {
		panic(fmt.Sprintf("route %s: scope %q; want public, read, upload, play or admin", name, scope))
	}
	if r.scopes[name] != "" {
		panic(fmt.Sprintf("route %s: registered twice", name))
	}
	r.scopes[name] = scope
}

// Handle registers a route that is not in the OpenAPI document.
func (r *Router) Handle(scope Scope, method, pattern string, handler http.HandlerFunc) {
	r.declare(scope, method, pattern)
	r.mux.Method(method, pattern, handler)
}

// Fallback registers the handler of requests at or below root that match no
// route. Of several that apply the first registered one serves.
func (r *Router) Fallback(scope Scope, root string, handler http.HandlerFunc) {
	r.fallbacks = append(r.fallbacks, fallback{root, scope, handler})
}

// fallbackOf returns the fallback of a request's path.
func (r *Router) fallbackOf(name string) fallback {
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
func (r *Router) required(req *http.Request) Scope {
	// chi matches RawPath where it is set, so the guard must too.
	pattern := r.mux.Find(chi.NewRouteContext(), req.Method, cmp.Or(req.URL.RawPath, req.URL.Path, "/"))
	if pattern == "" {
		return r.fallbackOf(req.URL.Path).scope
	}
	return r.scopes[req.Method+" "+pattern]
}

// CheckDeclared panics when a route has no scope: a programming error, which
// must stop the program at start-up.
func (r *Router) CheckDeclared() {
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

// Route registers a route of the OpenAPI document. Errors of the handler become problem
// documents. If In has a method Check, its error becomes one, too.
func Route[In, Out any](r *Router, scope Scope, op huma.Operation, handle func(context.Context, *In) (*Out, error)) {
	r.declare(scope, op.Method, op.Path)
	if scope.Includes(ScopeUpload) {
		op.Security = []map[string][]string{{"token": {string(scope)}}}
		op.Description = strings.TrimSpace(op.Description + " Requires scope " + string(scope) + " if the server has tokens.")
	}
	huma.Register(r.api, op, func(ctx context.Context, in *In) (*Out, error) {
		if path, ok := any(in).(interface{ Check() error }); ok {
			if err := path.Check(); err != nil {
				return nil, err
			}
		}
		out, err := handle(ctx, in)
		return out, r.Problem(ctx, err)
	})
}

// NoRoute answers a request under /api that matches no route.
func NoRoute(w http.ResponseWriter, r *http.Request) {
	WriteProblem(w, huma.Error404NotFound("no route "+r.URL.Path+"; /api/docs lists the routes"))
}
