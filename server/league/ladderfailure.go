package league

import "time"

// A LadderFailure is a bot that was to enter an open ladder and could not: its build
// failed, or it may no longer be played.
type LadderFailure struct {
	Ladder string    `json:"-"`
	Name   string    `json:"name"` // of the bot
	Why    string    `json:"why"`
	Output string    `json:"output,omitempty"` // of the build; "" where none failed
	At     time.Time `json:"at"`
}

// MaxLadderFailures is how many failures of a ladder are kept, the newest ones: a bot
// that is watched may fail with each save.
const MaxLadderFailures = 50
