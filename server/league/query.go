package league

import "time"

// A Query chooses matches. Empty fields choose all.
type Query struct {
	IDPrefix   string // of the match's ID: what a person types
	Tournament string
	Game       string
	Bot        string // ID, or the name before the "@"
	Reason     string
	Fault      string // kind, or "any"
	Before     Cursor // matches that come after it in the list
	Limit      int    // at most so many; 0: no limit
}

// A Cursor is a place in the list of matches, which is in the order of
// playing, newest first. The zero value is its beginning.
type Cursor struct {
	PlayedAt time.Time
	ID       string
}

// A Mark is a moment in the life of the database.
type Mark int64

// Cursor returns the match's place in the list of matches.
func (r Report) Cursor() Cursor { return Cursor{r.PlayedAt, r.ID} }
