package league

import (
	"strings"

	"arbiter/referee"
)

// SinglesPrefix begins the names under which the matches are kept that belong
// to no tournament: one name for each game.
const SinglesPrefix = "single:"

// IsSingles reports whether the matches that are kept under a name belong to no
// tournament.
func IsSingles(tournament string) bool { return strings.HasPrefix(tournament, SinglesPrefix) }

// A QueuedMatch is a single match that waits to be played.
type QueuedMatch struct {
	Job    Job                `json:"job"`
	Game   string             `json:"game"`
	Limits referee.TimeLimits `json:"limits"`
	Owner  string             `json:"owner,omitempty"`  // the name of the token that asked for it; "" for nobody's
	Starts int                `json:"starts,omitempty"` // how many servers have begun to play it
}
