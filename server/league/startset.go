package league

import "time"

// A StartSet is a named list of explicit start positions of one game. Users know it as
// a test set: so it is called on pages, in the API and in the database.
type StartSet struct {
	Name      string
	Game      string
	About     string  // a description
	Owner     string  `json:"-"` // the name of the token that saved it; "" for nobody's
	Count     int     // the number of tests
	Tests     []Start // empty in lists of sets
	CreatedAt time.Time
}
