package style

import rules "arbiter/referee/games/ctf"

// A racer is a way to play for the flags first.
type racer struct {
	careful bool // who goes for the flag or has it steps out of sight
	weapon  int  // steps within which the carrier FREEZEs who sees it
	guard   int  // steps within which a FIRE hits who comes for the own flag
	base    bool // the keeper stays at the own base, wherever the flag is
}

// race lets the minion with the shortest way run for the opponent's flag, so that it
// is replaced at once when it dies. The next one keeps the own flag, wherever it lies
// or is carried to; the others collect. Score points are for the thief and for who
// comes near.
func (r racer) race(h *Hand) {
	carrier := h.Carrier()
	if carrier >= 0 && h.idle[carrier] && !h.clear(carrier, r.weapon) {
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
		post := h.Home()
		if !r.base {
			post = h.lookout()
		}
		if id := h.Nearest(post); id >= 0 {
			h.walk(id, post)
		}
	}
	for id := range h.PerSeat {
		if h.idle[id] {
			h.walk(id, h.coin(id, lead))
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

// clear lets a minion FREEZE an opponent that sees it from no farther than that and
// can pay for a FIRE, and reports whether it does.
func (h *Hand) clear(id, near int) bool {
	if near == 0 || h.State.Credits[1-h.Seat] < rules.FirePrice {
		return false
	}
	at := h.Own(id).Pos
	for other := range h.PerSeat {
		if f := h.Foe(other); f.Free() && at.Distance(f.Pos) <= near && h.InSight(at, f.Pos) {
			return h.Use(id, rules.Freeze)
		}
	}
	return false
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
		f := h.Foe(thief)
		next := f.Pos
		if f.Free() {
			next = h.next(f.Pos, h.Gate())
		}
		if h.InSight(at, next) {
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

// lookout returns the cell beside the own flag, or its own, that sees most.
func (h *Hand) lookout() rules.Cell {
	flag := h.Treasure().Pos
	best, most := flag, 0
	for r := flag.R - 1; r <= flag.R+1; r++ {
		for c := flag.C - 1; c <= flag.C+1; c++ {
			at := rules.Cell{R: r, C: c}
			if !h.Open(at) || h.Table.Between(flag, at) == rules.Unreachable {
				continue
			}
			sight := h.Sight(at)
			if n := sight.Len(); n > most {
				best, most = at, n
			}
		}
	}
	return best
}
