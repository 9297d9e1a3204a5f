// Package judge says what judges of positions are and what they find. The bots who
// judge share these words with the analysis that asks them. It knows no game; Generic
// judges those that have no judge of their own.
package judge

import (
	"context"
	"errors"
	"math"

	"arbiter/referee"
)

// A Judge values the positions of one match for one seat. First it is shown the match turn
// by turn; then it is asked about the positions, by several goroutines at a time. All games
// implement all of it. A judge that does not search returns Unknown. Judging says what there is.
//
// A judge does not peek. It is handed the match as it is, with everything that is
// hidden and everything that the seed has still in store. It may keep only what the
// inputs of its seat have told so far. The rest it draws anew.
type Judge interface {
	// Look is called in front of each turn that asks the seat, and of each that asks nobody. It
	// reports whether the judge keeps the position, as it does if the seat is asked. m is valid
	// during the call. Positions that are kept are numbered from 0.
	Look(m referee.Match) (kept bool)
	// Took is called with what the seat answered to the latest position; empty for no answer.
	Took(answer []string)
	// Same reports whether two answers to a position do the same.
	Same(position int, a, b []string) bool

	// Value values a position for the seat, and the answer given there, by a search. If given is
	// nil, it values the position alone; an empty answer means that the seat gave no
	// answer. It looks at about budget positions. When ctx ends it returns at once.
	Value(ctx context.Context, position int, given []string, budget int) Estimate
	// Alternatives returns the answer that the judge gives at a position, and the answers
	// that it expects to give after that, if it knows any.
	Alternatives(position int) (best, line []string)
	// Gap guesses how much worse an answer is than the best one, as a difference of results, after
	// Alternatives was asked of the same position. It decides what is looked at first, and
	// nothing else. It is 0 where the judge does not guess.
	Gap(position int, answer []string) float64
	// Continue plays a position on and returns the seat's result: see ResultOf. The first answer
	// of each seat is in answers: nil lets the player of the seat choose, as it does from then
	// on, and an empty answer is no answer at all. The players are Own, or of one of the
	// Judging's Kinds, who play to the end. If they do not, it returns the expected result. The
	// number n decides all draws, other ones for each kind. The same n draws the same hidden
	// things and the same luck whatever the answers (common random numbers), so that differences
	// show with few plays.
	Continue(position int, answers [][]string, kind, n int) float64
	// Imagine returns a copy of m, the match in front of a position, in which all that the
	// seat cannot know is drawn anew, for players that are sent inputs, such as bots. The same n
	// draws the same. drawn reports whether there was anything to draw.
	Imagine(m referee.Match, position, n int) (imagined referee.Match, drawn bool)
}

// Own stands for the players by whom a judge values positions, where Continue takes a kind.
const Own = -1

// A Judging makes the judges of a game.
type Judging struct {
	Name string // how positions are judged, for reports
	// Scale is how much better a result must be to count like a win instead of a
	// loss: 1 in games between seats, points in solo games. Marks are measured by it.
	Scale float64
	// Least is the smallest regret that continuations are trusted to tell from none, of
	// the scale's unit. An answer that seems to cost less gets no mark, or is fine.
	Least float64
	// New returns a judge for a seat of a match that is about to be shown. It is nil for a
	// game without judges.
	New func(seat int) Judge
	// Searches tells that Value searches.
	Searches bool
	// ValuesOnly tells that nobody plays on, and that Value values positions and no answers: a
	// game may ask a seat once and then play its answer.
	ValuesOnly bool
	// Kinds are the kinds of players that confirm what an answer costs, at least one of them
	// not Quick. Without them nothing is confirmed.
	Kinds []Kind
	// Omniscient tells that the judge sees what is hidden. Its values are not what a
	// seat could have known.
	Omniscient bool
}

// A Kind is a kind of players who play positions to the end, to confirm what an answer
// costs. What all kinds lose by it, it costs; what one kind loses may be its own habit.
type Kind struct {
	Name string
	// Units is how much of analysis.Options.Effort a play to the end takes, about.
	Units float64
	// Quick players are cheap and weak. What they say decides which answers the others are
	// asked about; what the others say is the cost.
	Quick bool
	// Last players are dear and strong. They are asked only about answers that would be
	// marked by the others, and have a part in the cost then.
	Last bool
}

// An Estimate is what a search tells of a position, for the seat that it is judged for,
// and of an answer given there.
type Estimate struct {
	Value float64 // of the position: a result
	Error float64 // of Value: half the width of its interval, 0 when it is proven
	// Regret is by how much Value falls with the given answer: 0 without one, and all of
	// Value for one that is no answer.
	Regret      float64
	RegretError float64  // of Regret, as Error is of Value
	Line        []string // the best play that was found, beginning with the seat's answer
	Nodes       int      // positions that were looked at: of a proven value, the size of the proof
}

// Unknown is the Estimate of a judge that does not search.
func Unknown() Estimate { return Estimate{Error: math.Inf(1), RegretError: math.Inf(1)} }

// ErrNone refuses a game that nobody can judge.
var ErrNone = errors.New("no judge: the game has none of its own, and its matches cannot be copied or list no legal answers")

// ResultOf returns the result of a seat as judges count it: 1 for a win, 0.5 for a draw,
// 0 for a loss, or the score of a solo game.
func ResultOf(r referee.Result, seat int) float64 {
	if len(r.Ranks) == 1 {
		return r.Worth(r.Value(r.Scores[seat]))
	}
	switch r.Winner() {
	case seat:
		return 1
	case -1:
		return 0.5
	}
	return 0
}
