package style

import rules "arbiter/referee/games/ctf"

// A Hand deals out the commands of a turn, one a minion.
type Hand struct {
	View
	Orders  rules.Orders
	Credits int                    // that are left
	idle    [rules.MaxMinions]bool // may act and has no command yet
	coins   rules.Cells            // that no mate goes to yet
}

// Deal begins a turn: no minion has a command.
func (h *Hand) Deal(v View) {
	h.View, h.Orders, h.Credits, h.coins = v, rules.Orders{}, v.State.Credits[v.Seat], v.Coins
	h.idle = [rules.MaxMinions]bool{}
	for id := range v.PerSeat {
		h.idle[id] = v.Minions[v.Seat][id].Free()
	}
}

// Idle reports whether the minion may act and has no command yet.
func (h *Hand) Idle(id int) bool { return h.idle[id] }

// Own returns an own minion.
func (h *Hand) Own(id int) *rules.Minion { return &h.Minions[h.Seat][id] }

// Foe returns an opponent's minion.
func (h *Hand) Foe(id int) *rules.Minion { return &h.Minions[1-h.Seat][id] }

// Prize returns the opponent's flag.
func (h *Hand) Prize() *rules.Flag { return &h.Flags[1-h.Seat] }

// Treasure returns the own flag.
func (h *Hand) Treasure() *rules.Flag { return &h.Flags[h.Seat] }

// Home returns the own base, where the prize is to go.
func (h *Hand) Home() rules.Cell { return h.Bases[h.Seat] }

// Gate returns the opponent's base, which the own flag must not reach.
func (h *Hand) Gate() rules.Cell { return h.Bases[1-h.Seat] }

// Carrier returns the own minion with the opponent's flag, or -1.
func (h *Hand) Carrier() int { return int(h.Prize().Carrier) }

// Thief returns the opponent's minion that has the own flag, or will pick it up
// again when it thaws, or -1.
func (h *Hand) Thief() int {
	flag := h.Treasure()
	if flag.Carrier != rules.NoCarrier {
		return int(flag.Carrier)
	}
	for id := range h.PerSeat {
		if m := h.Foe(id); m.Alive() && m.Pos == flag.Pos {
			return id
		}
	}
	return -1
}

// Nearest returns the idle minion nearest to a cell, or -1.
func (h *Hand) Nearest(to rules.Cell) int {
	return h.Closest(h.Seat, to, func(id int) bool { return h.idle[id] })
}

// NearestFoe returns the opponent's living minion nearest to a cell, or -1.
func (h *Hand) NearestFoe(to rules.Cell) int {
	return h.Closest(1-h.Seat, to, func(int) bool { return true })
}

// Go lets the minion go a step to a cell, or stay there. While opponents see it
// that can pay for a FIRE, it steps out of their sight if that is no great detour.
func (h *Hand) Go(id int, to rules.Cell) {
	h.idle[id] = false
	from := h.Own(id).Pos
	h.Orders.Commands[id] = h.Table.Step(from, to)
	if h.State.Credits[1-h.Seat] < rules.FirePrice || h.threats(from) == 0 {
		return
	}
	best := h.cost(from, to)
	if h.Orders.Commands[id].Verb == rules.Move {
		best = h.cost(h.Orders.Commands[id].Target, to)
	}
	for _, side := range from.Neighbours() {
		if !h.Walls.Has(side) {
			if cost := h.cost(side, to); cost < best {
				best = cost
				h.Orders.Commands[id] = rules.Command{Verb: rules.Move, Target: side}
			}
		}
	}
}

// cost returns the steps from a cell, and more for opponents that see it.
func (h *Hand) cost(at, to rules.Cell) int { return h.Table.Between(at, to) + caution*h.threats(at) }

// caution is how many steps of a detour it is worth that one opponent less sees a
// minion.
const caution = 3

// threats returns how many opponents see a cell and may act.
func (h *Hand) threats(at rules.Cell) int {
	n := 0
	for id := range h.PerSeat {
		if m := h.Foe(id); m.Free() && h.InSight(m.Pos, at) {
			n++
		}
	}
	return n
}

// Use lets the minion use a power-up and reports whether there are credits for it.
func (h *Hand) Use(id int, verb rules.Verb) bool {
	if h.Credits < verb.Price() {
		return false
	}
	h.Credits -= verb.Price()
	h.idle[id] = false
	h.Orders.Commands[id] = rules.Command{Verb: verb}
	return true
}

// Collect sends the minion to the nearest coin that no mate goes to. Without coins it
// goes to the own flag.
func (h *Hand) Collect(id int) { h.Go(id, h.coin(id)) }

// coin returns the nearest coin that no mate goes to, and takes it, or else where the own
// flag is.
func (h *Hand) coin(id int) rules.Cell {
	coin, ok := h.State.Nearest(h.Own(id).Pos, &h.coins)
	if !ok {
		return h.Treasure().Pos
	}
	h.coins.Remove(coin)
	return coin
}
