package style

import rules "arbiter/referee/games/ctf"

// miner plants mines on the way from its flag to the opponent's base: at first
// next to the flag, then before the thief. Otherwise it rushes with one carrier.
func miner(h *Hand) {
	h.Powers(Thrift)
	h.Fetch(1)
	flag := h.Treasure().Pos
	step := h.Table.Step(flag, h.Gate())
	if step.Verb == rules.Move && h.Credits >= rules.MinePrice && h.MineCount < 4 && !h.planted(step.Target) {
		id := h.Nearest(flag)
		foe := h.NearestFoe(flag)
		if id >= 0 && foe >= 0 && h.Table.Between(h.Own(id).Pos, flag) < h.Table.Between(h.Foe(foe).Pos, flag)+5 {
			switch from := h.Own(id).Pos; {
			case from.Distance(step.Target) == 1:
				h.Mine(id, step.Target)
			case h.Thief() < 0:
				h.Go(id, flag)
			}
		}
	}
	h.Stop(1)
	h.CollectAll()
}

// planted reports whether one of its own mines is there.
func (h *Hand) planted(at rules.Cell) bool {
	for _, mine := range h.Mines() {
		if mine.Pos == at && int(mine.Seat) == h.Seat {
			return true
		}
	}
	return false
}
