package domain

import (
	"slices"

	rules "arbiter/referee/games/domain"
	"arbiter/referee/rng"
)

// A history counts, by player, how often an action was so good that the
// opponent would not have let it come to that. Alpha-beta is the faster the
// sooner it meets the good actions, and what was good in one position is
// often good in its neighbours.
type history [2][rules.CellCount][4]uint32

// headStart is less than what a single good turn of depth 4 counts.
const headStart = 16

// newHistory gives every action a small head start, drawn from the seed: it
// decides the order of actions of which nothing is known.
func newHistory(seed int64) (h history) {
	r := rng.NewSplitMix64(uint64(seed))
	for count := range h.all() {
		*count = uint32(r.Below(headStart))
	}
	return h
}

// add counts an action that refuted a position; deep searches tell more.
func (h *history) add(player uint8, a rules.Action, depth int) {
	h[player][a.To][a.Wall] += uint32(depth * depth)
}

// fade halves what earlier turns have counted.
func (h *history) fade() {
	for count := range h.all() {
		*count /= 2
	}
}

// all yields the counts.
func (h *history) all() func(yield func(*uint32) bool) {
	return func(yield func(*uint32) bool) {
		for player := range h {
			for cell := range h[player] {
				for side := range h[player][cell] {
					if !yield(&h[player][cell][side]) {
						return
					}
				}
			}
		}
	}
}

// pick moves the most promising action to the front.
func (h *history) pick(player uint8, actions []rules.Action) {
	counts := &h[player]
	best, most := 0, uint32(0)
	for i, a := range actions {
		if count := counts[a.To][a.Wall]; count > most {
			best, most = i, count
		}
	}
	actions[0], actions[best] = actions[best], actions[0]
}

// sort puts the most promising actions first.
func (h *history) sort(player uint8, actions []rules.Action) {
	slices.SortFunc(actions, func(a, b rules.Action) int {
		return int(h[player][b.To][b.Wall]) - int(h[player][a.To][a.Wall])
	})
}
