package check

import (
	"arbiter/server/league"
	"arbiter/server/league/rating"
)

// A Word is what a check comes to, as scripts read it in the key "verdict", whatever the
// question was. An Answer says it in the words of the question.
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

// An Answer is what a check comes to in the words of its question.
type Answer string

// The answers.
const (
	NotWeaker   Answer = "not weaker"   // H1 of a question about a loss
	Weaker      Answer = "weaker"       // its H0
	Stronger    Answer = "stronger"     // H1 of a question about a gain
	NotStronger Answer = "not stronger" // its H0
	NotProven   Answer = "not proven"   // neither
	NoBuild     Answer = "build failed"
)

// PlayedAnswers are the answers of a check whose bots could be played.
func PlayedAnswers() []Answer { return []Answer{NotWeaker, Weaker, Stronger, NotStronger, NotProven} }

// AnswerOf returns the answer to a question for what its test has decided.
func AnswerOf(q league.Question, v rating.Decision) Answer {
	answers := map[rating.Decision]Answer{rating.H0: Weaker, rating.H1: NotWeaker}
	if asksGain(q) {
		answers = map[rating.Decision]Answer{rating.H0: NotStronger, rating.H1: Stronger}
	}
	if a, ok := answers[v]; ok {
		return a
	}
	return NotProven
}

// asksGain reports whether a question asks for more than equality.
func asksGain(q league.Question) bool { return q.By != league.ByScore && q.Elo0 >= 0 }
