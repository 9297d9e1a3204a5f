package league

import (
	"time"

	"arbiter/referee"
)

// A Format names how a tournament chooses its pairings.
type Format string

// The formats.
const (
	RoundRobin Format = "round-robin" // everybody against everybody
	Gauntlet   Format = "gauntlet"    // the challengers against the field
	Swiss      Format = "swiss"       // each round pairs equal scores that have not met
	Knockout   Format = "knockout"    // the loser is out
	Ladder     Format = "ladder"      // each round plays where a game tells the most
)

// Fixed reports whether the pairings are the same whatever the results are.
func (f Format) Fixed() bool { return f == RoundRobin || f == Gauntlet }

// Formats lists the formats.
func Formats() []Format { return []Format{RoundRobin, Gauntlet, Swiss, Knockout, Ladder} }

// A Tournament is a definition: what is to be played. What has been played is
// in the store.
type Tournament struct {
	ID          string         `json:"id"`   // the name it was given; unique in a store
	Game        string         `json:"game"` // referee.Info.Name
	Seats       int            `json:"seats"`
	Format      Format         `json:"format"`
	Bots        []string       `json:"bots"`                  // bot IDs in the order of entry, each once
	Challengers int            `json:"challengers,omitempty"` // Gauntlet: so many of the first bots challenge the rest
	Starts      []Start        `json:"starts"`                // at least one
	Games       int            `json:"games,omitempty"`       // starts that each two bots meet on; 0: every start once; more than there are: round again
	Rounds      int            `json:"rounds,omitempty"`      // Swiss and Ladder: how many; 0: the format's own choice
	Limits      referee.Limits `json:"limits"`
	CreatedAt   time.Time      `json:"created_at"`
}

// Solo reports whether each bot plays alone and scores are compared.
func (t Tournament) Solo() bool { return t.Seats == 1 }

// Now returns the present as stores keep it: in UTC, to the millisecond.
func Now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }
