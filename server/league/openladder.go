package league

import "time"

// An OpenLadder is a ladder that never closes and that a server plays. What is
// played of it is the tournament of its name.
type OpenLadder struct {
	Name       string
	Game       string
	TimeFactor float64 // of the game's time limits
	Owner      string  // the name of the token that made it; "" for nobody's
	CreatedAt  time.Time
}
