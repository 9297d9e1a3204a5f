package league

import "time"

// A Leaderboard is a saved filter over all matches of a game.
type Leaderboard struct {
	Name      string
	Game      string
	Filter    string // as ParseFilter reads it
	Anchor    string // the bot whose Elo is 0; "" for the mean of all bots
	Owner     string `json:"-"` // the name of the token that saved it; "" for nobody's
	CreatedAt time.Time
}
