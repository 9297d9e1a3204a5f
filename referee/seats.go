package referee

import (
	"iter"
	"math/bits"
)

// Seats is a set of seat numbers from 0 to 15.
type Seats uint16

// SeatSet returns the set of the given seats.
func SeatSet(seats ...int) Seats {
	var s Seats
	for _, seat := range seats {
		s |= 1 << seat
	}
	return s
}

// Has reports whether the seat is in the set.
func (s Seats) Has(seat int) bool { return s>>seat&1 == 1 }

// Without returns the set without the seat.
func (s Seats) Without(seat int) Seats { return s &^ (1 << seat) }

// Len returns the number of seats in the set.
func (s Seats) Len() int { return bits.OnesCount16(uint16(s)) }

// All yields the seats of the set in ascending order.
func (s Seats) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for rest := uint16(s); rest != 0; rest &= rest - 1 {
			if !yield(bits.TrailingZeros16(rest)) {
				return
			}
		}
	}
}
