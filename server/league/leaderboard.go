package league

import "time"

// A Leaderboard is a saved choice of matches of a game: those that are counted and
// that the filter selects.
type Leaderboard struct {
	Name   string
	Game   string
	Filter string // as ParseFilter reads it
	Anchor string // the bot whose Elo is 0; "" for the mean of all bots
	Counted
	Owner     string `json:"-"` // the name of the token that saved it; "" for nobody's
	CreatedAt time.Time
}

// A Counted says which matches of a game count for ratings. The zero value counts the matches
// of all tournaments. Single matches and matches of humans are extra: nobody dealt their
// opponents evenly. Matches that were played elsewhere, and matches that a bisect or a history
// chose, count only if Tournaments names theirs.
type Counted struct {
	Tournaments []string  // only these, which may be ladders; nil for all
	Since       time.Time // only matches played then or later; zero for all
	Until       time.Time // only matches played before; zero for all
	Days        int       // only matches of the last so many days; 0 for all
	Singles     bool      // also single matches between bots
	Humans      bool      // also matches in which a human played
}

// At returns c with Since in place of Days, as of now. The window begins at a full hour, so
// that all who ask within the same hour see the same matches.
func (c Counted) At(now time.Time) Counted {
	if c.Days == 0 {
		return c
	}
	if from := now.Add(-time.Duration(c.Days) * 24 * time.Hour).Truncate(time.Hour); from.After(c.Since) {
		c.Since = from
	}
	c.Days = 0
	return c
}
