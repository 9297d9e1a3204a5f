package style

import rules "arbiter/referee/games/ctf"

// A racer plays for the flags first.
type racer struct {
	careful bool // who goes for the flag or has it steps out of sight
	guard   int  // steps within which a FIRE hits who comes for the own flag
}

// race lets the minion with the shortest way run for the opponent's flag, so that it
// is replaced at once when it dies. The next one keeps the own flag, wherever it lies
// or is carried to; the others collect. Score points are for the thief and for who
// comes near.
func (r racer) race(h *Hand) {
	carrier := h.Carrier()
	if carrier >= 0 && h.idle[carrier] {
		r.run(h, carrier, h.Home())
	}
	for id := range h.PerSeat {
		if h.idle[id] {
			h.defend(id, r.guard)
		}
	}
	if carrier < 0 {
		if id := h.nearestAlive(h.Prize().Pos, -1); id >= 0 && h.idle[id] {
			r.run(h, id, h.Prize().Pos)
		}
	}
	if h.Alive(h.Seat) > 2 || h.Thief() >= 0 { // the last two go for the flag and for coins
		post := h.Lookout(h.Treasure().Pos)
		if id := h.Nearest(post); id >= 0 {
			h.walk(id, post)
		}
	}
	for id := range h.PerSeat {
		if h.idle[id] {
			h.walk(id, h.coin(id))
		}
	}
}

// run lets the minion go a step to a cell.
func (r racer) run(h *Hand, id int, to rules.Cell) {
	if r.careful {
		h.Go(id, to)
	} else {
		h.walk(id, to)
	}
}

// intrusion is how many steps from the own flag an opponent comes for it.
const intrusion = 6

// defend lets a minion spend on the thief, FREEZE before FIRE, or FIRE at who comes for
// the flag and is so near, and reports whether it does. It never hits the own carrier.
func (h *Hand) defend(id, guard int) bool {
	if h.Credits < rules.FirePrice {
		return false
	}
	at := h.Own(id).Pos
	if c := h.Carrier(); c >= 0 && c != id && h.InSight(at, h.Own(c).Pos) {
		return false
	}
	if thief := h.Thief(); thief >= 0 {
		if f := h.Foe(thief); h.InSight(at, h.flees(f)) {
			strong := f.Free() && f.Health > 2*rules.FireDamage && h.Credits >= rules.FreezePrice+rules.FirePrice
			return strong && h.Use(id, rules.Freeze) || h.Use(id, rules.Fire)
		}
	}
	for other := range h.PerSeat {
		f := h.Foe(other)
		if f.Alive() && at.Distance(f.Pos) <= guard && h.Table.Between(f.Pos, h.Treasure().Pos) <= intrusion && h.InSight(at, f.Pos) {
			return h.Use(id, rules.Fire)
		}
	}
	return false
}
