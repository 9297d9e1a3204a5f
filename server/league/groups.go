package league

import "slices"

// Groups of bots meet in matches of more than two seats. On each start every group plays once
// in each cyclic seating, so that each of its bots has every seat.

// groupMatches returns how many matches groups play on a start. There are as many groups as
// bots. Each bot is in as many groups as a match has seats. All groups of 12 bots in four
// seats would play 1980 matches on a start, and not 48. Bots who are fewer than the seats are
// one group.
func groupMatches(bots, seats int) int {
	switch {
	case bots == 2:
		return seats
	case bots <= seats:
		return seatings(bots, seats)
	}
	return bots * seats
}

// seatings returns how many cyclic seatings a group has: fewer than seats where its bots take
// several seats each, equally many.
func seatings(bots, seats int) int {
	if seats%bots == 0 {
		return bots
	}
	return seats
}

// playGroups yields the groups of a round robin start by start. Two bots meet as in a gauntlet
// and in a check: one of them has one seat.
func (s *schedule) playGroups() {
	if len(s.Bots) == 2 {
		for g := range s.games() {
			if !s.meet(g+1, g, 0, 1) {
				return
			}
		}
		return
	}
	d := newGroups(len(s.Bots), s.Seats)
	for g := range s.games() {
		for _, group := range d.next() {
			for first := range seatings(min(len(s.Bots), s.Seats), s.Seats) {
				if !s.yield(s.pairing(g+1, g, slices.Concat(group[first:], group[:first])...)) {
					return
				}
			}
		}
	}
}

// groups deals the groups of one start after another, so that every two bots meet equally
// often, or nearly so at any time.
type groups struct {
	bots, seats int
	dealt       int // starts
	// met counts, for each distance between the numbers of two bots around the circle, how
	// often groups had it: groups are moved around the circle, so all pairs of a distance
	// meet equally often.
	met []int
}

func newGroups(bots, seats int) *groups {
	return &groups{bots: bots, seats: seats, met: make([]int, bots/2+1)}
}

// next returns the groups of the next start.
func (d *groups) next() [][]int {
	start := d.dealt
	d.dealt++
	if d.bots <= d.seats { // some have several seats, and others at the next start
		group := make([]int, d.seats)
		for i := range group {
			group[i] = (start*(d.seats%d.bots) + i) % d.bots
		}
		return [][]int{group}
	}
	base := d.base()
	all := make([][]int, d.bots)
	for move := range all {
		for _, bot := range base {
			all[move] = append(all[move], (bot+move)%d.bots)
		}
	}
	return all
}

// base returns a group whose distances are those that have been met least, and counts them.
func (d *groups) base() []int {
	base := []int{0}
	for len(base) < d.seats {
		best, least := -1, 0
		for bot := 1; bot < d.bots; bot++ {
			if slices.Contains(base, bot) || len(base)+1 == d.seats && d.returns(append(base, bot)) {
				continue
			}
			if cost := d.cost(base, bot); best < 0 || cost < least {
				best, least = bot, cost
			}
		}
		for _, other := range base {
			d.met[d.distance(best, other)] += d.weight(best, other)
		}
		base = append(base, best)
	}
	return base
}

// cost returns by how much the sum of the squares of all meetings grows with a bot in a group.
func (d *groups) cost(base []int, bot int) (cost int) {
	for i, other := range base {
		at, weight := d.distance(bot, other), d.weight(bot, other)
		met := d.met[at]
		for _, before := range base[:i] { // the same distance twice in one group
			if d.distance(bot, before) == at {
				met += weight
			}
		}
		cost += 2*met + weight // of opposite bots, there are half as many pairs
	}
	return cost
}

// returns reports whether a group is moved onto itself before it has gone round: it would play
// a start twice.
func (d *groups) returns(group []int) bool {
	for move := 1; move < d.bots; move++ {
		onto := func(bot int) bool { return slices.Contains(group, (bot+move)%d.bots) }
		if !slices.ContainsFunc(group, func(bot int) bool { return !onto(bot) }) {
			return true
		}
	}
	return false
}

// distance returns how far two bots are apart around the circle.
func (d *groups) distance(a, b int) int {
	apart := max(a-b, b-a)
	return min(apart, d.bots-apart)
}

// weight returns how often two bots of a distance meet when a group is moved around the circle:
// those that are opposite meet twice.
func (d *groups) weight(a, b int) int { return 1 + toInt(2*d.distance(a, b) == d.bots) }
