package replay

import (
	"cmp"
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
	play  Digest // beside Last, of a referee.Talker
	state []byte // buffer
}

// Next returns the digest of the match's present state: first that of the start,
// then of each turn.
func (c *Chain) Next(m referee.Match) Digest {
	c.Last = c.link(c.Last, m.AppendState)
	if t, ok := m.(referee.Talker); ok {
		c.play = c.link(c.play, t.AppendPlay)
	}
	return c.Last
}

// restart is before the start of another match, with the same buffer.
func (c *Chain) restart() { c.Last, c.play = 0, 0 }

// link returns the digest that follows another one.
func (c *Chain) link(last Digest, appendState func([]byte) []byte) Digest {
	c.state = appendState(binary.BigEndian.AppendUint64(c.state[:0], uint64(last)))
	return Digest(xxhash.Sum64(c.state))
}

// Play returns the digest of how the match was played up to its present state: the same
// for two matches that were played alike, whatever was said in them. It is Last but for a
// referee.Talker.
func (c *Chain) Play() Digest { return cmp.Or(c.play, c.Last) }
