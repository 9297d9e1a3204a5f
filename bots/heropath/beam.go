package heropath

import (
	"cmp"
	"slices"

	"arbiter/referee/rng"
)

// A beam searches the orders in which monsters are killed. It keeps the most
// promising positions of every turn, and from turn to turn tries the targets
// that promise most from each of them.
type beam struct {
	*planner
	keys    []uint64 // by monster: random numbers, to tell sets of dead apart
	nodes   []node
	sets    []uint64 // by node: its dead monsters
	free    []int32  // nodes to use again
	queues  []heap   // by turn: nodes, the least promising first
	steps   []step   // of the nodes that were looked at
	seen    []seen
	targets []target
	best    int64 // most gold of any node
	last    step  // its last step
}

// A node is a position right after a kill.
type node struct {
	hero
	key uint64
	step
}

// A step is a kill after other steps.
type step struct {
	stop
	before int32 // an index of steps, or -1
}

// seen remembers a set of dead monsters at a turn.
type seen struct {
	key   uint64
	worth float64
}

// Sizes of the search.
const (
	seenSize = 1 << 18
	tried    = 8  // targets that are tried from a position
	hard     = 20 // nodes that a thorough try counts for
)

func newBeam(p *planner) *beam {
	b := &beam{planner: p, targets: make([]target, 0, tried), queues: make([]heap, p.turns+1), seen: make([]seen, seenSize)}
	r := rng.NewSplitMix64(1)
	for range p.hp {
		b.keys = append(b.keys, r.Next())
	}
	return b
}

// search looks for the order of targets that brings most gold, until that
// share of the budget is spent: each turn may use its part of it, and looks at
// its most promising position at least. width is how many a turn keeps.
func (b *beam) search(width int, spend *spending, until float64) (plan []stop) {
	b.begin()
	b.best, b.last = b.hero.gold, step{before: -1}
	root := step{before: -1}
	b.add(root, 0, width)
	from, all := spend.spent(), float64(len(b.queues))
	for t := range b.queues {
		level := b.queues[t]
		slices.SortFunc(level, func(i, j item) int { return cmp.Compare(j.key, i.key) })
		share := from + (until-from)*float64(t+1)/all
		b.expandBest(level, width, spend, share, 1)
		if !slices.ContainsFunc(b.queues[t+1:], func(q heap) bool { return len(q) > 0 }) {
			// Nothing goes on from here: better a long search than the end.
			b.thorough = true
			b.expandBest(level, width, spend, share, hard)
			b.thorough = false
		}
		for _, it := range level {
			b.free = append(b.free, it.at)
		}
		b.queues[t] = nil
	}
	for at := b.last; at.before >= 0; at = b.steps[at.before] {
		plan = append(plan, at.stop)
	}
	slices.Reverse(plan)
	return plan
}

// expandBest tries targets from the nodes of a turn until a share of the budget is spent, and
// from the first one at least. Each costs so many nodes of the budget.
func (b *beam) expandBest(level heap, width int, spend *spending, share float64, nodes int64) {
	for i, it := range level {
		if spent := spend.spent(); i > 0 && spent > share || spent >= 1 {
			return
		}
		b.expand(it.at, width)
		spend.nodes += nodes
	}
}

func (b *beam) set(at int32) set { return b.sets[int(at)*len(b.dead) : (int(at)+1)*len(b.dead)] }

// expand tries the best targets from a node.
func (b *beam) expand(at int32, width int) {
	n := &b.nodes[at]
	b.hero = n.hero
	copy(b.dead, b.set(at))
	b.steps = append(b.steps, n.step)
	before, key := int32(len(b.steps)-1), n.key
	b.look()
	b.targets = b.planner.targets(b.targets)
	b.try(b.targets, func(s stop) { b.add(step{s, before}, key^b.keys[s.id], width) })
}

// add keeps the position as a node, if it is among the best of its turn.
func (b *beam) add(s step, key uint64, width int) {
	h := &b.hero
	if h.gold > b.best {
		b.best, b.last = h.gold, s
	}
	if h.turn >= b.turns {
		return
	}
	worth := b.evaluate(s.id)
	queue := &b.queues[h.turn]
	full := len(*queue) == width
	if full && worth <= (*queue)[0].key {
		return
	}
	mark := key ^ uint64(h.turn+1)*0x9e3779b97f4a7c15
	known := &b.seen[mark%seenSize]
	if known.key == mark && known.worth >= worth {
		return
	}
	*known = seen{mark, worth}
	var at int32
	switch {
	case full:
		at = queue.pop().at
	case len(b.free) > 0:
		at = b.free[len(b.free)-1]
		b.free = b.free[:len(b.free)-1]
	default:
		at = int32(len(b.nodes))
		b.nodes = append(b.nodes, node{})
		b.sets = append(b.sets, b.dead...)
	}
	b.nodes[at] = node{hero: *h, key: key, step: s}
	copy(b.set(at), b.dead)
	queue.push(item{worth, at})
}
