package league

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// A Start says where a match starts.
type Start struct {
	Seed     int64  `json:"seed,string"`     // deals the start position, when Setup is empty
	Position string `json:"setup,omitempty"` // digest of an explicit position; the store has its text
	Name     string `json:"name,omitempty"`  // what people call the position, such as "007" for a test
}

// String returns what people call the start: "seed 7", or the position's name.
func (s Start) String() string {
	if s.Position == "" {
		return fmt.Sprintf("seed %d", s.Seed)
	}
	return s.Name
}

// A Pairing is one match to be played: who sits where, and where it starts.
type Pairing struct {
	Round      int      `json:"round"` // of the schedule, from 1
	Seats      []string `json:"seats"` // bot IDs, by seat
	Start      Start    `json:"start"`
	Repetition int      `json:"game"` // repetition of the same bots on the same start, from 0
}

// ID returns the match's ID, derived from everything that makes the pairing
// what it is: the same pairing of the same tournament has the same ID, so a
// match that is reported twice counts once. The round is no part of it: a
// solo match that two rounds ask for is played once.
func (p Pairing) ID(tournament string) string {
	return digest("match", tournament, strings.Join(p.Seats, "\x00"), p.start())
}

// Pair returns what the games of a pair have in common: the bots in any order
// of seats, the start and the repetition.
func (p Pairing) Pair() string {
	return strings.Join(slices.Sorted(slices.Values(p.Seats)), "\x00") + "\x00" + p.start()
}

func (p Pairing) start() string {
	return fmt.Sprintf("%d\x00%s\x00%d", p.Start.Seed, p.Start.Position, p.Repetition)
}

// digest returns 20 hexadecimal characters of the SHA-256 of the words: 80 bits,
// enough that no two matches of any database meet by chance.
func digest(words ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(words, "\x01")))
	return hex.EncodeToString(sum[:10])
}
