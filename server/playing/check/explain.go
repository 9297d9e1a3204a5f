package check

import (
	"fmt"

	"arbiter/server/league/rating"
)

// Notes returns what a reader has to know beside the figures, a sentence or two
// each.
func (s Status) Notes() []string {
	var notes []string
	add := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	switch s.By {
	case BySamePlay:
		add("The candidate plays the same as the baseline: not a move differs on %d starts.", s.Same)
	case rating.ByBetting:
		add("Betting decided before the likelihood ratio: the difference is large.")
	}
	if s.Disagrees() {
		add("Score and Elo disagree: the candidate's mean score is %+.2f against the baseline's, but it wins %s of the starts, draws as half. A check by score decides by the mean.",
			*s.Scores.Difference, rating.Percent(s.Estimate.Score, 1))
	}
	if s.Distinct > 0 && s.By != BySamePlay && s.Matches >= 20 && s.Distinct*4 < s.Matches {
		add("Only %d of %d games are distinct: these bots repeat themselves, so the figures say little about other starts.", s.Distinct, s.Matches)
	}
	if s.By != BySamePlay && s.Estimate.Note != "" {
		add("%s", s.Estimate.Note)
	}
	return notes
}
