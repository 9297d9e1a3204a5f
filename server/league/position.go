package league

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
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
