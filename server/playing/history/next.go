package history

import (
	"math"
	"math/rand/v2"
	"slices"

	"arbiter/server/league/rating"
	"arbiter/server/playing/bisect"
)

// What decides about rounds and their cells.
const (
	// Enough is the probability at which a change is marked.
	Enough = bisect.Enough
	// leastTrials is how many trials a version plays before it may be known.
	leastTrials = 20
	// The pairs of a cell: a share of what the version has played, so that the choice
	// is never far behind the results.
	cellShare = 0.1
	leastCell = 2
	mostCell  = 128
)

// A Plan says when a history ends, and how much is played at a time.
type Plan struct {
	Band    float64 // in Elo: the history ends when no Band of its versions is wider
	Newest  bool    // only the newest version counts
	Matches int     // that can be played at a time
}

// asks returns the versions that a plan plays for and that are not known well enough.
func (h *History) asks(p Plan) ([]int, error) {
	s, err := h.Strengths()
	if err != nil {
		return nil, err
	}
	var open []int
	for _, v := range h.Versions() {
		if point := s.Points[v]; point.Trials < leastTrials || point.Band > p.Band {
			open = append(open, v)
		}
	}
	if p.Newest {
		newest, ok := h.bots()[h.keys[len(h.versions)-1]]
		if ok && slices.Contains(open, newest) {
			return []int{newest}, nil
		}
		return nil, nil
	}
	return open, nil
}

// Done reports whether a plan is fulfilled.
func (h *History) Done(p Plan) (bool, error) {
	open, err := h.asks(p)
	return len(open) == 0, err
}

// Next returns the cells of a round, by its number from 1. If most versions need games, it is a
// random cycle through all of them; otherwise each version that needs games meets two random
// opponents. The versions beside a suspected commit meet two more. Opponents are the pool, if
// there is one.
func (h *History) Next(round int, p Plan) ([]bisect.Cell, error) {
	open, err := h.asks(p)
	if err != nil || len(open) == 0 {
		return nil, err
	}
	d := dealer{h: h, random: rand.New(rand.NewPCG(2, uint64(round))), all: h.Versions(), dealt: map[[2]int]bool{}}
	switch {
	case h.pool > 0:
		d.meetPool(open)
	case 3*len(open) > 2*len(d.all):
		d.cycle()
	default:
		d.meetOthers(open)
	}
	if !p.Newest {
		if suspects, err := h.suspects(); err != nil {
			return nil, err
		} else if h.pool > 0 {
			d.meetPool(suspects)
		} else {
			d.meetOthers(suspects)
		}
	}
	trials := h.trialsOf()
	for i := range d.cells {
		c := &d.cells[i]
		played := float64(min(trials[h.keys[c.Older]], trials[h.keys[c.Newer]]))
		if h.pool > 0 {
			played = float64(trials[h.keys[c.Newer]])
		}
		c.Pairs = min(max(int(math.Ceil(cellShare*played)), leastCell), mostCell)
		c.Pairs = max(c.Pairs, (p.Matches+2*len(d.cells)-1)/(2*len(d.cells)))
	}
	return d.cells, nil
}

// suspects returns the versions beside commits that may have changed the strength.
func (h *History) suspects() (versions []int, err error) {
	s, err := h.Strengths()
	if err != nil {
		return nil, err
	}
	bots := h.bots()
	for _, c := range s.Changes {
		if !c.Suspected() {
			continue
		}
		for _, v := range []int{c.Before, c.Commits[len(c.Commits)-1]} {
			if first, ok := bots[h.keys[v]]; ok && !slices.Contains(versions, first) {
				versions = append(versions, first)
			}
		}
	}
	return versions, nil
}

// A dealer deals the cells of a round.
type dealer struct {
	h      *History
	random *rand.Rand
	all    []int
	dealt  map[[2]int]bool
	cells  []bisect.Cell
}

// deal adds a cell, unless the two meet already or are one bot.
func (d *dealer) deal(a, b int) {
	if d.h.keys[a] == d.h.keys[b] {
		return
	}
	at := [2]int{min(a, b), max(a, b)}
	if d.h.pool > 0 {
		at = [2]int{max(a, b), min(a, b)} // the opponent, then the version
	}
	if !d.dealt[at] {
		d.dealt[at] = true
		d.cells = append(d.cells, bisect.Cell{Older: at[0], Newer: at[1]})
	}
}

// cycle deals a random cycle through all versions.
func (d *dealer) cycle() {
	order := d.random.Perm(len(d.all))
	for i, k := range order {
		d.deal(d.all[k], d.all[order[(i+1)%len(order)]])
	}
}

// meetOthers deals two random others for each version.
func (d *dealer) meetOthers(versions []int) {
	for _, v := range versions {
		left := 2
		for _, k := range d.random.Perm(len(d.all)) {
			if other := d.all[k]; other != v && left > 0 {
				d.deal(v, other)
				left--
			}
		}
	}
}

// meetPool deals an opponent for each version, so that all opponents have as much to do.
func (d *dealer) meetPool(versions []int) {
	first := d.random.IntN(d.h.pool)
	for i, k := range d.random.Perm(len(versions)) {
		d.deal(len(d.h.versions)+(first+i)%d.h.pool, versions[k])
	}
}

// Left returns about how many trials are left until a plan is fulfilled; 0 when that is not
// known.
func (h *History) Left(p Plan) (int, error) {
	open, err := h.asks(p)
	if err != nil || len(open) == 0 {
		return 0, err
	}
	s, err := h.Strengths()
	if err != nil {
		return 0, err
	}
	left := 0.0
	for _, v := range open {
		point := s.Points[v]
		if point.Trials == 0 {
			return 0, nil
		}
		left += max(leastTrials-float64(point.Trials), float64(point.Trials)*((point.Band/p.Band)*(point.Band/p.Band)-1))
	}
	if h.pool == 0 && 3*len(open) > 2*len(h.Versions()) {
		left /= 2 // a trial is one of both versions
	}
	return int(math.Ceil(left)), nil
}

// TrialsFor returns about how many trials in all a band of so many Elo takes, by what has been
// played; 0 when that is not known.
func (h *History) TrialsFor(elo float64) (int, error) {
	s, err := h.Strengths()
	if err != nil || s.Widest == 0 {
		return 0, err
	}
	wider := s.Widest / elo
	return int(math.Ceil(float64(h.trials) * wider * wider)), nil
}

// Expect returns about how many trials it takes until the strengths of so many versions are
// known within a band of so many Elo, without draws in matches of this many seats, by simulations of this package.
func Expect(versions int, elo float64, pool bool, u rating.Unit, seats int) int {
	deviation := 246 * math.Sqrt(rating.StartVariance(seats)/rating.StartVariance(2))
	if u == rating.DuelUnit {
		deviation = 278 // of scores, which has that many Elo
	}
	factor := farthest(versions)
	each := factor * deviation / elo * factor * deviation / elo
	if !pool {
		each /= 2 // a trial is one of both versions
	}
	return int(math.Ceil(float64(versions) * each * expectSlack))
}

// expectSlack is how much longer it takes than for independent versions that are all
// known equally well: the widest band decides.
const expectSlack = 1.15

// farthest returns how many standard deviations the farthest of so many is from its mean,
// at most, in 95 % of cases, if they are independent.
func farthest(n int) float64 {
	low, high := 0.0, 10.0
	for range 60 {
		middle := (low + high) / 2
		if math.Pow(math.Erf(middle/math.Sqrt2), float64(n)) < 0.95 {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}
