package api

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// A Scope is what a route requires and what a token permits.
type Scope string

// The scopes, weakest first. Each includes the ones before it.
const (
	ScopePublic Scope = "public" // of routes only: no token is required
	ScopeRead   Scope = "read"   // reads
	ScopePlay   Scope = "play"   // plays matches, which runs programs on the server's machine, and saves
	ScopeAdmin  Scope = "admin"  // deletes
)

// includes reports whether a token of scope s may use a route that requires
// need. An unknown scope includes nothing and is included in none.
func (s Scope) includes(need Scope) bool { return need.rank() > 0 && s.rank() >= need.rank() }

// rank returns the position among the scopes, from 1; 0 is an unknown scope.
func (s Scope) rank() int {
	return slices.Index([]Scope{ScopePublic, ScopeRead, ScopePlay, ScopeAdmin}, s) + 1
}

// A Token is a secret that clients present, with its scope. Only the hash of the
// secret is kept.
type Token struct {
	Scope Scope
	Hash  [sha256.Size]byte // SHA-256 of the secret
}

// NewToken returns the token of a secret.
func NewToken(scope Scope, secret string) Token { return Token{scope, sha256.Sum256([]byte(secret))} }

// ParseTokens parses a token file. Each line is a scope (read, play or admin)
// and the SHA-256 hash of a secret in hexadecimal; # begins a comment. An error
// names the line. A file without tokens is an error too.
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
		if len(words) != 2 || !Scope(words[0]).includes(ScopeRead) {
			return nil, fmt.Errorf("line %d: want a scope (read, play or admin) and the SHA-256 of a token", number)
		}
		hash, err := hex.DecodeString(words[1])
		if err != nil || len(hash) != sha256.Size { // not quoted: it may be the secret itself
			return nil, fmt.Errorf("line %d: the second word is not a SHA-256 hash; want 64 hexadecimal characters", number)
		}
		tokens = append(tokens, Token{Scope(words[0]), [sha256.Size]byte(hash)})
	}
	if len(tokens) == 0 {
		return nil, errors.New("no tokens; want lines of a scope (read, play or admin) and the SHA-256 of a token")
	}
	return tokens, nil
}

// hashOf returns the hash of a secret.
func hashOf(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}

// scopeOf returns the scope of the token with a hash, or "" for an unknown one.
// It compares all hashes, each in constant time, so that timing reveals nothing.
func scopeOf(tokens []Token, hash [sha256.Size]byte) Scope {
	var scope Scope
	for _, t := range tokens {
		if subtle.ConstantTimeCompare(t.Hash[:], hash[:]) == 1 {
			scope = t.Scope
		}
	}
	return scope
}

// requestSecret returns the secret that a request presents, or "".
func requestSecret(r *http.Request) string {
	value := ""
	if cookie, err := r.Cookie(sessionCookie); err == nil {
		value = cookie.Value
	}
	return secretOf(r.Header.Get("Authorization"), value)
}

// secretOf returns the secret of an Authorization header or else that of the
// session cookie, since browsers cannot set headers on a websocket.
func secretOf(authorization, cookie string) string {
	if secret, ok := strings.CutPrefix(authorization, "Bearer "); ok {
		return secret
	}
	return cookie
}
