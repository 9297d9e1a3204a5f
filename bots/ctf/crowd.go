package ctf

import (
	"math"

	"arbiter/bots/ctf/style"
	rules "arbiter/referee/games/ctf"
	"arbiter/referee/rng"
)

// A crowd is where the opponent's minions out of sight may be, as worlds that are more or
// less likely: a particle filter (Gordon, Salmond and Smith, "Novel approach to
// nonlinear/non-Gaussian Bayesian state estimation", 1993). In each world the opponent plays
// on by some style. A turn shows who comes into sight and what is in the opponent's purse.
// From that follows how likely a world was, and unlikely worlds give way to copies of the
// others.
//
// Of the constants those were taken that foretell best where minions are, in matches of the
// boss and of players who stand in for strangers; TestImaginationTellsPlaces measures it.
type crowd struct {
	worlds  [crowdSize]world
	weights [crowdSize]float64 // they sum up to 1
}

// A world of a crowd.
type world struct {
	places places
	coins  rules.Cells
	style  int
}

// places are cells of a seat's minions, by their ids.
type places [rules.MaxMinions]rules.Cell

const (
	crowdSize  = 256
	changes    = 0.2     // how often a world takes up another style
	strays     = 0.05    // how often a minion does something else than its style
	lost       = 0.03    // how often one out of sight is anywhere, where no style would have led it
	crowdSeeds = 7 << 32 // where the draws of a crowd begin
)

// What makes a world less likely, as logarithms.
const (
	wrongCredit = 0.7 // each credit that the opponent has more or less, up to mostCredits
	mostCredits = 3
	wrongStep   = 0.5 // each step between where a minion comes into sight and where it was, up to mostSteps
	mostSteps   = 6
	wrongHidden = 1.0 // each minion that would be in sight and is not
)

// newCrowd returns a crowd that knows of an opponent what is believed at the start, where
// everybody stands.
func newCrowd(b *belief) *crowd {
	c := &crowd{}
	for k := range c.worlds {
		w := &c.worlds[k]
		w.style, w.coins = k%len(b.rivals.styles), b.Coins
		for id := range b.PerSeat {
			w.places[id] = b.Minions[1][id].Pos
		}
		c.weights[k] = 1.0 / crowdSize
	}
	return c
}

// next goes on by the turn between two beliefs.
func (c *crowd) next(before, after *belief) {
	r := rng.NewSplitMix64(crowdSeeds + uint64(after.Turn))
	seen := after.Sees(0)
	sum := 0.0
	for k := range c.worlds {
		c.weights[k] *= math.Exp(-c.worlds[k].next(before, after, &seen, &r))
		sum += c.weights[k]
	}
	squares := 0.0
	for k := range c.weights {
		c.weights[k] /= sum
		squares += c.weights[k] * c.weights[k]
	}
	if 1/squares < crowdSize/2 { // the number of worlds of one weight that would tell as much
		c.resample(&r)
	}
}

// next plays a world on and moves its minions to where they may be. It returns the
// logarithm of how unlikely that was.
func (w *world) next(before, after *belief, seen *rules.Cells, r *rng.SplitMix64) (unlikely float64) {
	if r.Float64() < changes {
		w.style = r.Below(len(before.rivals.styles))
	}
	s := before.State
	s.Coins = w.coins
	for id := range s.PerSeat {
		if s.Minions[1][id].Alive() {
			s.Minions[1][id].Pos = w.places[id]
		}
	}
	o := before.rivals.styles[w.style].Orders(style.View{State: &s, Table: before.table, Seat: 1})
	for id := range s.PerSeat {
		if r.Float64() < strays {
			o.Commands[id] = stray(&s, id, r)
		}
	}
	s.Step([2]rules.Orders{before.orders, o}, nil)
	unlikely = wrongCredit * math.Min(mostCredits, math.Abs(float64(s.Credits[1]-after.Credits[1])))
	for id := range after.PerSeat {
		m, possible := after.Minions[1][id], &after.possible[id]
		if !m.Alive() {
			continue
		}
		at := m.Pos // also of one that nobody knew of
		if id < s.PerSeat && s.Minions[1][id].Alive() {
			at = s.Minions[1][id].Pos
		}
		if possible.Len() == 1 {
			unlikely += wrongStep * math.Min(mostSteps, float64(after.table.Between(at, m.Pos)))
			at = m.Pos
		} else if !possible.Has(at) {
			unlikely += wrongHidden
			if near, ok := after.Nearest(at, possible); ok {
				at = near
			} else {
				at = m.Pos
			}
		}
		if possible.Len() > 1 && r.Float64() < lost {
			at = after.somewhere(possible, at, math.Inf(1), r)
		}
		w.places[id] = at
	}
	w.coins = s.Coins
	for row := range seen {
		w.coins[row] = w.coins[row]&^seen[row] | after.Coins[row]&seen[row]
	}
	return unlikely
}

// stray returns what a minion of seat 1 does for no reason: a step, or nothing.
func stray(s *rules.State, id int, r *rng.SplitMix64) rules.Command {
	to := s.Minions[1][id].Pos
	switch r.Below(5) {
	case 0:
		to.R++
	case 1:
		to.R--
	case 2:
		to.C++
	case 3:
		to.C--
	default:
		return rules.Command{}
	}
	if !s.Open(to) {
		return rules.Command{}
	}
	return rules.Command{Verb: rules.Move, Target: to}
}

// resample draws worlds, each about as often as it weighs, after which all weigh the same
// (systematic resampling: Kitagawa, 1996).
func (c *crowd) resample(r *rng.SplitMix64) {
	old, first, sum, k := c.worlds, r.Float64(), c.weights[0], 0
	for i := range c.worlds {
		for at := (float64(i) + first) / crowdSize; sum < at && k < crowdSize-1; sum += c.weights[k] {
			k++
		}
		c.worlds[i] = old[k]
	}
	for i := range c.weights {
		c.weights[i] = 1.0 / crowdSize
	}
}

// A hunch is what a crowd tells of a position.
type hunch struct {
	places  [crowdSize]places
	weights [crowdSize]float64
}

// hunch returns what it tells now.
func (c *crowd) hunch() hunch {
	h := hunch{weights: c.weights}
	for k, w := range c.worlds {
		h.places[k] = w.places
	}
	return h
}

// draw draws a world.
func (h *hunch) draw(r *rng.SplitMix64) *places {
	at, k := r.Float64(), 0
	for ; k < crowdSize-1 && at >= h.weights[k]; k++ {
		at -= h.weights[k]
	}
	return &h.places[k]
}

// likeliest returns where a minion most likely is.
func (h *hunch) likeliest(id int) rules.Cell {
	var sums [rules.MaxRows * rules.MaxCols]float64
	best := h.places[0][id]
	of := func(c rules.Cell) *float64 { return &sums[int(c.R)*rules.MaxCols+int(c.C)] }
	for k := range h.places {
		at := h.places[k][id]
		if *of(at) += h.weights[k]; *of(at) > *of(best) {
			best = at
		}
	}
	return best
}
