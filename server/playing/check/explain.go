package check

import (
	"fmt"

	"arbiter/server/league/rating"
)

// Notes returns what a reader has to know beside the figures, a sentence or two each.
// Sentence says what an estimate without a value may be. Its interval holds wherever
// the check stops; the interval in the estimate's own note does not.
func (s Status) Notes() []string {
	var notes []string
	add := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	if s.Disagrees() && s.Score == nil {
		add("Score and Elo disagree: the candidate's mean score is %+.2f against the baseline's, but it wins %s of the starts, draws as half. A check by score decides by the mean.",
			*s.Scores.Difference, rating.Percent(s.Estimate.Score, 1))
	}
	if s.Distinct > 0 && s.By != BySamePlay && s.Matches >= 20 && s.Distinct*4 < s.Matches {
		add("Only %d of %d games are distinct: these bots repeat themselves, so the figures say little about other starts.", s.Distinct, s.Matches)
	}
	return notes
}
