package history

import (
	"math"
)

// The model of changes. Each commit changes the strength by a little, the drift, and some
// of them by more. Both are two-sided exponential: heavier in the tails than a normal
// distribution, and summed up over a grid by a recursion.
const (
	gridStep  = 2   // Elo between two points of the grid
	gridMost  = 800 // points
	gridReach = 4   // standard deviations beyond the outermost estimates
)

// drifts are the standard deviations of the drift, in Elo, which are equally probable
// before anything is known. The standard deviations of larger changes of the strength
// are scales.
func drifts() [4]float64 { return [4]float64{1, 3, 6, 12} }
func scales() [5]float64 { return [5]float64{15, 30, 60, 120, 240} }

// A stop is a version with an estimate of its strength, and what lies before it.
type stop struct {
	version   int
	commits   []int // of which one made this version of the one before; none for the first stop
	elo       float64
	deviation float64
}

// A Change is how probable it is that a commit changed the strength by more than a
// little, and by how much.
type Change struct {
	Commits     []int // by the version that they made; several if no game can tell them apart
	Before      int   // version that has played, as it was before them
	Probability float64
	Prior       float64 // probability before anything was known
	Elo         float64 // if it did; less than 0 for a loss
	Error95     float64
}

// Marked reports whether the commit is marked in reports.
func (c Change) Marked() bool { return c.Probability >= Enough }

// Suspected reports whether the commit is suspected: it is not marked, and the versions beside
// it should play more.
func (c Change) Suspected() bool {
	return !c.Marked() && c.Probability >= max(suspected, 2*c.Prior)
}

// suspected is the least probability of a suspected commit.
const suspected = 0.05

// prior returns the probability of a change before a stop, before anything is known: one
// commit of the line is expected to have made one.
func prior(stops []stop, i int) float64 {
	return min(0.5, float64(len(stops[i].commits))/float64(len(stops)))
}

// changes returns the probability of a change between each two stops that follow each
// other: by the forward and the backward pass over all that the strength may have been.
func changes(stops []stop) []Change {
	if len(stops) < 2 {
		return nil
	}
	g := newGrid(stops)
	var all []passed
	var logs []float64
	for _, drift := range drifts() {
		p := g.pass(stops, drift)
		all, logs = append(all, p), append(logs, p.logEvidence)
	}
	largest, total := math.Inf(-1), 0.0
	for _, l := range logs {
		largest = max(largest, l)
	}
	for _, l := range logs {
		total += math.Exp(l - largest)
	}
	result := make([]Change, len(stops)-1)
	for i := range result {
		c := &result[i]
		c.Commits, c.Before, c.Prior = stops[i+1].commits, stops[i].version, prior(stops, i+1)
		square := 0.0
		for k, p := range all {
			weight := math.Exp(logs[k]-largest) / total
			c.Probability += weight * p.jumps[i].probability
			c.Elo += weight * p.jumps[i].probability * p.jumps[i].mean
			square += weight * p.jumps[i].probability * p.jumps[i].square
		}
		if c.Probability > 0 {
			c.Elo /= c.Probability
			c.Error95 = z95 * math.Sqrt(max(0, square/c.Probability-c.Elo*c.Elo))
		}
	}
	return result
}

// A grid has the strengths that a version may have.
type grid struct {
	at   []float64 // Elo
	step float64
}

func newGrid(stops []stop) grid {
	low, high := math.Inf(1), math.Inf(-1)
	for _, s := range stops {
		low = min(low, s.elo-gridReach*s.deviation)
		high = max(high, s.elo+gridReach*s.deviation)
	}
	g := grid{step: max(gridStep, (high-low)/gridMost)}
	for x := low; x <= high+g.step; x += g.step {
		g.at = append(g.at, x)
	}
	return g
}

// likelihood returns how probable the estimate of a stop is at each point, but for a factor.
func (g grid) likelihood(s stop) []float64 {
	out := make([]float64, len(g.at))
	for i, x := range g.at {
		z := (x - s.elo) / s.deviation
		out[i] = math.Exp(-z * z / 2)
	}
	return out
}

