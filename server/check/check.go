// Package check decides whether a candidate is weaker than a baseline. A Check
// takes the matches of their tournament, start by start, into a sequential
// test until that decides; a Verdict is the result, as text, Markdown, JUnit
// and JSON; a Baseline is what a file records as accepted. The package plays
// nothing and knows no database.
package check

import (
	"fmt"
	"sync"

	"arbiter/server/league"
	"arbiter/server/rating"
)

// A Check follows a sequential test from start to start, in the order of the
// schedule and not of arrival: the verdict is the same however many matches
// are played at a time.
//
// The unit of evidence is a distinct start, played once: by both bots with the
// seats swapped or, in a solo game, by each bot alone. With opponents a start
// is everything that candidate and baseline play against them on it. What is
// played again on a start brings no new evidence and is not counted.
type Check struct {
	mu         sync.Mutex
	question   league.Question
	definition league.Tournament
	need       int // matches of a start

	starts map[string]*start // those that are not counted yet, by key
	next   int               // the start whose turn it is, in the order of the schedule

	wins     *rating.Sequential
	score    *rating.SequentialScore // of a check by score
	scores   rating.PairedScore      // of a solo game
	clusters []rating.Cluster        // by start, with opponents
	same     samePlay
	tally    tally
	state    rating.State // of the last start
	llrs     []float64    // after each start
	err      error        // the question is invalid
}

// A start is what has been played on one start position.
type start struct {
	matches map[string]league.Match // by seats
	void    bool                    // left out: the machine could not play it
}

// New returns the check of a tournament: the candidate is the first of its
// bots and the baseline the second; both play the others, if there are any.
// At most t.Games starts are counted, each once.
func New(t league.Tournament, q league.Question) *Check {
	c := &Check{question: q, definition: t, need: 2, starts: map[string]*start{}, tally: newTally(t)}
	unit := rating.UnitOf(t.Solo())
	if c.opponents() > 0 {
		c.need = 4 * c.opponents()
	}
	if c.err = q.Check(); c.err != nil {
		return c
	}
	if c.wins, c.err = rating.NewSequential(q.Question, unit); c.err != nil {
		return c
	}
	if q.By == league.ByScore {
		c.score, c.err = rating.NewSequentialScore(q.Score())
	}
	c.same = newSamePlay(q, unit)
	c.state = c.wins.State()
	return c
}

func (c *Check) opponents() int { return len(c.definition.Bots) - 2 }

// distinct returns how many starts there are, each counted once.
func (c *Check) distinct() int {
	n := len(c.definition.Starts)
	if c.definition.Games > 0 {
		n = min(n, c.definition.Games)
	}
	return n
}

// Add counts a match and reports whether the check is decided.
func (c *Check) Add(m league.Match) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if m.Repetition == 0 && c.err == nil {
		c.at(m.Start).matches[fmt.Sprint(m.Seats)] = m
		c.advance()
	}
	return c.decided()
}

// Void leaves out a start that the machine could not play: its other matches
// do not count either.
func (c *Check) Void(s league.Start) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.at(s).void = true
		c.advance()
	}
}

// at returns what has been played on a start.
func (c *Check) at(s league.Start) *start {
	key := key(s)
	if c.starts[key] == nil {
		c.starts[key] = &start{matches: map[string]league.Match{}}
	}
	return c.starts[key]
}

func key(s league.Start) string { return fmt.Sprintf("%d %s", s.Seed, s.Position) }

// advance counts the starts whose turn it is.
func (c *Check) advance() {
	for !c.decided() && c.next < c.distinct() {
		position := c.definition.Starts[c.next]
		s := c.starts[key(position)]
		if s == nil || !s.void && len(s.matches) < c.need {
			return
		}
		c.next++
		if s.void {
			c.tally.voids++
			continue
		}
		c.count(position, s)
	}
	if !c.decided() && c.next == len(c.definition.Starts) && c.definition.Fresh == (league.Fresh{}) {
		c.exhaust()
	}
}

// count takes a complete start into the test.
func (c *Check) count(position league.Start, s *start) {
	c.tally.add(position, s)
	switch {
	case c.opponents() > 0:
		cluster := c.difference(s)
		c.clusters = append(c.clusters, cluster)
		c.state, c.err = c.wins.AddCluster(cluster)
	case c.definition.Solo():
		own, other := c.solo(s)
		c.scores.Add(own, other)
		if c.score != nil {
			c.score.Add(own, other)
		}
		c.state, c.err = c.wins.Add(s.match(c.definition.Bots[0]).Outcome.Against(s.match(c.definition.Bots[1]).Outcome))
	default:
		c.state, c.err = c.wins.Add(c.pair(s))
	}
	c.same.add(s, c.definition)
	c.llrs = append(c.llrs, c.state.LLR)
}

// exhaust ends a check that has counted every distinct start. One that has only
// reached its cap, for which as many starts were dealt, stays undecided.
func (c *Check) exhaust() {
	if c.tally.starts == 0 {
		return
	}
	if c.same.run == c.tally.starts {
		c.same.enough = true
		return
	}
	if c.score != nil {
		c.score.Exhaust()
	}
	c.state = c.wins.Exhaust()
}

// Counts reports whether a match is one that the test has counted. What was
// still being played when it was decided is not.
func (c *Check) Counts(m league.Match) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return m.Repetition == 0 && c.tally.counted[key(m.Start)]
}

// Matches returns how many matches count so far.
func (c *Check) Matches() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.tally.matches
}

// Decided reports whether there is a verdict.
func (c *Check) Decided() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.decided()
}

func (c *Check) decided() bool { return c.err != nil || c.verdict() != rating.Undecided }

// verdict returns which hypothesis is accepted.
func (c *Check) verdict() rating.Verdict {
	switch {
	case c.err != nil:
		return rating.Undecided
	case c.same.enough:
		return c.same.verdict
	case c.score != nil:
		return c.score.State().Verdict
	}
	return c.state.Verdict
}

// String describes where the test stands, in one line.
func (c *Check) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.wins == nil {
		return fmt.Sprint(c.err)
	}
	lower, upper := c.question.Bounds()
	g := c.tally.games
	text := fmt.Sprintf("%d starts, %d-%d-%d, LLR %.2f in (%.2f, %.2f)", c.tally.starts, g.Wins, g.Draws, g.Losses, c.state.LLR, lower, upper)
	if m := c.scores.Mean(); m.Difference != nil {
		text += fmt.Sprintf(", score %+.1f", *m.Difference)
	}
	return text
}
