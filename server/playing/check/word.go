package check

import (
	"arbiter/server/league"
	"arbiter/server/league/rating"
)

// An Answer is what a check comes to, in the words of its question. All that says it
// follows from it: the sentence and the reports, the key "answer", the exit code.
type Answer string

// The answers.
const (
	NotWeaker   Answer = "not weaker"   // H1 of a question about a loss
	Weaker      Answer = "weaker"       // its H0
	Stronger    Answer = "stronger"     // H1 of a question about a gain
	NotStronger Answer = "not stronger" // its H0
	NotProven   Answer = "not proven"   // neither, so far or at the limit
	NoEvidence  Answer = "no evidence"  // the bots do not work, so their matches prove nothing
	NoBuild     Answer = "build failed" // of the candidate, the baseline or an opponent; nothing was played
)

// PlayedAnswers returns the answers that a check can have if its bots could be played.
func PlayedAnswers() []Answer {
	return []Answer{NotWeaker, Weaker, Stronger, NotStronger, NotProven, NoEvidence}
}

// AnswerOf returns the answer to a question that follows from the decision of its test.
func AnswerOf(q league.Question, d rating.Decision) Answer {
	answers := map[rating.Decision]Answer{rating.H0: Weaker, rating.H1: NotWeaker}
	if asksGain(q) {
		answers = map[rating.Decision]Answer{rating.H0: NotStronger, rating.H1: Stronger}
	}
	if a, ok := answers[d]; ok {
		return a
	}
	return NotProven
}

// Answer returns what a check of a question comes to.
func (s Status) Answer(q league.Question) Answer {
	if s.NoEvidence {
		return NoEvidence
	}
	return AnswerOf(q, s.Decision)
}

// Passes reports whether the candidate is what the question asks for.
func (a Answer) Passes() bool { return a == NotWeaker || a == Stronger }

// Refuses reports whether the candidate is not what the question asks for.
func (a Answer) Refuses() bool { return a == Weaker || a == NotStronger }

// asksGain reports whether a question asks for more than equality.
func asksGain(q league.Question) bool {
	if q.By == league.ByScore {
		return q.Gain > 0
	}
	return q.Elo0 >= 0
}
