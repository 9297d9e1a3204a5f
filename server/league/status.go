package league

import "time"

// A TournamentState is what the server does with a tournament.
type TournamentState string

// The states.
const (
	Idle      TournamentState = "idle"      // never started by a server
	Running   TournamentState = "running"   // being played, also across restarts
	Paused    TournamentState = "paused"    // stopped until resumed
	Done      TournamentState = "done"      // every match has been played
	Cancelled TournamentState = "cancelled" // stopped for good
	Failed    TournamentState = "failed"    // stopped by an error that must be fixed first
)

// TournamentStates returns the states.
func TournamentStates() []TournamentState {
	return []TournamentState{Idle, Running, Paused, Done, Cancelled, Failed}
}

// A TournamentKind says what plays a tournament, where something else chooses its
// matches or says when they are enough. It is empty for all others.
type TournamentKind string

// The kinds.
const (
	CheckTournament   TournamentKind = "check"   // a check of that name
	LadderTournament  TournamentKind = "ladder"  // an open ladder of that name
	BisectTournament  TournamentKind = "bisect"  // a command, which keeps its findings
	HistoryTournament TournamentKind = "history" // the same
)

// A TournamentStatus is a tournament as the server sees it.
type TournamentStatus struct {
	ID        string
	Game      string
	Kind      TournamentKind
	State     TournamentState
	Why       string // the reason for Failed and Cancelled, as a sentence
	Anchor    string // the bot whose Elo is 0; "" for the mean of all bots
	Owner     string // the name of the token that created it; "" for nobody's
	Bots      int    // entered
	Matches   int    // played
	Void      int    // times that a match was void and had to be played again
	LeftOut   int    // pairings that are left out because their match was void again and again
	PutOff    int    // matches that were void so often that they are played last, and wait for that
	CreatedAt time.Time
	ChangedAt time.Time // of the state; zero while Idle
}

// A TournamentQuery selects tournaments. An empty field selects all.
type TournamentQuery struct {
	Game    string
	State   TournamentState
	Without string           // excludes IDs that begin with this
	After   TournamentCursor // only tournaments that follow this position in the list
	Limit   int              // at most this many tournaments; 0 for no limit
}

// A TournamentCursor is a position in the list of tournaments, which is ordered
// by creation time, newest first. The zero value is the beginning of the list.
type TournamentCursor struct {
	CreatedAt time.Time
	ID        string
}

// Cursor returns the tournament's position in the list of tournaments.
func (s TournamentStatus) Cursor() TournamentCursor { return TournamentCursor{s.CreatedAt, s.ID} }
