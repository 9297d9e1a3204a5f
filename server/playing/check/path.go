package check

import (
	"slices"

	"arbiter/server/league/rating"
)

// A Path is the course of the test that decided: a value after each start, and the bounds at
// which the test decides. Before a decision it is the test that decides most checks.
type Path struct {
	By     rating.Method `json:"by" doc:"The test."`
	From   int           `json:"from" doc:"The start, counted from 1, after which the first value stands."`
	Values []float64     `json:"values" doc:"sprt: the log-likelihood ratio. betting: the natural logarithm of what a stake of 1 became. confidence sequence: the mean difference of the scores. same play: the starts so far on which both played the same."`
	Lows   []float64     `json:"lows,omitempty" doc:"Lower ends of the intervals, of a confidence sequence."`
	Highs  []float64     `json:"highs,omitempty" doc:"Upper ends of them."`
	Lower  *float64      `json:"lower,omitempty" doc:"The bound on the side of the baseline: what is at it or below, or for a confidence sequence an interval wholly below the upper bound, refuses the candidate."`
	Upper  *float64      `json:"upper,omitempty" doc:"The bound at which the test decides above."`
}

// A trail is what the tests came to after each start, where the likelihood ratio is kept beside it.
type trail struct {
	bets               []rating.Capital
	scoreBets          []rating.ScoreCapital // of a check by score
	means, lows, highs []float64             // of one without a range, from the first start with an interval on
	skipped            int                   // starts before that
}

// bet keeps what betting has come to.
func (t *trail) bet(c *rating.Capital) {
	if c != nil {
		t.bets = append(t.bets, *c)
	}
}

// score keeps what a test of scores has come to.
func (t *trail) score(s *rating.SequentialScore) {
	if c := s.Capital(); c != nil {
		t.scoreBets = append(t.scoreBets, *c)
		return
	}
	mean, low, high, ok := s.Interval()
	if !ok {
		t.skipped++
		return
	}
	t.means, t.lows, t.highs = append(t.means, mean), append(t.lows, low), append(t.highs, high)
}

// path returns the path of the test that came to this decision.
func (c *Check) path(by rating.Method, decision rating.Decision) Path {
	switch {
	case by == BySamePlay:
		needed := float64(c.same.needed)
		p := Path{By: by, From: 1 + max(0, c.tally.starts-c.same.run), Upper: &needed}
		for n := range c.same.run {
			p.Values = append(p.Values, float64(n+1))
		}
		return p
	case len(c.trail.scoreBets) > 0:
		p := Path{By: rating.ByBetting, From: 1}
		last := c.trail.scoreBets[len(c.trail.scoreBets)-1]
		passes, needed := last.H1-last.NeededH1 >= last.H0-last.NeededH0, last.NeededH1
		if !passes {
			needed = last.NeededH0
		}
		p.Upper = &needed
		for _, capital := range c.trail.scoreBets {
			value := capital.H1
			if !passes {
				value = capital.H0
			}
			p.Values = append(p.Values, value)
		}
		return p
	case c.score != nil:
		q := c.question.Score()
		return Path{
			By: rating.ByInterval, From: c.trail.skipped + 1, Lower: &q.Difference0, Upper: &q.Difference1,
			Values: slices.Clone(c.trail.means), Lows: slices.Clone(c.trail.lows), Highs: slices.Clone(c.trail.highs),
		}
	case by == rating.ByBetting:
		p := Path{By: by, From: 1}
		for _, capital := range c.trail.bets {
			value := capital.H1
			if decision == rating.H0 {
				value = capital.H0
			}
			p.Values = append(p.Values, value)
			p.Upper = &capital.Needed
		}
		return p
	}
	lower, upper := c.question.Bounds()
	return Path{By: rating.BySPRT, From: 1, Values: slices.Clone(c.llrs), Lower: &lower, Upper: &upper}
}
