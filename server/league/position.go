package league

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"
)

// Positions maps the digests of explicit start positions to their texts. A Start
// refers to a position by its digest.
type Positions map[string][]byte

// Add adds a position and returns the start that refers to it. The name is for
// display.
func (p Positions) Add(name string, text []byte) Start {
	digest := PositionDigest(text)
	p[digest] = text
	return Start{Position: digest, Name: name}
}

// Text returns the text of a position, or an error that says that it is missing.
func (p Positions) Text(digest string) ([]byte, error) {
	text, ok := p[digest]
	if !ok {
		return nil, fmt.Errorf("start position %s: %w", digest, ErrNotFound)
	}
	return text, nil
}

// PositionDigest returns the digest of an explicit position: 20 hexadecimal
// characters of the SHA-256 of its text.
func PositionDigest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:10])
}

// A StartSet is a named list of explicit start positions of one game. Users know it as
// a test set: so it is called on pages, in the API and in the database.
type StartSet struct {
	Name      string
	Game      string
	About     string  // a description
	Owner     string  `json:"-"` // the name of the token that saved it; "" for nobody's
	Count     int     // the number of tests
	Tests     []Start // empty in lists of sets
	CreatedAt time.Time
}
