package league

import "time"

// A TournamentState is what the server does with a tournament.
type TournamentState string

// The states.
const (
	Idle      TournamentState = "idle"      // no server has started it
	Running   TournamentState = "running"   // matches are played, also after a restart
	Paused    TournamentState = "paused"    // goes on when somebody says so
	Done      TournamentState = "done"      // every match has been played
	Cancelled TournamentState = "cancelled" // will not go on
	Failed    TournamentState = "failed"    // something has to be mended first
)

// A TournamentStatus is a tournament as the server sees it.
type TournamentStatus struct {
	ID        string
	Game      string
	State     TournamentState
	Why       string // of Failed and Cancelled, as a sentence
	Anchor    string // the bot whose Elo is 0; "" for the mean
	Template  string // the tournament whose schedule started it; "": a person did
	Bots      int
	Matches   int // played
	CreatedAt time.Time
	ChangedAt time.Time // of the state; zero for one that is Idle
}

// A TournamentQuery chooses tournaments. Empty fields choose all.
type TournamentQuery struct {
	Game    string
	State   TournamentState
	Without string           // those whose ID begins with it
	After   TournamentCursor // those that come after it in the list
	Limit   int              // at most so many; 0: no limit
}

// A TournamentCursor is a place in the list of tournaments, which is in the order of
// making, newest first. The zero value is its beginning.
type TournamentCursor struct {
	CreatedAt time.Time
	ID        string
}

// Cursor returns the tournament's place.
func (r TournamentStatus) Cursor() TournamentCursor { return TournamentCursor{r.CreatedAt, r.ID} }
