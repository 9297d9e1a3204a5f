package style

import rules "arbiter/referee/games/ctf"

// hunter fires at whoever cannot get away, and goes after the nearest opponents
// while it can pay for it. The minion nearest to the flag fetches it meanwhile.
func hunter(h *Hand) {
	h.Powers(0)
	h.Fetch(1)
	h.Stop(1)
	for id := range h.PerSeat {
		if !h.idle[id] {
			continue
		}
		prey := h.NearestFoe(h.Own(id).Pos)
		if prey >= 0 && h.Credits >= 5*rules.FirePrice && h.Table.Between(h.Own(id).Pos, h.Foe(prey).Pos) < 8 {
			h.walk(id, h.Foe(prey).Pos)
		} else {
			h.Collect(id)
		}
	}
}
