package league

import (
	"time"

	"arbiter/referee"
)

// A Tournament is a definition: what is to be played. The matches that have been
// played are in the store.
type Tournament struct {
	ID          string             `json:"id"`                // chosen by the user; unique in a store
	Game        string             `json:"game"`              // referee.Info.Name
	Referee     string             `json:"referee,omitempty"` // digest of a referee that is a program of its own, its options included
	Seats       int                `json:"seats"`
	Format      Format             `json:"format"`
	Bots        []string           `json:"bots"`                  // bot IDs in the order of entry, each once
	Challengers int                `json:"challengers,omitempty"` // of a gauntlet: this many of the first bots challenge the rest
	Starts      []Start            `json:"starts,omitempty"`      // at least one; left out in JSON when Fresh names them
	Fresh       Fresh              `json:"fresh,omitzero"`        // where Starts come from; zero when they were given
	Games       int                `json:"games,omitempty"`       // starts on which two bots meet; 0 for every start once; more than len(Starts) repeats them
	Rounds      int                `json:"rounds,omitempty"`      // of formats with that option; 0 for the format's default
	Limits      referee.TimeLimits `json:"limits"`
	SlowWorkers bool               `json:"slow_workers,omitempty"` // workers that are slower than the server wants may play, too
	Series      Series             `json:"series,omitzero"`        // played in place of what the format chooses; zero for none
	CreatedAt   time.Time          `json:"created_at"`
	// References are the scores that are worth 1000 on explicit positions, by digest, where
	// scores are relative.
	References map[string]int64 `json:"references,omitempty"`
	Schedule   int              `json:"schedule,omitempty"` // version of the rules that make the pairings: ScheduleVersion, or 0 in a tournament of version 0.1
	Owner      string           `json:"-"`                  // the name of the token that created it on a server; "" for nobody's
}

// ScheduleVersion is the version of the rules that make the pairings of a new
// tournament. A stored tournament keeps its own, and so its matches. Since version 1
// the rounds of a Swiss, a knockout or an adaptive tournament go through the list of starts; before,
// each round began with the first start again.
const ScheduleVersion = 1

// Solo reports whether each bot plays alone and scores are compared.
func (t Tournament) Solo() bool { return t.Seats == 1 }

// Now returns the current time with the precision of a store: UTC, milliseconds.
func Now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }
