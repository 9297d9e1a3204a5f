package league

import "time"

// A BotStatus is where a registered bot is in its life.
type BotStatus string

// The stages.
const (
	BotCandidate BotStatus = "candidate" // registered, not judged yet
	BotPromoted  BotStatus = "promoted"  // good enough to be measured by
	BotRejected  BotStatus = "rejected"  // weaker than what it should replace
	BotRetired   BotStatus = "retired"   // no longer played
)

// A KnownBot is a bot of the database and its life.
type KnownBot struct {
	Bot
	Status       BotStatus // "" for one that was never registered, only entered into a tournament
	Why          string
	Disabled     bool // not to be played
	RegisteredAt time.Time
	ChangedAt    time.Time
	Matches      int // played
}
