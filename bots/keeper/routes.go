package keeper

import (
	"slices"

	rules "arbiter/referee/games/keeper"
)

// Routes are the plan's values of the cells for the lines of one search. A line that
// kills a monster opens the ways that it guarded, and one that takes an item has the
// others still to collect: so there are values for each choice of monsters killed and
// items taken that a line comes to. Lines kill and take the same things: of 5,000 nodes
// about 50 come to another choice.
type routes struct {
	known *rules.Knowledge // when the search began
	gone  []uint64         // the choices: see goneFrom
	worth []field          // by choice
}

// begin forgets the routes of the search before. known is not changed.
func (r *routes) begin(known *rules.Knowledge) {
	r.known, r.gone, r.worth = known, r.gone[:0], r.worth[:0]
}

// of returns the values of the cells for a position that a line has come to. They are
// good until the next call.
func (r *routes) of(p *plan, s *rules.State) *field {
	gone := p.goneFrom(s)
	i := slices.Index(r.gone, gone)
	if i < 0 {
		i = len(r.gone)
		r.gone, r.worth = append(r.gone, gone), append(r.worth, p.routes(r.left(s)))
	}
	return &r.worth[i]
}

// left returns what was known when the search began, without the monsters killed and the
// items taken since. The other monsters stand where they stood.
func (r *routes) left(s *rules.State) *rules.Knowledge {
	left := *r.known
	for id := range s.Monsters[:s.Count] {
		if s.Monsters[id].Health <= 0 {
			left.State.Occupied.Remove(r.known.State.Monsters[id].Cell)
		}
	}
	copy(left.State.Things[rules.Treasure:], s.Things[rules.Treasure:])
	return &left
}

// goneFrom returns a hash of the monsters killed and the items left since the plan was
// made; 0 if all are as they were.
func (p *plan) goneFrom(s *rules.State) uint64 {
	killed, left := p.killed(s), items(s)
	if !killed && left == p.items {
		return 0
	}
	gone := ^uint64(0) // mix makes 0 of two equal numbers, and no id is this one
	if killed {
		for id := range s.Monsters[:s.Count] {
			if s.Monsters[id].Health <= 0 {
				gone = mix(gone, uint64(id))
			}
		}
	}
	for _, word := range left {
		gone = mix(gone, word)
	}
	return gone
}

// killed reports whether a monster was killed since the plan was made: they move, but no two
// stand on one cell.
func (p *plan) killed(s *rules.State) bool { return s.Occupied.Len() != p.monsters.Len() }
