package league

import (
	"testing"

	"arbiter/referee"
)

// "--seats N where a game allows several numbers"; without it two, or what is nearest to that.
func TestSeatsOfAGame(t *testing.T) {
	for _, tt := range []struct {
		least, most, usual int
		fits, not          int
	}{{1, 1, 1, 1, 2}, {2, 2, 2, 2, 3}, {2, 4, 2, 4, 5}, {3, 8, 3, 8, 2}, {1, 4, 2, 1, 5}} {
		info := referee.Info{Name: "g", MinSeats: tt.least, MaxSeats: tt.most}
		if got := DefaultSeats(info); got != tt.usual {
			t.Errorf("%d to %d seats: %d without a choice; want %d", tt.least, tt.most, got, tt.usual)
		}
		if err := CheckSeats(tt.fits, info); err != nil {
			t.Errorf("%d of %d to %d seats: %v", tt.fits, tt.least, tt.most, err)
		}
		if CheckSeats(tt.not, info) == nil {
			t.Errorf("%d of %d to %d seats is no error", tt.not, tt.least, tt.most)
		}
	}
}
