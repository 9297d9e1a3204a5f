// Package league holds what a tournament is: the bots that contend, the
// pairings that a schedule chooses, the reports of matches and the standings
// they make, and the contract of the store that keeps them. It knows no
// processes, SQL or HTTP.
package league

import "slices"

// A Bot is a contender. Its digest is part of its identity: a changed bot is
// another contender, and the old one keeps its history.
type Bot struct {
	ID      string `json:"id"`                // "name@" and the first 8 characters of Digest; unique within its game
	Game    string `json:"game"`              // the game it plays
	Name    string `json:"name"`              // what it is called in tables
	Typed   string `json:"typed"`             // the bot as somebody typed it
	Version string `json:"version,omitempty"` // what its owner calls it
	Digest  string `json:"digest"`            // of everything it is made of
}

// NewBot returns a contender with its ID.
func NewBot(game, name, typed, version, digest string) Bot {
	return Bot{ID: name + "@" + digest[:min(8, len(digest))], Game: game, Name: name, Typed: typed, Version: version, Digest: digest}
}

// HumanID is the ID of whoever plays by hand, in every game. A match of theirs
// is kept like any other and counts in no table: people are not rated.
const HumanID = "human@"

// Human returns the contender that stands for a person.
func Human(game string) Bot { return NewBot(game, "human", "human", "", "") }

// ByHand reports whether a person had a seat.
func (m Match) ByHand() bool { return slices.Contains(m.Seats, HumanID) }

// IDs returns the bots' IDs in order.
func IDs(bots []Bot) []string {
	var ids []string
	for _, b := range bots {
		ids = append(ids, b.ID)
	}
	return ids
}
