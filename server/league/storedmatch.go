package league

import (
	"strings"
	"time"

	"arbiter/referee"
)

// A StoredMatch is a match exactly as a database has it.
type StoredMatch struct {
	Report                    // of the rows; Record is nil when the replay is not kept
	Mark       Mark           // its place in the order of saving
	SeatFaults []referee.Kind // by seat, the kinds that standings count
}

// A StoredResult is what lists, standings and histories read of a stored match.
type StoredResult struct {
	Match
	Mark       Mark
	Tournament string
	Game       string
	Turns      int
	PlayedAt   time.Time
}

// An Origin is what the matches of a tournament have in common.
type Origin struct {
	Experiment bool   // a bisect or a history chose them
	Referee    string // digest of the game's own referee; "" for a game of Arbiter itself
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

// SinglesPrefix begins the names under which the matches are kept that belong
// to no tournament: one name for each game.
const SinglesPrefix = "single:"

// IsSingles reports whether a tournament name is one of those under which single matches are
// kept: see SinglesPrefix.
func IsSingles(tournament string) bool { return strings.HasPrefix(tournament, SinglesPrefix) }

// A QueuedMatch is a single match that waits to be played.
type QueuedMatch struct {
	Job    Job                `json:"job"`
	Game   string             `json:"game"`
	Limits referee.TimeLimits `json:"limits"`
	Owner  string             `json:"owner,omitempty"`  // the name of the token that asked for it; "" for nobody's
	Starts int                `json:"starts,omitempty"` // how many servers have begun to play it
}
