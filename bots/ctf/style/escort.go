package style

import rules "arbiter/referee/games/ctf"

// escort sends a pair for the flag: on the way home the second one goes before
// the carrier and freezes whoever is in the way. The others collect and stop
// the opponent's carrier at its base.
func escort(h *Hand) {
	carrier := h.Carrier()
	guide := -1
	if carrier >= 0 && h.idle[carrier] {
		at := h.Ahead(carrier)
		h.idle[carrier] = false // not its own escort
		guide = h.Nearest(at)
		h.idle[carrier] = true
		if guide >= 0 {
			if s := h.sight(guide); s.free > 0 && !s.carrier && h.State.Credits[1-h.Seat] >= rules.FirePrice {
				h.Use(guide, rules.Freeze)
			} else {
				h.Go(guide, at)
			}
		}
	}
	h.Powers(Thrift)
	h.Fetch(2)
	h.Stop(2)
	h.CollectAll()
}
