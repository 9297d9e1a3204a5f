// Package heldout holds styles of play that stand in for strangers. Boss never imagines
// them in its search, and nobody read them while Boss was tuned. Matches against them
// show how strong Boss is against strangers. Only tests import it.
package heldout

import (
	"arbiter/bots/ctf/style"
	rules "arbiter/referee/games/ctf"
)

// All returns every held-out style.
func All() []style.Style {
	return []style.Style{
		{Name: "pincer", About: "two carriers by the upper and the lower rows, and a third at the opponent's base when its flag is gone", Play: pincer},
		{Name: "wolves", About: "pairs that freeze first and fire then; the flag when the credits are spent", Play: wolves},
		{Name: "gatekeeper", About: "waits for the thief at the opponent's base and fetches with credits in hand", Play: gatekeeper},
	}
}

// pincer leads its carriers apart: while they are far from the flag, one keeps
// to the upper rows and one to the lower.
func pincer(h *style.Hand) {
	h.Powers(70)
	if h.Carrier() >= 0 {
		h.Fetch(1)
	} else {
		for i := range 2 {
			id := h.Nearest(h.Prize().Pos)
			if id < 0 {
				break
			}
			h.Go(id, corner(h, h.Own(id).Pos, i))
		}
	}
	if h.Thief() >= 0 {
		if id := h.Nearest(h.Gate()); id >= 0 && id != h.Carrier() {
			h.Go(id, h.Gate())
		}
		h.Stop(1)
	}
	h.CollectAll()
}

// corner returns where a carrier of a pincer goes: to the flag, or first to the
// third of the map that is its own, as long as that is no great detour.
func corner(h *style.Hand, from rules.Cell, i int) rules.Cell {
	flag := h.Prize().Pos
	far := h.Table.Between(from, flag)
	if far < 12 {
		return flag
	}
	best, bestFar := flag, far+7
	row := int8(h.Rows / 5)
	if i == 1 {
		row = int8(h.Rows*4/5 - 1)
	}
	for c := range h.Cols {
		at := rules.Cell{R: row, C: int8(c)}
		if !h.Open(at) || at.Distance(from) < 4 {
			continue
		}
		a, b := h.Table.Between(from, at), h.Table.Between(at, flag)
		if a != rules.Unreachable && b != rules.Unreachable && b < far && a+b < bestFar {
			best, bestFar = at, a+b
		}
	}
	return best
}

// wolves hunt the weakest opponent near them in pairs.
func wolves(h *style.Hand) {
	if c := h.Carrier(); c >= 0 && h.Idle(c) && !h.Power(c, 0) {
		h.Go(c, h.Home())
	}
	for id := range h.PerSeat {
		if !h.Idle(id) {
			continue
		}
		frozen, free, mates := 0, 0, 0
		for other := range h.PerSeat {
			if m := h.Foe(other); m.Alive() && h.InSight(h.Own(id).Pos, m.Pos) {
				if m.Free() {
					free++
				} else {
					frozen++
				}
			}
			if m := h.Own(other); other != id && m.Alive() && h.InSight(h.Own(id).Pos, m.Pos) {
				mates++
			}
		}
		switch {
		case free > 0 && mates == 0 && h.Credits >= rules.FreezePrice+5*rules.FirePrice:
			h.Use(id, rules.Freeze)
		case frozen > mates || free > mates && h.Credits >= 6*rules.FirePrice:
			h.Use(id, rules.Fire)
		}
	}
	h.Powers(70)
	h.Stop(1)
	if h.Credits < 2*rules.FreezePrice || h.Turn > 12 {
		h.Fetch(1)
	}
	prey := weakest(h)
	for range 2 {
		if prey < 0 || h.Credits < rules.FreezePrice {
			break
		}
		id := h.Nearest(h.Foe(prey).Pos)
		if id < 0 || h.Table.Between(h.Own(id).Pos, h.Foe(prey).Pos) > 15 {
			break
		}
		h.Go(id, h.Foe(prey).Pos)
	}
	h.CollectAll()
}

// weakest returns the opponent's minion with the least health, of equals the
// nearest to the own base, or -1.
func weakest(h *style.Hand) int {
	best, bestWorth := -1, 0
	for id := range h.PerSeat {
		m := h.Foe(id)
		far := h.Table.Between(m.Pos, h.Home())
		if !m.Alive() || far == rules.Unreachable {
			continue
		}
		if worth := int(m.Health) + far; best < 0 || worth < bestWorth {
			best, bestWorth = id, worth
		}
	}
	return best
}

// gatekeeper posts a minion where the thief has to come, and fetches when it
// can pay for two FREEZEs or must hurry.
func gatekeeper(h *style.Hand) {
	h.Powers(70)
	if h.Carrier() >= 0 || h.Thief() >= 0 || h.Credits >= 2*rules.FreezePrice || h.Turn > 30 {
		h.Fetch(1)
	}
	if h.Thief() >= 0 {
		if id := h.Nearest(h.Gate()); id >= 0 {
			thief, gate := h.Foe(h.Thief()).Pos, h.Gate()
			if h.Table.Between(h.Own(id).Pos, gate) < h.Table.Between(thief, gate) {
				h.Go(id, gate)
			}
		}
		h.Stop(2)
	}
	h.CollectAll()
}
