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

// A Guard decides which requests are admitted. The zero value accepts the names
// of this machine only and requires no token.
type Guard struct {
	// Hosts are further names in the Host header that are accepted, beside
	// localhost and IP addresses. Any other name is refused: it may be DNS
	// rebinding, by which a foreign page reaches a local server.
	Hosts []string
	// Tokens are the known tokens. Without any, no request requires one.
	Tokens []Token
	// Writes limits the writes a second of all clients together, with bursts of
	// Burst; 0 is DefaultWrites and DefaultBurst. A write is a request that
	// requires ScopePlay or more.
	Writes float64
	Burst  int
}

// Limits of writes, well above what a person or a script needs.
const (
	DefaultWrites = 20
	DefaultBurst  = 100
)

// policy is the Content-Security-Policy: pages load from this server only.
const policy = "default-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self' ws: wss:; frame-ancestors 'self'"

// wrap returns the middleware that refuses requests that the guard does not
// admit. required returns the scope that a request requires.
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

// admit returns the reason why a request is refused, or nil. It may add headers
// to the response of a refused request.
func (g Guard) admit(h http.Header, r *http.Request, need Scope, crossOrigin *http.CrossOriginProtection, writes *rate.Limiter) error {
	if !g.knows(r.Host) {
		return huma.NewError(http.StatusMisdirectedRequest, fmt.Sprintf("unknown host %.100q; start the server with --host to accept a name", r.Host))
	}
	if err := crossOrigin.Check(r); err != nil {
		return huma.Error403Forbidden("cross-origin write refused: only pages of this server may write")
	}
	if len(g.Tokens) > 0 && need != ScopePublic {
		scope := scopeOf(g.Tokens, requestSecret(r))
		if scope == "" {
			h.Set("WWW-Authenticate", `Bearer realm="arbiter"`)
			return huma.Error401Unauthorized("missing or unknown token; want Authorization: Bearer TOKEN")
		}
		if !scope.includes(need) {
			return huma.Error403Forbidden(fmt.Sprintf("the token has the scope %s; this needs %s", scope, need))
		}
	}
	if need.includes(ScopePlay) && !writes.Allow() {
		h.Set("Retry-After", "1")
		return huma.Error429TooManyRequests("write rate limit exceeded; retry in a second")
	}
	return nil
}

// knows reports whether the Host header names this server.
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

// Timeouts of the http.Server that serves a Server. It needs no write timeout:
// replays may take long, and live connections have deadlines of their own.
const (
	ReadHeaderTimeout = 10 * time.Second
	IdleTimeout       = 2 * time.Minute
)
