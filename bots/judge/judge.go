package judge

import "arbiter/referee"

// A Judge values the positions of one match for one seat. First it is shown the match turn
// by turn; then it is asked about the positions, by several goroutines at a time. What it is
// asked depends on what else it implements: the interfaces of package analysis.
//
// A judge does not peek. It is handed the match as it is, with everything that is
// hidden and everything that the seed has still in store. It may keep only what the
// inputs of its seat have told so far. The rest it draws anew.
type Judge interface {
	// Look keeps the position in front of a turn in which the seat is asked. m is
	// valid during the call. Positions are numbered from 0 in the order of Look.
	Look(m referee.Match)
	// Took is called with what the seat answered to the latest position; empty for no answer.
	Took(answer []string)
	// Same reports whether two answers to a position do the same.
	Same(position int, a, b []string) bool
}

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
	// Omniscient tells that the judge sees what is hidden. Its values are not what a
	// seat could have known.
	Omniscient bool
}
