package check

import (
	"fmt"

	"arbiter/server/league/rating"
)

// Notes returns what a reader has to know beside the figures, in one or two sentences each.
// What Sentence tells is not repeated. The note of the estimate is left out, because its
// interval does not hold whenever the check stops.
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
