package whatif

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"arbiter/referee"
	"arbiter/referee/plural"
	"arbiter/server/league/rating"
)

// A marked is a costly answer with its place among those of its seat.
type marked struct {
	Costly
	asked int // the how many-th answer of the seat it is
}

// A Deviation is a part of an answer in which it differs from the judge's answer.
type Deviation struct {
	Of    string `json:"of"` // who acts, such as "minion 2"; "" where an answer has one part
	Given string `json:"given"`
	Best  string `json:"best"`

	givenKind, bestKind string
}

// String returns the given part behind who acts, such as "minion 2: MOVE 2 4 5".
func (d Deviation) String() string {
	if d.Of == "" {
		return d.Given
	}
	return d.Of + ": " + d.Given
}

// Deviations returns the parts in which an answer differs from the judge's; none if the game
// cannot split answers.
func Deviations(g referee.Game, given, best string) []Deviation {
	all := []Deviation{}
	p, ok := g.(referee.AnswerSplitter)
	if !ok || best == "" {
		return all
	}
	parts := p.Parts(best)
	for _, was := range p.Parts(given) {
		i := slices.IndexFunc(parts, func(b referee.Part) bool { return b.Of == was.Of })
		if i >= 0 && parts[i].Text != was.Text {
			all = append(all, Deviation{was.Of, was.Text, parts[i].Text, was.Kind, parts[i].Kind})
		}
	}
	return all
}

// A cluster is a kind of mistake: a situation, and what was answered instead of what.
// Without a situation it is any.
type cluster struct{ situation, given, best string }

// anywhere is the weight of a cluster without a situation. So a cluster with a
// situation goes first unless it has much less.
const anywhere = 0.6

// mostClusters is how many sentences are about marks.
const mostClusters = 3

// clusters returns the kinds of mistake that cost most, no answer in two of them.
func (r *reporter) clusters(unit string) (all []Cause) {
	rest := r.marked
	for len(all) < mostClusters && len(rest) > 0 {
		members := map[cluster][]marked{}
		for _, m := range rest {
			for _, key := range m.clusters() {
				members[key] = append(members[key], m)
			}
		}
		var best cluster
		most := 0.0
		for key, in := range members {
			cost := costOf(runs(in))
			if key.situation == "" {
				cost *= anywhere
			}
			if cost > most || cost == most && key.less(best) {
				best, most = key, cost
			}
		}
		if most == 0 {
			break
		}
		all = append(all, r.clusterCause(best, runs(members[best]), unit))
		rest = slices.DeleteFunc(slices.Clone(rest), func(m marked) bool { return slices.Contains(m.clusters(), best) })
	}
	return all
}

func (c cluster) less(other cluster) bool {
	return cmp.Or(strings.Compare(c.situation, other.situation), strings.Compare(c.given, other.given), strings.Compare(c.best, other.best)) < 0
}

// clusters returns the kinds that a mistake is of.
func (m marked) clusters() (all []cluster) {
	acts := m.Differs
	if len(acts) == 0 {
		acts = []Deviation{{}}
	}
	for _, a := range acts {
		for _, situation := range append([]string{""}, m.Situations...) {
			if key := (cluster{situation, a.givenKind, a.bestKind}); !slices.Contains(all, key) {
				all = append(all, key)
			}
		}
	}
	return all
}

// runs merges mistakes of one kind in answers that follow each other: the chance that
// was missed stays while it is missed, and is worth what its dearest answer cost.
func runs(all []marked) (merged []marked) {
	for i, m := range all {
		last := len(merged) - 1
		if i > 0 && all[i-1].Match == m.Match && all[i-1].Seat == m.Seat && all[i-1].asked == m.asked-1 {
			if m.Cost.Regret > merged[last].Cost.Regret {
				merged[last] = m
			}
			continue
		}
		merged = append(merged, m)
	}
	return merged
}

func costOf(all []marked) (sum float64) {
	for _, m := range all {
		sum += m.Cost.Regret
	}
	return sum
}

// clusterCause returns the sentence on a kind of mistake.
func (r *reporter) clusterCause(of cluster, all []marked, unit string) Cause {
	c := Cause{Kind: CauseMistakes, Unit: unit, Points: costOf(all), Examples: []Example{}, parts: map[place]float64{}}
	if r.answers > 0 {
		c.Examined = float64(r.examined) / float64(r.answers)
	}
	slices.SortStableFunc(all, func(a, b marked) int { return cmp.Compare(b.Cost.Regret, a.Cost.Regret) })
	matches := map[string]bool{}
	for _, m := range all {
		if !matches[m.Match] && len(c.Examples) < MaxExamples {
			c.Examples = append(c.Examples, Example{Match: m.Match, Turn: m.Turn, Seat: m.Seat, Answer: referee.Quote(m.Answer), Better: m.Cost.Best})
		}
		matches[m.Match] = true
		c.parts[place{m.Match, m.Seat}] += m.Cost.Regret
	}
	c.Matches = len(matches)
	what := "another answer was better than the given one"
	switch {
	case of.given == "":
	case of.given == of.best:
		what = fmt.Sprintf("another %s was better than the given one", of.given)
	default:
		what = fmt.Sprintf("it answered %s where %s was better", of.given, of.best)
	}
	where := ""
	if of.situation != "" {
		where = ", " + of.situation + ","
	}
	size := fmt.Sprintf("%s %s", digits(c.Points), unit)
	if n := len(all); n > 1 {
		what += fmt.Sprintf(" %d times", n)
		size = fmt.Sprintf("%s %s each, %s together", digits(c.Points/float64(n)), unit, digits(c.Points))
	}
	c.Text = fmt.Sprintf("In %d of %s%s %s: %s (%s of its answers there are examined).",
		c.Matches, plural.Count(r.Analysed, "analysed match"), where, what, size, rating.Share(c.Examined))
	return c
}

// digits returns a cost with two digits, or as many as it has before the point.
func digits(cost float64) string {
	if cost >= 100 {
		return fmt.Sprintf("%.0f", cost)
	}
	return fmt.Sprintf("%.2g", cost)
}
