package league

import "time"

// A TestSet is a list of explicit start positions of a game under a name.
type TestSet struct {
	Name      string
	Game      string
	About     string
	Count     int
	Tests     []Start // only of one that is asked for by its name
	CreatedAt time.Time
}
