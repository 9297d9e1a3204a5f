package league

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A Bot is a contender. A bot that changes becomes a new contender, and the old one keeps its
// history. IDs are short, so somebody can make another bot with the same ID. Such a bot is
// refused; use Same to tell two bots apart.
type Bot struct {
	ID      string `json:"id"`                // "name@" and the first 8 characters of Digest; unique within its game
	Game    string `json:"game"`              // the game it plays
	Name    string `json:"name"`              // the name shown in tables
	Typed   string `json:"typed"`             // the bot as the user typed it
	Version string `json:"version,omitempty"` // the author's version, if any
	Digest  string `json:"digest"`            // XXH64 of everything that the bot is made of, which the ID is made of
	SHA256  string `json:"sha256,omitempty"`  // of the same; "" for a person, and a bot that version 0.1 has stored
	Owner   string `json:"-"`                 // the name of the token that brought it to a server; "" for nobody's
}

// CommonDigests returns the digests of two bots that are equal if both are made of the same
// files: of both the SHA-256 or, where one of these is not known, the Digest.
func CommonDigests(a, b Bot) (ofA, ofB string) {
	if a.SHA256 == "" || b.SHA256 == "" {
		return a.Digest, b.Digest
	}
	return a.SHA256, b.SHA256
}

// Same reports whether two bots are made of the same files.
func (b Bot) Same(other Bot) bool {
	own, others := CommonDigests(b, other)
	return own == others
}

// Content returns an identity of the bot's files for maps and file names: the SHA-256, or the
// digest if only that is known.
func (b Bot) Content() string { return cmp.Or(b.SHA256, b.Digest) }

// Renamed returns the bot with another name and Typed, and the ID that follows from them.
func (b Bot) Renamed(name, typed string) Bot {
	named := NewBot(b.Game, name, typed, b.Version, b.Digest)
	named.SHA256 = b.SHA256
	return named
}

// CheckSame returns a UsageError that refuses b, unless b is made of the same files as known,
// the bot that has its ID already.
func CheckSame(known, b Bot) error {
	of, own := CommonDigests(known, b)
	if of == own {
		return nil
	}
	hint := ""
	if known.Digest == b.Digest {
		hint = " (if the files are the same, they differ in which of them may be executed)"
	}
	return Usagef("bot %s: its ID would be %s, which another bot has: the digest of that one is %s, and of this one %s%s; give it another name or version, in its bot.toml or as NAME=BOT",
		b.Typed, b.ID, of, own, hint)
}

// NewBot returns a contender with its ID, without its SHA-256.
func NewBot(game, name, typed, version, digest string) Bot {
	return Bot{ID: name + "@" + digest[:min(8, len(digest))], Game: game, Name: name, Typed: typed, Version: version, Digest: digest}
}

// BotName returns the name in the ID of a bot.
func BotName(id string) string { return id[:max(0, strings.LastIndexByte(id, '@'))] }

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

// PathElements returns all names on the paths of bots as they were typed. The folder of an
// uploaded bot has a name that occurs nowhere else, so that it is found among them wherever it
// was moved to.
func PathElements(typed []string) map[string]bool {
	names := map[string]bool{}
	for _, bot := range typed {
		for element := range strings.SplitSeq(bot, string(filepath.Separator)) {
			names[element] = true
		}
	}
	return names
}
