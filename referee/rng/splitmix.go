package rng

// SplitMix64 is Steele, Lea and Flood's generator ("Fast Splittable
// Pseudorandom Number Generators", 2014). The zero value is seed 0.
type SplitMix64 struct{ state uint64 }

// NewSplitMix64 returns the generator of a seed; all 64 bits count.
func NewSplitMix64(seed uint64) SplitMix64 { return SplitMix64{seed} }

// Next returns the next 64 bits.
func (r *SplitMix64) Next() uint64 {
	r.state += 0x9E3779B97F4A7C15
	z := r.state
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// Below returns a uniform draw from 0 to n-1, n at least 1: draws at or above
// the largest multiple of n are refused, so no value is favoured.
func (r *SplitMix64) Below(n int) int {
	bound := uint64(n)
	rest := -bound % bound // 2^64 mod n
	for {
		u := r.Next()
		if rest == 0 || u < -rest {
			return int(u % bound)
		}
	}
}

// Float64 returns a number that is at least 0 and less than 1.
func (r *SplitMix64) Float64() float64 { return float64(r.Next()>>11) * 0x1p-53 }

// Around returns a uniform draw from x/2 to x/2+x; x is not negative.
func (r *SplitMix64) Around(x int) int { return x/2 + r.Below(x+1) }
