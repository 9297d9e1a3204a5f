package api

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
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

// A Token is what a client shows. Only its hash is kept.
type Token struct {
	Scope string
	Hash  [sha256.Size]byte
}

// ParseTokens reads lines of a scope (read, play or admin) and the SHA-256 of a
// token in hexadecimal. What follows # is a comment.
func ParseTokens(text string) ([]Token, error) {
	var tokens []Token
	number := 0
	for line := range strings.Lines(text) {
		number++
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if len(words) != 2 || rank(words[0]) == 0 {
			return nil, fmt.Errorf("line %d: want a scope (read, play or admin) and the SHA-256 of a token", number)
		}
		hash, err := hex.DecodeString(words[1])
		if err != nil || len(hash) != sha256.Size {
			return nil, fmt.Errorf("line %d: the second word is no SHA-256; want 64 hexadecimal characters", number)
		}
		tokens = append(tokens, Token{words[0], [sha256.Size]byte(hash)})
	}
	if len(tokens) == 0 {
		return nil, errors.New("no token in it; want lines of a scope and the SHA-256 of a token")
	}
	return tokens, nil
}

// NewToken returns what is kept of a token.
func NewToken(scope, secret string) Token { return Token{scope, sha256.Sum256([]byte(secret))} }

// rank orders scopes; 0 is none.
func rank(scope string) int {
	switch scope {
	case ScopeRead:
		return 1
	case ScopePlay:
		return 2
	case ScopeAdmin:
		return 3
	}
	return 0
}

// scopeOf returns the scope that a request needs.
func scopeOf(method, path string) string {
	switch {
	case method == http.MethodGet || method == http.MethodHead || path == "/api/replays/frames" || path == sessionPath:
		return ScopeRead
	case method == http.MethodDelete && !strings.HasPrefix(path, "/api/hands/"): // who plays may give up
		return ScopeAdmin
	}
	return ScopePlay
}

// policy keeps pages to what the server itself sends.
const policy = "default-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self' ws: wss:; frame-ancestors 'self'"

// wrap puts the guard before a handler.
func (g Guard) wrap(next http.Handler) http.Handler {
	limit := rate.NewLimiter(rate.Limit(orDefault(g.Writes, DefaultWrites)), orDefault(g.Burst, DefaultBurst))
	crossOrigin := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if err := g.admit(w, r, crossOrigin, limit); err != nil {
			writeProblem(w, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func orDefault[T comparable](value, instead T) T {
	var none T
	if value == none {
		return instead
	}
	return value
}

// admit returns why a request is refused, or nil.
func (g Guard) admit(w http.ResponseWriter, r *http.Request, crossOrigin *http.CrossOriginProtection, limit *rate.Limiter) error {
	if !g.knows(r.Host) {
		return huma.NewError(http.StatusMisdirectedRequest, fmt.Sprintf("the server is not called %.100q; --host adds a name", r.Host))
	}
	if err := crossOrigin.Check(r); err != nil {
		return huma.Error403Forbidden("a page of another site may not write here")
	}
	need := scopeOf(r.Method, r.URL.Path)
	if len(g.Tokens) > 0 && asksToken(r.URL.Path) {
		scope := g.scope(bearer(r))
		if scope == "" {
			w.Header().Set("WWW-Authenticate", `Bearer realm="arbiter"`)
			return huma.Error401Unauthorized("want a token: Authorization: Bearer TOKEN")
		}
		if rank(scope) < rank(need) {
			return huma.Error403Forbidden(fmt.Sprintf("the token has the scope %s; this needs %s", scope, need))
		}
	}
	if need != ScopeRead && !limit.Allow() {
		w.Header().Set("Retry-After", "1")
		return huma.Error429TooManyRequests("too many writes at once; try again in a second")
	}
	return nil
}

// asksToken reports whether an address tells something; the pages themselves
// and the health checks do not. A session is opened with the token in the body.
func asksToken(path string) bool {
	return strings.HasPrefix(path, "/api/") && path != sessionPath || path == "/metrics"
}

// bearer returns the token that a request shows: in its header or, for live
// connections of browsers, which can set none, in a cookie.
func bearer(r *http.Request) string {
	kept := ""
	if cookie, err := r.Cookie(sessionCookie); err == nil {
		kept = cookie.Value
	}
	return shown(r.Header.Get("Authorization"), kept)
}

// shown returns the token of a header or else the one that a cookie keeps.
func shown(authorization, kept string) string {
	if token, ok := strings.CutPrefix(authorization, "Bearer "); ok {
		return token
	}
	return kept
}

// scope returns what a token allows. Every token is looked at, so that the
// time tells nothing.
func (g Guard) scope(token string) string {
	hash := sha256.Sum256([]byte(token))
	found := ""
	for _, t := range g.Tokens {
		if subtle.ConstantTimeCompare(t.Hash[:], hash[:]) == 1 {
			found = t.Scope
		}
	}
	return found
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
