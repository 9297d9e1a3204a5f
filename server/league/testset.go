package league

import "time"

// A TestSet is a named list of explicit start positions of one game.
type TestSet struct {
	Name      string
	Game      string
	About     string  // a description
	Owner     string  `json:"-"` // the name of the token that saved it; "" for nobody's
	Count     int     // the number of tests
	Tests     []Start // empty in lists of test sets
	CreatedAt time.Time
}
