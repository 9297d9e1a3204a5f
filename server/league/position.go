package league

import (
	"crypto/sha256"
	"encoding/hex"
)

// Positions are the texts of explicit start positions by their digest, the one
// that a Start refers to.
type Positions map[string][]byte

// Add adds a position and returns the start from it. The name is what people
// call it.
func (p Positions) Add(name string, text []byte) Start {
	digest := PositionDigest(text)
	p[digest] = text
	return Start{Position: digest, Name: name}
}

// PositionDigest returns the name under which an explicit position is kept: 20
// hexadecimal characters of the SHA-256 of its text.
func PositionDigest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:10])
}
