package keeper

import (
	"slices"

	rules "arbiter/referee/games/keeper"
)

const (
	horizon  = 12   // turns that are played ahead
	maxLines = 4096 // positions that are kept of a turn, a power of two
)

// A line is a position some turns ahead and how it was reached.
type line struct {
	state rules.State
	first rules.Action // of the actions that led here
	less  int          // points that it is worth less: see tries
	path  int          // worth of the positions on the way, summed
	rank  int          // the higher the better
}

// A beam plays many lines ahead at the same time, turn by turn: of the
// positions after a turn the best are played on until that turn's share of the
// budget is used up. What the hero cannot know it makes simple: unknown cells
// are obstacles, and the monsters act row by row.
//
// A search allocates only for routes and positions, the first time that there are so many of them.
type beam struct {
	lines, next []line
	order       []int // for each line -rank*maxLines + its index, the best first
	reached     positions
	routes      routes
	actions     [rules.MaxActions]rules.Action
	nodes       int            // actions tried
	horizon     int            // turns that are played ahead
	only        []rules.Action // if any, what is tried in the first turn

	best     rules.Action // the first one of the best line, during a search of the best that ends before the horizon
	bestRank int
	ended    bool // there is such a line
}

func newBeam() *beam {
	return &beam{
		horizon: horizon,
		lines:   make([]line, 0, maxLines),
		next:    make([]line, 0, maxLines),
		order:   make([]int, 0, maxLines),
	}
}

// search returns the first action of the best line found. At least one turn is
// played ahead whatever the budget.
func (b *beam) search(known *rules.Knowledge, p *plan, budget budget) rules.Action {
	b.nodes, b.ended = 0, false
	b.routes.begin(known)
	b.lines = append(b.lines[:0], line{state: known.State})
	blocked := &b.lines[0].state.Things[rules.Obstacle]
	*blocked = blocked.Or(unknown(known))
	for turn := range b.horizon {
		b.sort()
		b.next = b.next[:0]
		b.reached.clear()
		for _, o := range b.order {
			full := len(b.next)+rules.MaxActions > maxLines
			if full || turn > 0 && budget.spent(b.nodes, turn+1) {
				break
			}
			b.extend(b.at(o), p, turn)
		}
		if len(b.next) == 0 {
			break // all lines have come to an end, or the budget has
		}
		b.lines, b.next = b.next, b.lines
	}
	b.sort()
	if len(b.order) > 0 {
		if l := b.at(b.order[0]); !b.ended || l.rank > b.bestRank {
			b.best, b.bestRank = l.first, l.rank
		}
	}
	return b.best
}

// sort puts the lines in order. Equal ones stay as they are, so that the same
// search always finds the same.
func (b *beam) sort() {
	b.order = b.order[:0]
	for i := range b.lines {
		b.order = append(b.order, -b.lines[i].rank*maxLines+i)
	}
	slices.Sort(b.order)
}

// at returns the line of an element of order.
func (b *beam) at(o int) *line { return &b.lines[o&(maxLines-1)] }

// extend adds every line that goes on from one by another turn.
func (b *beam) extend(from *line, p *plan, turn int) {
	actions := b.only
	if turn > 0 || actions == nil {
		actions = from.state.Effective(b.actions[:0])
	}
	for _, action := range actions {
		b.nodes++
		b.next = b.next[:len(b.next)+1]
		to := &b.next[len(b.next)-1]
		*to = *from
		if turn == 0 {
			to.first = action
			to.less = p.Again * p.tries.of(action)
		}
		to.state.StepInOrder(action, nil, nil)
		worth := p.evaluate(&to.state, &b.routes) - to.less
		to.path += worth
		// The end counts eight times what the way to it counts on average: of
		// lines that end alike, the one that gets there sooner is better.
		to.rank = 8*worth + to.path/(turn+1)
		switch {
		case to.state.Over():
			b.end(to.first, 9*worth+p.Turn*(horizon-turn))
		// What comes into sight changes the plan: a line may end there too. Else the
		// hero would put off every dangerous step until just before the horizon.
		case p.news.Has(to.state.Hero.Cell):
			b.end(to.first, 9*(worth+p.turn*(horizon-turn)*p.Soon/100))
		}
		if to.state.Over() || !b.reached.add(keyOf(&to.state)) {
			b.next = b.next[:len(b.next)-1]
		}
	}
}

// end notes a line that ends before the horizon if it is the best one so far.
func (b *beam) end(first rules.Action, rank int) {
	if !b.ended || rank > b.bestRank {
		b.best, b.bestRank, b.ended = first, rank, true
	}
}
