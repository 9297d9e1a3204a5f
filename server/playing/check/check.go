// Package check decides whether a candidate is weaker than a baseline. A Check takes
// the results of their tournament, start by start, into a sequential test until the
// test decides. A Verdict is the result, as text, Markdown, JUnit and JSON. A Baseline
// is what a file records as accepted. The package plays nothing and knows no database.
package check

import (
	"fmt"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/league/rating"
)

// A Check is the league.Experiment of a candidate and a baseline: a sequential test
// that goes from start to start, in the order of the schedule and not of arrival: the
// verdict is the same however many matches are played at a time. A start that the
// machine could not play moves to the end of that order and is played again there. So a
// check does not wait for it and does not forget it.
//
// The unit of evidence is a distinct start, played once: by both bots with the
// seats swapped or, in a solo game, by each bot alone. With opponents a start
// is everything that candidate and baseline play against them on it. What is
// played again on a start brings no new evidence and is not counted. Openings that
// are one another turned or mirrored are a class, whose results may go together.
//
// A Check keeps what it has counted of the evidence. All the evidence that it is shown
// must be from one tournament. It is not safe for concurrent use.
type Check struct {
	question   league.Question
	game       referee.Game
	definition league.Tournament
	cells      []league.Cell
	classes    map[string]string // of openings, by position
	next       int               // the start whose turn it is, in the order of the schedule
	putOff     []int             // starts that count after all others, in the order of the schedule
	late       int               // the one of these whose turn it is

	wins     *rating.Sequential
	score    *rating.SequentialScore // of a check by score
	scores   rating.PairedScore      // of a solo game
	clusters clusters
	same     samePlay
	tally    tally
	state    rating.State // of the last start
	llrs     []float64    // after each start
	trail    trail
	err      error // the question is invalid
}

// A start is what has been played on one start position, complete.
type start struct {
	matches map[string]league.Match // by seats
}

