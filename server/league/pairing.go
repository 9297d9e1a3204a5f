package league

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// A Start says where a match starts: a seed or an explicit position.
type Start struct {
	Seed     int64  `json:"seed,string"`     // generates the start position when Position is empty
	Position string `json:"setup,omitempty"` // digest of an explicit position; the store has its text
	Name     string `json:"name,omitempty"`  // display name of the position, e.g. "007"
}

// String returns the display name: "seed 7", or the position's name.
func (s Start) String() string {
	if s.Position == "" {
		return fmt.Sprintf("seed %d", s.Seed)
	}
	return s.Name
}

// A Pairing is one scheduled match: its seats and its start.
type Pairing struct {
	Round      int      `json:"round"` // of the schedule, from 1
	Seats      []string `json:"seats"` // bot IDs, by seat
	Start      Start    `json:"start"`
	Repetition int      `json:"game"` // of the same bots on the same start, from 0
}

// ID returns the match's ID, derived from the tournament, the seats, the start
// and the repetition: the same pairing always has the same ID, so a match that
// is reported twice counts once. The round is left out: a solo match that two
// rounds ask for is played once.
func (p Pairing) ID(tournament string) string {
	return digest("match", tournament, strings.Join(p.Seats, "\x00"), p.start())
}

// Pair returns a key that the two games of a pair share: the bots in either
// order, the start and the repetition.
func (p Pairing) Pair() string {
	return strings.Join(slices.Sorted(slices.Values(p.Seats)), "\x00") + "\x00" + p.start()
}

func (p Pairing) start() string {
	return fmt.Sprintf("%d\x00%s\x00%d", p.Start.Seed, p.Start.Position, p.Repetition)
}

// digest returns 20 hexadecimal characters of the SHA-256 of the words: 80 bits,
// which makes a collision within one database negligible.
func digest(words ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(words, "\x01")))
	return hex.EncodeToString(sum[:10])
}
