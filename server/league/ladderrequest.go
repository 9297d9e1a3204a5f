package league

import "time"

// A LadderRequest asks that a bot enters an open ladder, or that a name leaves it.
// Whoever plays the ladder obeys it before the next round.
type LadderRequest struct {
	Number  int64 // in the order of asking; chosen by the store
	Ladder  string
	Name    string // that the bot plays for
	Bot     *Bot   // nil: the name leaves
	AskedAt time.Time
}
