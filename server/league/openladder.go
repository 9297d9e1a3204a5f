package league

import (
	"time"

	"arbiter/referee"
)

// An OpenLadder is a ladder that never closes. What is played of it is the tournament
// of its name.
type OpenLadder struct {
	Name       string
	Game       string
	Seats      int                // of a match; 0 for DefaultSeats
	TimeFactor float64            // of the game's time limits
	Limits     referee.TimeLimits // in place of that, where one process plays the ladder for itself; zero: none
	Owner      string             // the name of the token that made it; "" for nobody's
	CreatedAt  time.Time
}

// A LadderStanding is where an open ladder stands. Lines and matches are as of its last
// complete round.
type LadderStanding struct {
	OpenLadder
	LadderTable
	// State is Running, Idle while there are no two bots to play, or why the ladder is
	// halted: Paused, Cancelled, or Failed with Why.
	State    TournamentState
	Why      string
	Rounds   int
	Matches  int
	Entries  []SeriesEntry   // in the order in which they came
	Names    []string        // that bots play for once everything that was asked for is done, in order
	Asked    []LadderRequest // requests that have not been done yet
	Failures []LadderFailure // bots that could not enter, newest first
}

// A LadderTable is where the bots of a ladder stand.
type LadderTable struct {
	Lines []LadderLine `json:"bots"` // best first; bots that have not played come last
	Notes []string     `json:"notes,omitempty"`
}

// A LadderState is what a version is on a ladder.
type LadderState string

// The states of versions.
const (
	LadderPlaying  LadderState = "playing"   // for its name
	LadderOlder    LadderState = "older"     // an opponent of a newer version
	LadderReplaced LadderState = "replaced"  // by a newer version
	LadderLeft     LadderState = "left"      // its name plays no more
	LadderAside    LadderState = "set aside" // because of its faults
	LadderSame     LadderState = "identical" // to another bot, which plays for both
)

// A LadderLine is where a version stands.
type LadderLine struct {
	Name    string      `json:"name"`
	Bot     string      `json:"bot"` // ID
	State   LadderState `json:"state"`
	Round   int         `json:"round"`             // the round from which it counts
	Version string      `json:"version,omitempty"` // its author's, or its commit
	Entered time.Time   `json:"entered,omitzero"`  // when it was asked for first
	Matches int         `json:"matches"`
	// Score ranks the bots of a solo game, as in standings. Other games have none.
	Score        *float64 `json:"score,omitempty" doc:"In a solo game the mean score, adjusted for the starts that the bot played, which the table is ordered by."`
	ScoreError95 *float64 `json:"score_error95,omitempty" doc:"Half the width of the 95 % interval of score."`
	Elo          *float64 `json:"elo"` // null before its first pair; the mean of all is 0
	Error95      *float64 `json:"elo_error95"`
	Provisional  bool     `json:"provisional"`
	SameAs       string   `json:"same_as,omitempty"`  // the bot whose files it has, and whose rating
	Before       string   `json:"before,omitempty"`   // the version that it replaced, if both have met
	Stronger     *float64 `json:"stronger,omitempty"` // the probability that it is stronger than Before
}

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

// A LadderRequest asks that a bot enters an open ladder, or that a name leaves it. It is done
// before the next round.
type LadderRequest struct {
	Number  int64 // in the order of asking; chosen by the store
	Ladder  string
	Name    string // that the bot plays for
	Bot     *Bot   // nil: the name leaves
	AskedAt time.Time
}
