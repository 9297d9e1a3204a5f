package league

import "arbiter/referee"

// A StoredMatch is a match exactly as a database has it.
type StoredMatch struct {
	Report                    // of the rows; Record is nil when the replay is not kept
	Mark       Mark           // its place in the order of saving
	SeatFaults []referee.Kind // by seat, the kinds that standings count
}
