package style

import rules "arbiter/referee/games/ctf"

// turtle keeps two minions near its flag, which meet those that come, and saves
// for them. One fetches the opponent's flag.
func turtle(h *Hand) {
	h.Powers(Thrift)
	h.Fetch(1)
	h.Stop(1)
	if h.Thief() < 0 {
		for range 2 {
			id := h.Nearest(h.Home())
			switch foe := h.NearestFoe(h.Home()); {
			case id < 0:
			case foe >= 0 && h.Table.Between(h.Foe(foe).Pos, h.Home()) < 8:
				h.Go(id, h.Treasure().Pos)
			default:
				h.near(id, h.Home(), 14)
			}
		}
	}
	h.CollectAll()
}

// near lets the minion collect no farther from a cell than that.
func (h *Hand) near(id int, from rules.Cell, far int) {
	coins := h.coins
	to := h.Table.To(from)
	for r := range h.Rows {
		for c := range h.Cols {
			at := rules.Cell{R: int8(r), C: int8(c)}
			if d := to.From(at); d > far {
				coins.Remove(at)
			}
		}
	}
	if coin, ok := h.State.Nearest(h.Own(id).Pos, &coins); ok {
		h.coins.Remove(coin)
		h.Go(id, coin)
		return
	}
	h.Go(id, from)
}
