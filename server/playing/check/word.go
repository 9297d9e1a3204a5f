package check

import "arbiter/server/league/rating"

// A Word is what a check comes to, as every report of it and the API say it.
type Word string

// The words.
const (
	NoRegression Word = "no regression" // H1 is accepted
	Regression   Word = "regression"    // H0 is accepted
	Undecided    Word = "undecided"     // neither is, so far or at the limit
	NotBuilt     Word = "build failed"  // of the candidate, the baseline or an opponent; nothing was played
)

// PlayedWords are the words of a check whose bots could be played.
func PlayedWords() []Word { return []Word{NoRegression, Regression, Undecided} }

// WordOf returns the word for what a test has decided.
func WordOf(v rating.Decision) Word {
	switch v {
	case rating.H0:
		return Regression
	case rating.H1:
		return NoRegression
	}
	return Undecided
}
