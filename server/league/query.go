package league

import "time"

// A Query selects matches. An empty field selects all.
type Query struct {
	IDPrefix   string // the beginning of the match ID, as a user types it
	Tournament string
	Game       string
	Bot        string     // an ID, or the name before the "@"
	Result     SeatResult // of the bot: won, drawn or lost; needs Bot
	Reason     string
	Fault      string // a fault kind, or "any", of any seat
	OwnFault   bool   // the fault is of the bot; needs Bot and Fault
	ByMargin   bool   // listed by the bot's margin instead of the time of play, with neither Before nor After; needs Bot
	Start      *Start // the start, whatever its name; nil for all
	Before     Cursor // only matches that follow this position in the list
	After      Cursor // only matches that come before this position in the list, the nearest first
	NoSingles  bool   // only matches of tournaments
	Referee    string // only of tournaments of this digest of the game's own referee
	Limit      int    // at most this many matches; 0 for no limit
}

// BestFirst reports whether a list by margin begins with the highest one, the
// largest win. Otherwise it begins with the lowest, the largest loss.
func (q Query) BestFirst() bool { return q.Result == Won }

// A SeatResult is how a match of several seats ended for one of them.
type SeatResult string

// The results.
const (
	AnyResult SeatResult = ""
	Won       SeatResult = "won"
	Drawn     SeatResult = "drawn"
	Lost      SeatResult = "lost"
)

// A Cursor is a position in the list of matches, which is ordered by time of
// play, newest first. The zero value is the beginning of the list.
type Cursor struct {
	PlayedAt time.Time
	ID       string
}

// Cursor returns the match's position in the list of matches.
func (r Report) Cursor() Cursor { return Cursor{r.PlayedAt, r.ID} }

// A Mark is a position in the order in which matches were saved. Matches that
// are saved later have greater marks; 0 is before the first.
type Mark int64