// New returns the check of a tournament of a game: the candidate is the first of
// its bots and the baseline the second; both play the others, if there are any.
// At most t.Games starts are counted, each once.
func New(g referee.Game, t league.Tournament, q league.Question) *Check {
	c := &Check{question: q, game: g, definition: t, classes: league.OpeningClasses(g), cells: cells(t), tally: newTally(t)}
	unit := rating.UnitOf(t.Solo())
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

// cells returns the cells of a check's only round: candidate against baseline or,
// with opponents, each of the two against each opponent on the same starts. They
// begin at different opponents, as the challengers of a gauntlet do.
func cells(t league.Tournament) []league.Cell {
	pairs := len(t.Starts)
	if t.Games > 0 {
		pairs = min(pairs, t.Games)
	}
	opponents := t.Bots[2:]
	if len(opponents) == 0 {
		return []league.Cell{{A: t.Bots[0], B: t.Bots[1], Pairs: pairs}}
	}
	var all []league.Cell
	for turn := range opponents {
		for i, bot := range t.Bots[:2] {
			all = append(all, league.Cell{A: bot, B: opponents[(turn+i)%len(opponents)], Pairs: pairs, Common: true})
		}
	}
	return all
}

func (c *Check) opponents() int { return len(c.definition.Bots) - 2 }

// Cells implements league.Experiment.
func (c *Check) Cells(round int, _ *league.Evidence) []league.Cell {
	if round > 1 {
		return nil
	}
	return c.cells
}

// Enough implements league.Experiment: it reports whether there is a verdict or no start
// is left that could bring one. The second match of a start that is left out would count
// for nothing.
func (c *Check) Enough(seen *league.Evidence) bool {
	c.follow(seen)
	return c.decided() || c.exhausted()
}

// Waits implements league.Experiment.
func (c *Check) Waits() bool { return true }

// follow counts the starts whose turn it is.
func (c *Check) follow(seen *league.Evidence) {
	if _, ok := seen.Round(c, 1); !ok || c.err != nil {
		return
	}
	for !c.decided() && !c.exhausted() {
		if c.next < c.cells[0].Pairs && seen.Trial(1, 0, c.next).PutOff {
			c.putOff = append(c.putOff, c.next)
			c.next++
			continue
		}
		number, turn := c.next, &c.next
		if c.next == c.cells[0].Pairs {
			number, turn = c.putOff[c.late], &c.late
		}
		s, settled := c.start(seen, number)
		if !settled {
			return
		}
		*turn++
		if s == nil {
			c.tally.voids++
			continue
		}
		c.count(c.definition.Starts[number], s)
	}
}

// start returns what has been played on a start. It returns nil when the machine could
// not play all of it; the rest of the start is then left out. The result settled is
// false while something is missing.
func (c *Check) start(seen *league.Evidence, number int) (s *start, settled bool) {
	trials := make([]league.Trial, len(c.cells))
	settled = true
	for i := range c.cells {
		if trials[i] = seen.Trial(1, i, number); trials[i].Void {
			return nil, true
		}
		settled = settled && trials[i].Settled()
	}
	if !settled {
		return nil, false
	}
	s = &start{matches: make(map[string]league.Match, 2*len(trials))}
	for _, t := range trials {
		for _, m := range t.Matches() {
			s.matches[fmt.Sprint(m.Seats)] = m
		}
	}
	return s, true
}

// count takes a complete start into the test.
func (c *Check) count(position league.Start, s *start) {
	c.tally.add(position, s)
	class := c.classes[position.Position]
	switch {
	case c.opponents() > 0:
		cluster := c.difference(s)
		c.clusters.add(class, cluster)
		c.state, c.err = c.wins.AddCluster(class, cluster)
	case c.definition.Solo():
		own, other := c.solo(position, s)
		c.scores.Add(own, other)
		if c.score != nil {
			c.score.Add(own, other)
			c.trail.score(c.score)
		}
		c.state, c.err = c.wins.Add(s.match(c.definition.Bots[0]).Outcome.Against(s.match(c.definition.Bots[1]).Outcome))
	case c.definition.Seats > 2:
		cluster := field(s, c.definition.Bots[0])
		c.clusters.add(class, cluster)
		c.state, c.err = c.wins.AddCluster(class, cluster)
	default:
		first, second := c.pair(s)
		var cluster rating.Cluster
		cluster.Add(first, second)
		c.clusters.add(class, cluster)
		c.state, c.err = c.wins.AddOfClass(class, first, second)
	}
	c.same.add(class, s, c.definition)
	c.llrs = append(c.llrs, c.state.LLR)
	c.trail.bet(c.state.Betting)
}

// exhausted reports whether every start was played or left out.
func (c *Check) exhausted() bool {
	return len(c.cells) > 0 && c.next == c.cells[0].Pairs && c.late == len(c.putOff)
}

// voids returns how many starts do not count because the machine could not play them,
// for good or so far.
func (c *Check) voids() int { return c.tally.voids + len(c.putOff) - c.late }

// decided reports whether nothing more is to be counted.
func (c *Check) decided() bool {
	return c.err != nil || c.decision() != rating.Undecided || c.tally.hopeless()
}

// decision returns which hypothesis is accepted.
func (c *Check) decision() rating.Decision {
	switch {
	case c.err != nil:
		return rating.Undecided
	case c.same.enough:
		return c.same.decision
	case c.score != nil:
		return c.score.Decision()
	}
	return c.state.Decision
}

// Summary implements league.Experiment.
func (c *Check) Summary(seen *league.Evidence) league.Summary {
	c.follow(seen)
	return league.Summary{Sentence: c.sentence(), Enough: c.decided()}
}

// sentence describes where the test stands, in one line.
func (c *Check) sentence() string {
	if c.wins == nil {
		return fmt.Sprint(c.err)
	}
	g := c.tally.games
	text := fmt.Sprintf("%d starts", c.tally.starts)
	if m := c.scores.Mean(); m.Difference != nil {
		text += ", score " + rating.WithError(m.Difference, m.Error95)
	}
	text += fmt.Sprintf(", %d-%d-%d", g.Wins, g.Draws, g.Losses)
	if c.score == nil {
		lower, upper := c.question.Bounds()
		text += fmt.Sprintf(", LLR %.2f in (%.2f, %.2f)", c.state.LLR, lower, upper)
	}
	if more := c.more(); more > 0 {
		text += fmt.Sprintf(", about %d more", round(more))
	}
	return text
}

// more returns about how many starts more would decide; 0 when that is not known.
func (c *Check) more() int {
	switch {
	case c.decided():
		return 0
	case c.score != nil:
		return c.score.More()
	}
	return c.wins.More()
}
