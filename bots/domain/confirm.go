package domain

import (
	"math/rand/v2"

	"arbiter/bots/judge"
	"arbiter/bots/option"
)

// The kinds of players that confirm what an answer costs, by their numbers.
const (
	shallow = iota // small searches with other weights, and slips
	varied         // the judge's own players, with other draws
	bosses         // the boss with few nodes
)

// Budgets of their searches, in nodes.
const (
	shallowNodes = 60
	bossNodes    = 1500
)

// confirmFirst is the first of the players who confirm, whom neither the judge's own players
// nor Alternatives have.
const confirmFirst = 1 << 29

// kinds describes them.
func kinds() []judge.Kind {
	return []judge.Kind{
		shallow: {Name: "small searches with other weights", Units: 4, Quick: true},
		varied:  {Name: "varied searches", Units: 18},
		bosses:  {Name: "bosses with few nodes", Units: 40},
	}
}

// newConfirming returns the n-th player of a kind for a seat.
func newConfirming(kind, n, seat int) *Policy {
	if kind == varied {
		return newContinuing(n, seat)
	}
	r := rand.New(rand.NewPCG(uint64(n), uint64(2*kind+seat)))
	parameters, nodes, slips := DefaultParameters(), bossNodes, 0
	if kind == shallow {
		nodes, slips = shallowNodes, 30
		parameters.Cell, parameters.Side = r.IntN(3), 1+r.IntN(3)
	}
	p := NewPolicy(nodes, r.Int64(), parameters)
	p.search.table = newTable(matchTurns * nodes)
	p.slips = option.NewSlips(slips, seat, r.Int64())
	return p
}