// spread adds to sum what a distribution becomes by a two-sided exponential change of a
// standard deviation, times a weight.
func (g grid) spread(sum, from []float64, deviation, weight float64) {
	r := (deviation / g.step) * (deviation / g.step)
	a := 2 * r / (2*r + 2 + 2*math.Sqrt(2*r+1)) // the ratio of neighbours for which the variance is right
	scale := weight * (1 - a) / (1 + a)
	carried := 0.0
	for i, x := range from {
		carried = x + a*carried
		sum[i] += scale * carried
	}
	carried = 0
	for i := len(from) - 1; i >= 0; i-- {
		sum[i] += scale * a * carried
		carried = from[i] + a*carried
	}
}

// changed and unchanged return what a distribution becomes by commits: with a change
// among them, and without.
func (g grid) changed(from []float64) []float64 {
	out := make([]float64, len(from))
	all := scales()
	for _, scale := range all {
		g.spread(out, from, scale, 1/float64(len(all)))
	}
	return out
}

func (g grid) unchanged(from []float64, commits int, drift float64) []float64 {
	out := make([]float64, len(from))
	g.spread(out, from, drift*math.Sqrt(float64(commits)), 1)
	return out
}

// A jump is what is known of a change between two stops: its moments are given that there
// is one.
type jump struct{ probability, mean, square float64 }

// passed is what the two passes over the grid come to.
type passed struct {
	logEvidence float64
	jumps       []jump
}

func (g grid) pass(stops []stop, drift float64) (p passed) {
	n := len(stops)
	step := func(from []float64, i int) []float64 {
		still, moved := g.unchanged(from, len(stops[i].commits), drift), g.changed(from)
		for k := range still {
			still[k] += prior(stops, i) * (moved[k] - still[k])
		}
		return still
	}
	likelihoods, forward := make([][]float64, n), make([][]float64, n)
	for i, s := range stops {
		likelihoods[i] = g.likelihood(s)
		here := likelihoods[i]
		if i > 0 {
			here = step(forward[i-1], i)
			multiply(here, likelihoods[i])
		} else {
			here = append([]float64{}, here...)
		}
		p.logEvidence += math.Log(normalize(here))
		forward[i] = here
	}
	p.jumps = make([]jump, n-1)
	after := append([]float64{}, likelihoods[n-1]...) // of what follows, this stop included
	for i := n - 1; i > 0; i-- {
		normalize(after)
		p.jumps[i-1] = g.jump(forward[i-1], after, prior(stops, i), len(stops[i].commits), drift)
		before := step(after, i)
		multiply(before, likelihoods[i-1])
		after = before
	}
	return p
}

// jump returns what is known of a change between two stops: from is what is known of the
// strength before it by all that came before, after by all that follows.
func (g grid) jump(from, after []float64, prior float64, commits int, drift float64) jump {
	still, moved := dot(g.unchanged(from, commits, drift), after), 0.0
	first, second := append([]float64{}, from...), append([]float64{}, from...)
	multiply(first, g.at)
	multiply(second, g.at)
	multiply(second, g.at)
	once, mean, square := g.changed(from), g.changed(first), g.changed(second)
	var j jump
	for i, w := range after {
		x := g.at[i]
		moved += w * once[i]
		j.mean += w * (x*once[i] - mean[i])
		j.square += w * (x*x*once[i] - 2*x*mean[i] + square[i])
	}
	if total := prior*moved + (1-prior)*still; total > 0 && moved > 0 {
		j.probability = prior * moved / total
		j.mean /= moved
		j.square /= moved
	}
	return j
}

func multiply(a, b []float64) {
	for i, x := range b {
		a[i] *= x
	}
}

// normalize makes a distribution's sum 1 and returns what it was.
func normalize(a []float64) float64 {
	total := 0.0
	for _, x := range a {
		total += x
	}
	total = max(total, math.SmallestNonzeroFloat64)
	for i := range a {
		a[i] /= total
	}
	return total
}

func dot(a, b []float64) float64 {
	total := 0.0
	for i, x := range a {
		total += x * b[i]
	}
	return total
}
