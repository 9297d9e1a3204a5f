package league

import (
	"time"

	"arbiter/referee"
)

// A StoredResult is what lists, standings and histories read of a stored match.
type StoredResult struct {
	Match
	Mark       Mark
	Tournament string
	Game       string
	Turns      int
	PlayedAt   time.Time
}

// A SeatMark names a seat of a stored match.
type SeatMark struct {
	Mark Mark
	Seat int
}

// A SeatFault is a fault of a seat of a stored match.
type SeatFault struct {
	SeatMark
	Fault referee.Fault
}
