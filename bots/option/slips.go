package option

import "math/rand/v2"

// Slips are what makes a bot weaker at a Level: now and then it plays what it
// draws. A copy slips as the original does; the zero Slips never happen.
type Slips struct {
	often int // in a thousand
	draw  rand.PCG
}

// NewSlips returns the slips of a level, so many in a thousand. The seed decides
// which answers they are, and what is drawn then.
func NewSlips(often, level int, seed int64) Slips {
	return Slips{often, *rand.NewPCG(uint64(seed), uint64(level))}
}

// Due reports whether it is time for a slip. It is asked once for everything
// that can be one.
func (s *Slips) Due() bool { return s.often > 0 && s.Pick(1000) < s.often }

// Pick draws which of n it is, from 0 on.
func (s *Slips) Pick(n int) int { return rand.New(&s.draw).IntN(n) }
