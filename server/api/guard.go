package api

import (
	"cmp"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"golang.org/x/time/rate"
)

// A Guard says who may do what. The zero value serves this machine only and
// asks for no token.
type Guard struct {
	// Hosts are the names by which clients may call the server, beside those
	// of this machine. A page of another name that somebody's browser was led
	// to cannot use the server then (DNS rebinding).
	Hosts []string
	// Tokens, when there are any, are asked for by every request of the API.
	Tokens []Token
	// Writes is how many writes a second all clients together may do, and
	// Burst how many at once; 0 is DefaultWrites and DefaultBurst.
	Writes float64
	Burst  int
}

// Limits of writes: a person or a script never comes near them.
const (
	DefaultWrites = 20
	DefaultBurst  = 100
)

// policy keeps pages to what the server itself sends.
const policy = "default-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self' ws: wss:; frame-ancestors 'self'"

// wrap returns the middleware that refuses what the guard does not admit.
// required returns the scope that a request requires.
func (g Guard) wrap(required func(*http.Request) Scope) func(http.Handler) http.Handler {
	writes := rate.NewLimiter(rate.Limit(cmp.Or(g.Writes, DefaultWrites)), cmp.Or(g.Burst, DefaultBurst))
	crossOrigin := http.NewCrossOriginProtection()
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			h := w.Header()
			h.Set("Content-Security-Policy", policy)
			h.Set("X-Content-Type-Options", "nosniff")
			h.Set("Referrer-Policy", "no-referrer")
			h.Set("Cross-Origin-Resource-Policy", "same-origin")
			if err := g.admit(h, r, required(r), crossOrigin, writes); err != nil {
				writeProblem(w, err)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// admit returns why a request is refused, or nil. A refusal may set headers of
// the response.
func (g Guard) admit(h http.Header, r *http.Request, need Scope, crossOrigin *http.CrossOriginProtection, writes *rate.Limiter) error {
	if !g.knows(r.Host) {
		return huma.NewError(http.StatusMisdirectedRequest, fmt.Sprintf("the server is not called %.100q; --host adds a name", r.Host))
	}
	if err := crossOrigin.Check(r); err != nil {
		return huma.Error403Forbidden("a page of another site may not write here")
	}
	if len(g.Tokens) > 0 && need != ScopePublic {
		scope := scopeOf(g.Tokens, requestSecret(r))
		if scope == "" {
			h.Set("WWW-Authenticate", `Bearer realm="arbiter"`)
			return huma.Error401Unauthorized("want a token: Authorization: Bearer TOKEN")
		}
		if !scope.includes(need) {
			return huma.Error403Forbidden(fmt.Sprintf("the token has the scope %s; this needs %s", scope, need))
		}
	}
	if need.includes(ScopePlay) && !writes.Allow() {
		h.Set("Retry-After", "1")
		return huma.Error429TooManyRequests("too many writes at once; try again in a second")
	}
	return nil
}

// knows reports whether the server goes by the name of the Host header.
func (g Guard) knows(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.Trim(name, "[]")
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	if ip := net.ParseIP(name); ip != nil {
		return true // an address cannot be rebound
	}
	for _, known := range g.Hosts {
		if strings.EqualFold(known, name) {
			return true
		}
	}
	return false
}

// Timeouts of a http.Server for a Server. Answers may take long: replays and
// live connections have deadlines of their own.
const (
	ReadHeaderTimeout = 10 * time.Second
	IdleTimeout       = 2 * time.Minute
)
