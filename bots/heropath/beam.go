package heropath

import (
	"cmp"
	"math/bits"
	"slices"

	rules "arbiter/referee/games/heropath"
	"arbiter/referee/rng"
)

// A beam searches the orders in which monsters are killed. It keeps the most
// promising positions of every turn, and from turn to turn tries the targets
// that promise most from each of them.
type beam struct {
	*planner
	words   int      // of a set of monsters
	dead    []uint64 // monsters dead in the planner's state
	keys    []uint64 // by monster: random numbers, to tell sets of dead apart
	nodes   []node
	sets    []uint64 // by node: its dead monsters
	free    []int32  // nodes to use again
	waiting int      // nodes that were not looked at
	queues  []heap   // by turn: nodes, the least promising first
	steps   []step   // of the nodes that were looked at
	trail   []cell   // ways of steps
	seen    []seen
	targets []target
	best    int64 // most gold of any node
	last    step  // its last step
}

// A node is a position right after a kill.
type node struct {
	hero rules.Hero
	key  uint64
	step
}

// A step is a kill after other steps, with the way to the cell that it is done
// from: trail[from:to].
type step struct{ before, target, from, to int32 }

// seen remembers a set of dead monsters at a turn.
type seen struct {
	key   uint64
	worth float64
}

// Sizes of the search.
const (
	seenSize = 1 << 18
	tried    = 8  // targets that are tried from a position
	hard     = 20 // nodes that a long search counts for
)

func newBeam(p *planner) *beam {
	n := len(p.world.Monsters)
	b := &beam{planner: p, words: (n + 63) / 64, targets: make([]target, 0, tried)}
	b.dead = make([]uint64, b.words)
	b.keys = make([]uint64, n)
	r := rng.NewSplitMix64(1)
	for i := range b.keys {
		b.keys[i] = r.Next()
	}
	b.queues = make([]heap, p.turns+1)
	b.seen = make([]seen, seenSize)
	return b
}

// search looks for the order of targets that brings most gold, until that
// share of the budget is spent: each turn may use its part of it, and looks at
// its most promising position at least. width is how many a turn keeps.
func (b *beam) search(width int, spend *spending, until float64) (plan []visit) {
	b.nodes, b.free, b.steps, b.trail = b.nodes[:0], b.free[:0], b.steps[:0], b.trail[:0]
	for t := range b.queues {
		b.queues[t] = b.queues[t][:0]
	}
	clear(b.seen)
	b.begin()
	b.best, b.last, b.waiting = b.state.Gold, step{before: -1, target: -1}, 0
	clear(b.dead)
	for id := range b.world.Monsters {
		if !b.root.Alive(id) {
			b.dead[id/64] |= 1 << (id % 64)
		}
	}
	b.add(step{before: -1, target: -1}, 0, width)
	from := spend.spent()
	all := float64(len(b.queues))
	for t := range b.queues {
		level := b.queues[t]
		if len(level) == 0 {
			continue
		}
		slices.SortFunc(level, func(i, j item) int { return cmp.Compare(j.key, i.key) })
		share := from + (until-from)*float64(t+1)/all
		b.waiting -= len(level)
		for i, it := range level {
			if spent := spend.spent(); i > 0 && spent > share || spent >= 1 {
				break
			}
			b.expand(it.at, width, b.try)
			spend.nodes++
		}
		// Nothing goes on from here: better a long search than the end.
		for i := 0; i < len(level) && b.waiting == 0 && spend.spent() < 1; i++ {
			if i > 0 && spend.spent() > share {
				break
			}
			b.expand(level[i].at, width, b.tryHard)
			spend.nodes += hard
		}
		for _, it := range level {
			b.free = append(b.free, it.at)
		}
		b.queues[t] = level[:0]
	}
	for at := b.last; at.target >= 0; at = b.steps[at.before] {
		plan = append(plan, visit{id: at.target, via: slices.Clone(b.trail[at.from:at.to])})
	}
	slices.Reverse(plan)
	return plan
}

// enter makes the node's position the planner's state.
func (b *beam) enter(at int32) {
	set := b.set(at)
	b.epoch++
	for i, word := range set {
		for change := word ^ b.dead[i]; change != 0; change &= change - 1 {
			id := i*64 + bits.TrailingZeros64(change)
			hp := int64(0)
			if word>>(id&63)&1 == 0 {
				hp = b.root.HP(id)
			}
			b.state.SetHP(id, hp)
		}
		b.dead[i] = word
	}
	b.state.Hero = b.nodes[at].hero
}

func (b *beam) set(at int32) []uint64 { return b.sets[int(at)*b.words : (int(at)+1)*b.words] }

// expand tries the best targets from a node.
func (b *beam) expand(at int32, width int, try func([]target, func(id int)) bool) {
	b.enter(at)
	b.steps = append(b.steps, b.nodes[at].step)
	before, key := int32(len(b.steps)-1), b.nodes[at].key
	b.look()
	b.targets = b.planner.targets(b.targets)
	b.moves = b.moves[:0]
	try(b.targets, func(id int) {
		b.dead[id/64] |= 1 << (id % 64)
		b.add(step{before: before, target: int32(id)}, key^b.keys[id], width)
		b.dead[id/64] &^= 1 << (id % 64)
	})
}

// add keeps the state as a node, if it is among the best of its turn.
func (b *beam) add(s step, key uint64, width int) {
	h := &b.state.Hero
	if h.Gold > b.best {
		s = b.trace(s)
		b.best, b.last = h.Gold, s
	}
	if h.Turn >= b.planner.turns {
		return
	}
	worth := b.evaluate()
	queue := &b.queues[h.Turn]
	full := len(*queue) == width
	if full && worth <= (*queue)[0].key {
		return
	}
	mark := key ^ uint64(h.Turn+1)*0x9e3779b97f4a7c15
	known := &b.seen[mark%seenSize]
	if known.key == mark && known.worth >= worth {
		return
	}
	*known = seen{mark, worth}
	var at int32
	switch {
	case full:
		at = queue.pop().at
		b.waiting--
	case len(b.free) > 0:
		at = b.free[len(b.free)-1]
		b.free = b.free[:len(b.free)-1]
	default:
		at = int32(len(b.nodes))
		b.nodes = append(b.nodes, node{})
		if len(b.sets) < len(b.nodes)*b.words {
			b.sets = append(b.sets, b.dead...)
		}
	}
	s = b.trace(s)
	b.nodes[at] = node{hero: *h, key: key, step: s}
	copy(b.set(at), b.dead)
	queue.push(item{worth, at})
	b.waiting++
}

// trace adds the way of a step to the trail.
func (b *beam) trace(s step) step {
	if s.to > 0 {
		return s
	}
	if len(b.trail)+len(b.moves) > cap(b.trail) {
		b.trail = slices.Grow(b.trail, len(b.trail)+len(b.moves)) // to twice: append copies it more often
	}
	s.from = int32(len(b.trail))
	for _, a := range b.moves {
		if a.Type == rules.Attack {
			break
		}
		b.trail = append(b.trail, cell{a.TargetX, a.TargetY})
	}
	s.to = int32(len(b.trail))
	return s
}
