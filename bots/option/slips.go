package option

import "math/rand/v2"

// Slips are what makes a bot weaker at a Level: now and then it plays what it
// draws. A copy slips as the original does; the zero Slips never happen.
type Slips struct {
	often int // in a thousand
	draw  rand.PCG
}

// NewSlips returns slips that happen often times in a thousand. The level and the seed decide
// which answers slip, and what is drawn then.
func NewSlips(often, level int, seed int64) Slips {
	return Slips{often, *rand.NewPCG(uint64(seed), uint64(level))}
}

// Due reports whether this answer slips. Call it once for everything that can.
func (s *Slips) Due() bool { return s.often > 0 && s.Pick(1000) < s.often }

// Pick draws a number from 0 to n-1.
func (s *Slips) Pick(n int) int { return rand.New(&s.draw).IntN(n) }
