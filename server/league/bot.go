package league

import (
	"slices"
	"time"
)

// A Bot is a contender. Its digest is part of its identity: a changed bot is a
// new contender, and the old one keeps its history.
type Bot struct {
	ID      string `json:"id"`                // "name@" and the first 8 characters of Digest; unique within its game
	Game    string `json:"game"`              // the game it plays
	Name    string `json:"name"`              // the name shown in tables
	Typed   string `json:"typed"`             // the bot as the user typed it
	Version string `json:"version,omitempty"` // the author's version, if any
	Digest  string `json:"digest"`            // covers everything that the bot is made of
	Owner   string `json:"-"`                 // the name of the token that brought it to a server; "" for nobody's
}

// NewBot returns a contender with its ID.
func NewBot(game, name, typed, version, digest string) Bot {
	return Bot{ID: name + "@" + digest[:min(8, len(digest))], Game: game, Name: name, Typed: typed, Version: version, Digest: digest}
}

// HumanID is the bot ID of a human player, in every game. A match with a human
// is stored like any other but counts in no table: people are not rated.
const HumanID = "human@"

// Human returns the contender that stands for a human player.
func Human(game string) Bot { return NewBot(game, "human", "human", "", "") }

// ByHand reports whether a human played one of the seats.
func (m Match) ByHand() bool { return slices.Contains(m.Seats, HumanID) }

// IDs returns the bots' IDs in order.
func IDs(bots []Bot) []string {
	var ids []string
	for _, b := range bots {
		ids = append(ids, b.ID)
	}
	return ids
}

// A BotStatus is the stage of a registered bot's life.
type BotStatus string

// The statuses.
const (
	BotCandidate BotStatus = "candidate" // registered, not judged yet
	BotPromoted  BotStatus = "promoted"  // good enough to serve as a baseline
	BotRejected  BotStatus = "rejected"  // weaker than the bot it should replace
	BotRetired   BotStatus = "retired"   // no longer played
)

// A KnownBot is a stored bot with its status and match count.
type KnownBot struct {
	Bot
	Status       BotStatus // "" for a bot that entered a tournament without being registered
	Why          string    // the reason for the status; may be empty
	Disabled     bool      // must not be played
	RegisteredAt time.Time // zero for a bot that is not registered
	ChangedAt    time.Time // of the status; zero for a bot that is not registered
	Matches      int       // played
}
