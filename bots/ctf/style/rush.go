package style

import rules "arbiter/referee/games/ctf"

// rush sends so many minions to the opponent's flag at once. While one of them
// carries it, another goes back along with it.
func rush(h *Hand, many int) {
	h.Powers(Thrift)
	h.Fetch(min(many, h.Alive(h.Seat)-1))
	h.Stop(1)
	if c := h.Carrier(); c >= 0 && many > 1 {
		if id := h.Nearest(h.Own(c).Pos); id >= 0 {
			h.Go(id, h.Ahead(c))
		}
	}
	h.CollectAll()
}

// Ahead returns a cell a few steps before the carrier on its way home.
func (h *Hand) Ahead(carrier int) rules.Cell {
	at := h.Own(carrier).Pos
	for range 3 {
		if step := h.Table.Step(at, h.Home()); step.Verb == rules.Move {
			at = step.Target
		}
	}
	return at
}
