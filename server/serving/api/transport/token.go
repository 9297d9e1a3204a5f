package transport

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"arbiter/server/league"
)

// A Scope is what a route requires and what a token permits.
type Scope string

// The scopes, weakest first. Each includes the ones before it.
const (
	ScopePublic Scope = "public" // of routes only: no token is required
	ScopeRead   Scope = "read"   // reads
	ScopeUpload Scope = "upload" // uploads bots, manages its own, and asks for matches between registered ones
	ScopePlay   Scope = "play"   // also starts and saves what it then owns
	ScopeAdmin  Scope = "admin"  // also changes what others own, and names programs on the server's machine
)

// wantScope says which scopes a token may have.
const wantScope = "a scope (read, upload, play or admin)"

// Includes reports whether a token of scope s may use a route that requires
// need. An unknown scope includes nothing and is included in none.
func (s Scope) Includes(need Scope) bool { return need.rank() > 0 && s.rank() >= need.rank() }

// rank returns the position among the scopes, from 1; 0 is an unknown scope.
func (s Scope) rank() int {
	return slices.Index([]Scope{ScopePublic, ScopeRead, ScopeUpload, ScopePlay, ScopeAdmin}, s) + 1
}

// A Token is a secret that clients present, with its scope. Only the hash of the
// secret is kept. What a token makes belongs to its name.
type Token struct {
	Scope Scope
	Hash  [sha256.Size]byte // SHA-256 of the secret
	Name  string            // unique among the tokens of a server
}

// AdminName is the name of the token that is given to serve by ARBITER_TOKEN. No
// token of a file has it.
const AdminName = "admin"

// NewToken returns the token of a secret, with the name of one whose line has none.
func NewToken(scope Scope, secret string) Token {
	hash := sha256.Sum256([]byte(secret))
	return Token{scope, hash, hashName(hash)}
}

// hashName returns the name of a token whose line has none. It is the same for the
// same secret, and says nothing of it.
func hashName(hash [sha256.Size]byte) string { return "token-" + hex.EncodeToString(hash[:4]) }

// checkTokenName returns an error for a name that cannot be a token's. That of a
// scope could be taken for one.
func checkTokenName(name string) error {
	if err := league.CheckName(name); err != nil {
		return fmt.Errorf("name: %w", err)
	}
	if Scope(name).rank() > 0 {
		return fmt.Errorf("name: %q is a scope; want another name, such as ci-bot", name)
	}
	return nil
}

// ParseTokens parses a token file. Each line is a scope (read, upload, play or
// admin), the SHA-256 hash of a secret in hexadecimal and, if it has one, a name; #
// begins a comment. An error names the line. A file without tokens is an error too.
func ParseTokens(text string) ([]Token, error) {
	var tokens []Token
	lines := map[string]int{} // of names and of hashes
	number := 0
	for line := range strings.Lines(text) {
		number++
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if !Scope(words[0]).Includes(ScopeRead) { // not quoted: it may be the secret itself
			return nil, fmt.Errorf("line %d: the first word is not a scope; want read, upload, play or admin", number)
		}
		if len(words) != 2 && len(words) != 3 {
			return nil, fmt.Errorf("line %d: found %d words; want %s, the SHA-256 of a token and perhaps a name without spaces", number, len(words), wantScope)
		}
		hash, err := hex.DecodeString(words[1])
		if err != nil || len(hash) != sha256.Size { // not quoted: it may be the secret itself
			return nil, fmt.Errorf("line %d: the second word is not a SHA-256 hash; want 64 hexadecimal characters", number)
		}
		token := Token{Scope: Scope(words[0]), Hash: [sha256.Size]byte(hash)}
		token.Name = hashName(token.Hash)
		if len(words) == 3 {
			token.Name = words[2]
		}
		if err := checkTokenName(token.Name); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		if before := lines[string(hash)]; before > 0 {
			return nil, fmt.Errorf("line %d: the same token as on line %d; want each once", number, before)
		}
		if before := lines[token.Name]; before > 0 {
			return nil, fmt.Errorf("line %d: the name %s is that of line %d, too; want another one, since what a token makes belongs to its name", number, token.Name, before)
		}
		lines[string(hash)], lines[token.Name] = number, number
		tokens = append(tokens, token)
	}
	if len(tokens) == 0 {
		return nil, errors.New("no tokens; want lines of " + wantScope + " and the SHA-256 of a token")
	}
	return tokens, nil
}

// tokenOf returns the token with a hash, or the zero value for an unknown one. It
// compares all hashes, each in constant time, so that timing reveals nothing.
func tokenOf(tokens []Token, hash [sha256.Size]byte) Token {
	var found Token
	for _, t := range tokens {
		if subtle.ConstantTimeCompare(t.Hash[:], hash[:]) == 1 {
			found = t
		}
	}
	return found
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
