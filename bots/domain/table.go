package domain

import (
	"math/bits"

	rules "arbiter/referee/games/domain"
)

// A table remembers what the search found out about positions: the same
// position comes up after other actions, in the next depth and in the next
// turn. Its size is fixed, a power of two; what comes later takes the place of
// what was there.
type table []entry

// tableSize is the number of entries of Boss, a power of two. They take 16 MB.
const tableSize = 1 << 20

// newTable returns a table for so many positions, of tableSize at most.
func newTable(positions int) table {
	return make(table, min(tableSize, 1<<bits.Len(uint(positions))))
}

// An entry is what is known of one position. The zero entry knows nothing.
type entry struct {
	key   uint64
	best  rules.Action
	score int16
	depth int8 // how far the search looked
	bound bound
}

// A bound says what the true score is, compared with the one of an entry.
type bound uint8

const (
	exact bound = iota
	atLeast
	atMost
)

// at returns the place of a position's entry.
func (t table) at(key uint64) *entry { return &t[key&uint64(len(t)-1)] }

// answers reports whether the entry makes the search of its position needless:
// it looked far enough, and its score is exact or on the right side of the window.
func (e *entry) answers(key uint64, depth, low, high int) bool {
	if e.key != key || int(e.depth) < depth {
		return false
	}
	switch e.bound {
	case atLeast:
		return int(e.score) >= high
	case atMost:
		return int(e.score) <= low
	}
	return true
}

// keyOf mixes a position into 64 bits, which stand for it in the table: that
// two of the few million positions of a search have the same key is less
// likely than a defect of the machine.
func keyOf(p *rules.State) uint64 {
	key := mix(uint64(p.Open(rules.Right)))
	key = mix(key ^ uint64(p.Open(rules.Down)))
	return mix(key ^ uint64(p.Tokens[0])<<16 ^ uint64(p.Tokens[1])<<8 ^ uint64(p.Mover))
}

// mix spreads every bit over the whole word (the finalizer of SplitMix64).
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}
