package league

import "arbiter/referee"

// A QueuedMatch is a single match that waits to be played.
type QueuedMatch struct {
	Job    Job                `json:"job"`
	Game   string             `json:"game"`
	Limits referee.TimeLimits `json:"limits"`
	Owner  string             `json:"owner,omitempty"`  // the name of the token that asked for it; "" for nobody's
	Starts int                `json:"starts,omitempty"` // how many servers have begun to play it
}
