// Package rng holds random generators that are values: copying one copies its
// future, so a game's state can carry its draws.
package rng

// Java draws the same numbers as java.util.Random, which the published
// referees of some games deal their maps from. The algorithm is the one that
// the documentation of java.util.Random fixes.
type Java struct{ state uint64 }

const (
	javaMultiplier = 0x5DEECE66D
	javaIncrement  = 0xB
	javaMask       = 1<<48 - 1
)

// NewJava returns the generator that new Random(seed) is. Only the low 48 bits
// of the seed count.
func NewJava(seed int64) Java {
	return Java{(uint64(seed) ^ javaMultiplier) & javaMask}
}

// Next returns the next draw of the given number of bits, 1 to 32.
func (r *Java) Next(bits int) uint32 {
	r.state = (r.state*javaMultiplier + javaIncrement) & javaMask
	return uint32(r.state >> (48 - bits))
}

// IntN returns a draw from 0 to n-1, n at least 1, as nextInt(n) does.
func (r *Java) IntN(n int) int {
	bound := int64(n)
	u := int64(r.Next(31))
	if bound&(bound-1) == 0 {
		return int(bound * u >> 31)
	}
	for {
		v := u % bound
		if u-v+bound-1 < 1<<31 {
			return int(v)
		}
		u = int64(r.Next(31))
	}
}

// Float64 returns a draw from [0, 1), as nextDouble() does.
func (r *Java) Float64() float64 {
	high := uint64(r.Next(26))
	low := uint64(r.Next(27))
	return float64(high<<27+low) * 0x1p-53
}

// Shuffle permutes the list as Collections.shuffle(list, r) does.
func Shuffle[T any](r *Java, list []T) {
	for i := len(list); i > 1; i-- {
		k := r.IntN(i)
		list[i-1], list[k] = list[k], list[i-1]
	}
}

// State returns the generator's 48 bits, for a canonical encoding of a state
// that carries it.
func (r Java) State() uint64 { return r.state }
