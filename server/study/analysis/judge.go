// Package analysis tells where a recorded match was lost: what each position was
// worth to a seat, and what each of its answers cost. Judge knows a game; Analyse
// replays the record, shows the positions to the judges of the seats and spends a
// budget where it matters. The package does no I/O and knows no game.
package analysis

import (
	"context"
	"time"

	"arbiter/bots/judge"
	"arbiter/referee"
)

// A Judge values the positions of one match for one seat. The bots of a game implement it,
// as a Sampler, a Searcher or an Appraiser.
type Judge = judge.Judge

// A Judging makes the judges of a game.
type Judging = judge.Judging

// A Sampler values a position by playing it on, again and again.
type Sampler interface {
	Judge
	// Best returns the answer that the judge gives at a position, and the answers
	// that it expects to give after that, if it knows any.
	Best(position int) (answer []string, line []string)
	// Sample plays a position on and returns the seat's result: 1 for a win, 0.5 for a
	// draw and 0 for a loss, or the score of a solo game. If it does not play to the end, it
	// returns the expected result. The first answer of each seat is in answers: nil lets the
	// player of the seat choose, as it does from then on, and an empty answer is no answer
	// at all. The number n decides all draws. The same n draws the same hidden things and
	// the same luck whatever the answers (common random numbers), so that differences show
	// with few samples.
	Sample(position int, answers [][]string, n int) float64
}

// A Confirmer is a Sampler that can play to the end by players of several kinds. By
// Sample, the cost of an answer is what it costs players of one kind, or an estimate of
// the rest of the match. An answer is marked only when players of other kinds confirm it.
type Confirmer interface {
	Sampler
	// Kinds lists who plays: at least one that is not Quick. It is the same for all
	// positions.
	Kinds() []judge.Kind
	// Confirm is Sample played on to the end of the match by players of a kind, with draws
	// that are not those of Sample.
	Confirm(position int, answers [][]string, kind, n int) float64
}

// An Imaginer is a Judge that can imagine the match from which its players play on, for players
// that are sent inputs, such as bots.
type Imaginer interface {
	Judge
	// Imagine returns a copy of m, the match in front of a position, in which all that the
	// seat cannot know is drawn anew. The same n draws the same. drawn reports whether there
	// was anything to draw.
	Imagine(m referee.Match, position, n int) (imagined referee.Match, drawn bool)
}

// A Screener is a Sampler that can guess without playing on.
type Screener interface {
	Sampler
	// Gap guesses how much worse an answer is than the best one, as a difference of
	// results, after Best was asked of the same position. It decides what is looked
	// at first, and nothing else.
	Gap(position int, answer []string) float64
}

// A Searcher values a position by looking at all that both seats can do. If it is a
// Sampler, too, continuations tell what it cannot prove.
type Searcher interface {
	Judge
	// Search values a position for the seat, and the answer given there. If given is
	// nil, it values the position alone; an empty answer means that the seat gave no
	// answer. It looks at about budget positions. When ctx ends it returns at once, and
	// what it says means little.
	Search(ctx context.Context, position int, given []string, budget int) judge.Estimate
}

// An Appraiser values positions of a game that asks a seat once and then plays its
// answer. The turns of that play have no answers of their own. So positions have
// values, and answers have no regrets and no marks.
type Appraiser interface {
	Judge
	// Passes is called before each turn after the seat's answer. It reports whether the
	// position is to be valued: then the position has the next number, as those of Look have.
	Passes(turn int) bool
	// Appraise returns the best result that it finds the seat can still reach from a position,
	// and no less than the seat has reached. It looks at no more than so many nodes. It takes
	// no longer than most; 0 is no limit.
	Appraise(position, nodes int, most time.Duration) float64
}
