package style

import rules "arbiter/referee/games/ctf"

// Greedy plays by habit: the minion next to the opponent's flag fetches it, the
// next one to the carrier of the own flag stops that, the others collect, and
// who sees more opponents than mates fires.
func Greedy(h *Hand) {
	fetcher := h.Carrier()
	if fetcher < 0 {
		fetcher = h.nearestAlive(h.Prize().Pos, -1)
	}
	stopper := -1
	if h.Treasure().Carrier != rules.NoCarrier {
		stopper = h.nearestAlive(h.Treasure().Pos, h.Carrier())
	}
	for id := range h.PerSeat {
		switch {
		case !h.idle[id]:
		case id == h.Carrier():
			h.walk(id, h.Home())
		case h.reflex(id):
		case id == stopper:
			h.walk(id, h.meet(h.Own(id).Pos, 0))
		case id == fetcher:
			h.walk(id, h.Prize().Pos)
		default:
			h.walk(id, h.coin(id, 0))
		}
	}
}

// nearestAlive returns the living minion nearest to a cell, or -1; the minion
// except does not count.
func (h *Hand) nearestAlive(to rules.Cell, except int) int {
	best, bestFar := -1, 0
	for id := range h.PerSeat {
		if !h.Own(id).Alive() || id == except {
			continue
		}
		if far := h.Table.Between(h.Own(id).Pos, to); far != rules.Unreachable && (best < 0 || far < bestFar) {
			best, bestFar = id, far
		}
	}
	return best
}

// reflex uses FREEZE when the carrier of the own flag is in sight, and FIRE
// when that hits more opponents than mates.
func (h *Hand) reflex(id int) bool {
	if h.Credits < rules.FirePrice {
		return false
	}
	at, thief := h.Own(id).Pos, h.Treasure().Carrier
	foes, mates, runs := 0, 0, false
	for other := range h.PerSeat {
		if m := h.Foe(other); m.Alive() && h.InSight(at, m.Pos) {
			foes++
			runs = runs || m.Free() && int(thief) == other
		}
		if m := h.Own(other); other != id && m.Alive() && h.InSight(at, m.Pos) {
			mates++
		}
	}
	return runs && mates == 0 && h.Use(id, rules.Freeze) || foes > mates && h.Use(id, rules.Fire)
}

// walk is Go without a look at who sees the minion.
func (h *Hand) walk(id int, to rules.Cell) {
	h.idle[id] = false
	h.Orders.Commands[id] = h.Table.Step(h.Own(id).Pos, to)
}
