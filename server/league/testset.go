package league

import "time"

// A TestSet is a named list of explicit start positions of one game.
type TestSet struct {
	Name      string
	Game      string
	About     string  // a description
	Count     int     // the number of tests
	Tests     []Start // empty in lists of test sets
	CreatedAt time.Time
}
