package replay

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"github.com/cespare/xxhash/v2"

	"arbiter/referee"
)

// A Digest identifies a match up to a turn: the XXH64 of the digest before it
// (8 bytes, big-endian; zeros before the start) and Match.AppendState. Chained
// like this, a difference stays, and the first one names the turn.
type Digest uint64

// String returns the digest as 16 hexadecimal characters.
func (d Digest) String() string { return string(d.append(nil)) }

func (d Digest) append(dst []byte) []byte {
	return hex.AppendEncode(dst, binary.BigEndian.AppendUint64(nil, uint64(d)))
}

// MarshalText returns String.
func (d Digest) MarshalText() ([]byte, error) { return d.append(nil), nil }

// UnmarshalText takes what String gives.
func (d *Digest) UnmarshalText(text []byte) error {
	var sum [8]byte
	if len(text) != 2*len(sum) {
		return fmt.Errorf("digest %.40q; want 16 hexadecimal characters", text)
	}
	if _, err := hex.Decode(sum[:], text); err != nil {
		return fmt.Errorf("digest %q; want 16 hexadecimal characters", text)
	}
	*d = Digest(binary.BigEndian.Uint64(sum[:]))
	return nil
}

// A Chain computes the digests of a match. Its zero value is before the start.
type Chain struct {
	Last  Digest
	state []byte // buffer
}

// Next returns the digest of the match's present state: first that of the start,
// then of each turn.
func (c *Chain) Next(m referee.Match) Digest {
	c.state = binary.BigEndian.AppendUint64(c.state[:0], uint64(c.Last))
	c.state = m.AppendState(c.state)
	c.Last = Digest(xxhash.Sum64(c.state))
	return c.Last
}
