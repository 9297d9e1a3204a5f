package transport

import (
	"crypto/sha256"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// Limits of unknown tokens from one address: no one guesses a token at this
// rate, and a mistyped one does no harm.
const (
	AttemptsPerMinute = 10
	AttemptsBurst     = 20
)

// attemptsLogged is the interval at which unknown tokens are logged.
const attemptsLogged = time.Minute

// A gatekeeper recognizes tokens. An address that presents many unknown ones is
// refused further ones for a while; the tokens that it has presented before
// still work, so that nobody is locked out by others behind the same proxy. It
// is safe for concurrent use.
type gatekeeper struct {
	tokens []Token
	log    *slog.Logger
	tries  *limiters // by address

	mu     sync.Mutex
	good   map[string]map[[sha256.Size]byte]bool // hashes that an address has presented with success
	last   map[string][sha256.Size]byte          // the last unknown hash of an address: the same one again is no guess
	wrong  int                                   // unknown tokens since logged
	logged time.Time
}

func newGatekeeper(tokens []Token, log *slog.Logger) *gatekeeper {
	return &gatekeeper{
		tokens: tokens, log: log, tries: newLimiters(AttemptsPerMinute/60.0, AttemptsBurst),
		good: map[string]map[[sha256.Size]byte]bool{}, last: map[string][sha256.Size]byte{},
	}
}

// token returns the token of a secret that an address presents; the zero value when
// the secret is unknown or empty. The error is a problem of status 429.
func (k *gatekeeper) token(address, secret string) (Token, error) {
	if secret == "" {
		return Token{}, nil
	}
	hash := sha256.Sum256([]byte(secret))
	k.mu.Lock()
	defer k.mu.Unlock()
	tries := k.tries.of(address)
	again := k.last[address] == hash
	if !k.good[address][hash] && !again && tries.Tokens() < 1 {
		k.note(address)
		return Token{}, huma.ErrorWithHeaders(
			huma.Error429TooManyRequests("too many unknown tokens from this address; retry in some seconds"),
			http.Header{"Retry-After": {fmt.Sprint(60 / AttemptsPerMinute)}})
	}
	token := tokenOf(k.tokens, hash)
	switch {
	case token.Scope != "":
		k.remember(address, hash)
	case again:
		k.note(address)
	default:
		tries.Allow()
		k.bound()
		k.last[address] = hash
		k.note(address)
	}
	return token, nil
}

// remember notes that an address has presented a token; k.mu is held.
func (k *gatekeeper) remember(address string, hash [sha256.Size]byte) {
	if k.good[address][hash] {
		return
	}
	k.bound()
	if k.good[address] == nil {
		k.good[address] = map[[sha256.Size]byte]bool{}
	}
	k.good[address][hash] = true // no more hashes than tokens
}

// bound forgets all addresses when there are too many; k.mu is held.
func (k *gatekeeper) bound() {
	if len(k.good) >= maxClients {
		clear(k.good)
	}
	if len(k.last) >= maxClients {
		clear(k.last)
	}
}

// note counts an unknown token, and logs the first one and then the count at
// intervals; k.mu is held. The token itself is not logged: it may be one of
// another server.
func (k *gatekeeper) note(address string) {
	k.wrong++
	if now := time.Now(); now.Sub(k.logged) >= attemptsLogged {
		k.log.Warn("requests with an unknown token", "requests", k.wrong, "last_from", address)
		k.wrong, k.logged = 0, now
	}
}
