package style

import rules "arbiter/referee/games/ctf"

// A Hand deals out the commands of a turn, one a minion.
type Hand struct {
	View
	Orders  rules.Orders
	Credits int                    // that are left
	idle    [rules.MaxMinions]bool // may act and has no command yet
	coins   rules.Cells            // that no mate goes to yet

	way       [maxWay]rules.Cell // see thiefWay
	wayLength int                // 0 when it is not known yet
}

// maxWay bounds the cells of a way that are looked at: longer ones are rare.
const maxWay = 128

// Deal begins a turn: no minion has a command.
func (h *Hand) Deal(v View) {
	h.View, h.Orders, h.Credits, h.coins, h.wayLength = v, rules.Orders{}, v.State.Credits[v.Seat], v.Coins, 0
	h.idle = [rules.MaxMinions]bool{}
	for id := range v.PerSeat {
		h.idle[id] = v.Minions[v.Seat][id].Free()
	}
}

// Give gives an idle minion a command. A power-up that the credits do not pay for
// becomes WAIT.
func (h *Hand) Give(id int, c rules.Command) {
	if !h.idle[id] {
		return
	}
	h.idle[id] = false
	if price := c.Verb.Price(); price <= h.Credits {
		h.Credits -= price
		h.Orders.Commands[id] = c
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
	best, bestFar := -1, 0
	for id := range h.PerSeat {
		if !h.idle[id] {
			continue
		}
		if far := h.Table.Between(h.Own(id).Pos, to); far != rules.Unreachable && (best < 0 || far < bestFar) {
			best, bestFar = id, far
		}
	}
	return best
}

// NearestFoe returns the opponent's living minion nearest to a cell, or -1.
func (h *Hand) NearestFoe(to rules.Cell) int {
	best, bestFar := -1, 0
	for id := range h.PerSeat {
		m := h.Foe(id)
		if !m.Alive() {
			continue
		}
		if far := h.Table.Between(m.Pos, to); far != rules.Unreachable && (best < 0 || far < bestFar) {
			best, bestFar = id, far
		}
	}
	return best
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

// Mine lets the minion plant a mine on a neighbouring cell and reports whether
// there are credits for it.
func (h *Hand) Mine(id int, at rules.Cell) bool {
	if !h.Use(id, rules.PlantMine) {
		return false
	}
	h.Orders.Commands[id].Target = at
	return true
}

// Collect sends the minion to the nearest coin that no mate goes to. Without
// coins it waits at the own flag, or goes where it meets the thief.
func (h *Hand) Collect(id int) {
	h.Go(id, h.coin(id, lead))
}

// coin returns the nearest coin that no mate goes to and takes it, or else where
// the minion waits or meets the thief.
func (h *Hand) coin(id, lead int) rules.Cell {
	coin, ok := h.State.Nearest(h.Own(id).Pos, &h.coins)
	if !ok {
		return h.meet(h.Own(id).Pos, lead)
	}
	h.coins.Remove(coin)
	return coin
}

// CollectAll sends every idle minion to collect.
func (h *Hand) CollectAll() {
	for id := range h.PerSeat {
		if h.idle[id] {
			h.Collect(id)
		}
	}
}

// lead is how many turns before the thief a minion wants to be in its way: time
// for FIREs while it comes.
const lead = 3

// Meet returns the first cell of the own flag's way to the Gate where a minion
// can be some turns before the flag, or the Gate. It is the flag itself while
// nobody carries it.
func (h *Hand) Meet(from rules.Cell) rules.Cell { return h.meet(from, lead) }

func (h *Hand) meet(from rules.Cell, lead int) rules.Cell {
	if h.Treasure().Carrier == rules.NoCarrier {
		return h.Treasure().Pos
	}
	way := h.thiefWay()
	distances := h.Table.To(from) // ways are as long back as there
	for turns, at := range way {
		if far := distances.From(at); far != rules.Unreachable && far <= turns-lead {
			return at
		}
	}
	return way[len(way)-1]
}

// thiefWay returns the cells of the own flag's way to the Gate, where it is
// first.
func (h *Hand) thiefWay() []rules.Cell {
	if h.wayLength == 0 {
		at := h.Treasure().Pos
		h.way[0], h.wayLength = at, 1
		for h.wayLength < len(h.way) {
			step := h.Table.Step(at, h.Gate())
			if step.Verb != rules.Move {
				break
			}
			at = step.Target
			h.way[h.wayLength] = at
			h.wayLength++
		}
	}
	return h.way[:h.wayLength]
}

// Stop sends so many of the idle minions that meet the thief first.
func (h *Hand) Stop(many int) {
	if h.Thief() < 0 {
		return
	}
	for range many {
		best, bestFar := -1, 0
		for id := range h.PerSeat {
			if !h.idle[id] {
				continue
			}
			from := h.Own(id).Pos
			far := h.Table.Between(h.Meet(from), from)
			if far != rules.Unreachable && (best < 0 || far < bestFar) {
				best, bestFar = id, far
			}
		}
		if best < 0 {
			return
		}
		h.Go(best, h.Meet(h.Own(best).Pos))
	}
}

// Fetch sends the many idle minions that are nearest to the opponent's flag
// there, and the one that has it home.
func (h *Hand) Fetch(many int) {
	if c := h.Carrier(); c >= 0 {
		if h.idle[c] {
			h.Go(c, h.Home())
		}
		return
	}
	for range many {
		if id := h.Nearest(h.Prize().Pos); id >= 0 {
			h.Go(id, h.Prize().Pos)
		}
	}
}
