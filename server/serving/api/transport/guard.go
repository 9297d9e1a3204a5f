package transport

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
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
	// Writes limits the writes a second of each client, with bursts of Burst; 0
	// is DefaultWrites and DefaultBurst. A write is a request that requires
	// ScopeUpload or more; a client is a token or, without one, an address.
	Writes float64
	Burst  int
	// PublicRead lets requests that need ScopeRead in without a token.
	PublicRead bool
	// EmbedOrigins are the other sites, as https://example.org, whose pages may
	// show /embed pages in a frame.
	EmbedOrigins []string
}

// Limits of writes, well above what a person or a script needs.
const (
	DefaultWrites = 20
	DefaultBurst  = 100
)

// policy is the Content-Security-Policy: pages load from this server only, and
// only its own pages may frame them.
const policy = "default-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self' ws: wss:; " +
	"base-uri 'none'; form-action 'self'; frame-ancestors 'self'"

// A gate admits requests as its Guard says.
type gate struct {
	Guard
	keeper      *gatekeeper
	writes      *limiters // by client
	crossOrigin *http.CrossOriginProtection
}

func (g Guard) gate(log *slog.Logger) *gate {
	return &gate{
		Guard: g, keeper: newGatekeeper(g.Tokens, log), crossOrigin: http.NewCrossOriginProtection(),
		writes: newLimiters(cmp.Or(g.Writes, DefaultWrites), cmp.Or(g.Burst, DefaultBurst)),
	}
}

// policyFor returns the policy of a path. Embedded matches have no forms and
// change nothing, so that another site may frame them without risk.
func (g Guard) policyFor(path string) string {
	if len(g.EmbedOrigins) == 0 || !strings.HasPrefix(path, "/embed/") {
		return policy
	}
	return policy + " " + strings.Join(g.EmbedOrigins, " ")
}

// wrap returns the middleware that refuses requests that the guard does not
// admit. required returns the scope that a request requires.
func (g *gate) wrap(required func(*http.Request) Scope) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			h := w.Header()
			h.Set("Content-Security-Policy", g.policyFor(r.URL.Path))
			h.Set("X-Content-Type-Options", "nosniff")
			h.Set("Referrer-Policy", "no-referrer")
			h.Set("Cross-Origin-Resource-Policy", "same-origin")
			who, ok := r.Context().Value(callerKey{}).(*Caller)
			if !ok { // not logged
				who = &Caller{}
				r = r.WithContext(context.WithValue(r.Context(), callerKey{}, who))
			}
			if err := g.admit(h, r, required(r), who); err != nil {
				WriteProblem(w, err)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// admit fills in who sends a request, and returns the reason why it is refused. It
// may add headers to the response of a refused request. Without tokens everybody
// may do everything, and nobody owns it.
func (g *gate) admit(h http.Header, r *http.Request, need Scope, who *Caller) error {
	if !g.knows(r.Host) {
		return huma.NewError(http.StatusMisdirectedRequest, fmt.Sprintf("unknown host %.100q; start the server with --host to accept a name", r.Host))
	}
	if err := g.crossOrigin.Check(r); err != nil {
		return huma.Error403Forbidden("cross-origin write refused: only pages of this server may write")
	}
	*who = Caller{Client: addressOf(r.RemoteAddr), Scope: ScopeAdmin, Remote: remote(r.RemoteAddr, r.Header.Get)}
	if len(g.Tokens) > 0 {
		who.Scope = ScopePublic
	}
	if len(g.Tokens) > 0 && need != ScopePublic {
		secret := requestSecret(r)
		token, err := g.keeper.token(who.Client, secret)
		switch {
		case err != nil:
			return err
		case token.Scope == "" && g.PublicRead && need == ScopeRead:
			who.Scope = ScopeRead
			return nil
		case token.Scope == "":
			h.Set("WWW-Authenticate", `Bearer realm="arbiter"`)
			if secret == "" {
				return huma.Error401Unauthorized("missing token; want Authorization: Bearer TOKEN")
			}
			return huma.Error401Unauthorized(unknownToken)
		}
		who.Client, who.Token, who.Scope = "token "+hex.EncodeToString(token.Hash[:]), token.Name, token.Scope
		if !token.Scope.Includes(need) {
			return huma.Error403Forbidden(fmt.Sprintf("the token has the scope %s; this needs %s", token.Scope, need))
		}
	}
	if need.Includes(ScopeUpload) && !g.writes.of(who.Client).Allow() {
		h.Set("Retry-After", "1")
		return huma.Error429TooManyRequests("write rate limit exceeded; retry in a second")
	}
	return nil
}

// unknownToken is the reason why a token is refused that is not in the server's
// token file.
const unknownToken = "this token is not known to the server"

// foreign reports whether a page of another origin sends a request. Unlike
// writes, reads are not refused because of that: the page cannot read the
// response. But a live connection stays open.
func foreign(r *http.Request) bool {
	asWrite := r.Clone(r.Context())
	asWrite.Method = http.MethodPost
	return new(http.CrossOriginProtection).Check(asWrite) != nil
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

// Timeouts of the http.Server that serves a Server. The deadlines of bodies and
// responses are those of Config.Pace, and live connections have their own.
const (
	ReadHeaderTimeout = 10 * time.Second
	IdleTimeout       = 2 * time.Minute
)
