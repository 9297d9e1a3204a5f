package style

import rules "arbiter/referee/games/ctf"

// Thrift is how many credits most styles keep for the thief: ten FIREs.
const Thrift = 10 * rules.FirePrice

// A sight is what a power-up of a minion would reach.
type sight struct {
	foes, mates int  // that are in sight now
	free        int  // of the foes, those that may act
	sure        int  // quarters of a foe to expect in sight after the moves
	weak        int  // of the foes, those that a FIRE kills, as far as they are sure
	thief       bool // the thief, in sight after its next step
	carrier     bool // the own one
}

func (h *Hand) sight(id int) sight {
	var s sight
	at, thief, carrier := h.Own(id).Pos, h.Thief(), h.Carrier()
	for other := range h.PerSeat {
		if m := h.Foe(other); m.Alive() {
			seen := h.InSight(at, m.Pos)
			if seen {
				s.foes++
			}
			if other == thief {
				next := m.Pos
				if m.Free() {
					next = h.next(m.Pos, h.Gate())
				}
				if h.InSight(at, next) {
					s.thief = true
					s.sure += 4
				}
				continue
			}
			if !seen {
				continue
			}
			sure := h.sure(at, m)
			s.sure += sure
			if m.Free() {
				s.free++
			}
			if m.Health <= rules.FireDamage && sure >= 3 {
				s.weak++
			}
		}
		if m := h.Own(other); other != id && m.Alive() && h.InSight(at, m.Pos) {
			s.mates++
			s.carrier = s.carrier || other == carrier
		}
	}
	return s
}

// sure returns how likely the minion is in sight of a cell after its move, in
// quarters: one that sees a target it can pay to fire at is likely to stay.
func (h *Hand) sure(at rules.Cell, m *rules.Minion) int {
	if !m.Free() {
		return 4
	}
	open, seen := 0, 0
	for _, side := range m.Pos.Neighbours() {
		if h.Walls.Has(side) {
			continue
		}
		open++
		if h.InSight(at, side) {
			seen++
		}
	}
	if seen == open {
		return 4
	}
	if h.State.Credits[1-h.Seat] >= rules.FirePrice {
		return 3
	}
	return min(3, 4*seen/open)
}

// Powers lets every idle minion use a power-up where it pays: see Power.
func (h *Hand) Powers(spare int) {
	for id := range h.PerSeat {
		if h.idle[id] {
			h.Power(id, spare)
		}
	}
}

// Power lets a minion FIRE at the thief, or FREEZE it when no number of FIREs stops
// it in time. The minion also FIREs at others when more opponents than mates are sure
// to be hit. Then so many credits must be left afterwards. A carrier has no time for
// any of this. Power reports whether the minion uses something.
func (h *Hand) Power(id, spare int) bool {
	if h.Credits < rules.FirePrice {
		return false
	}
	s := h.sight(id)
	if s.sure == 0 || s.carrier {
		return false
	}
	if s.thief {
		thief := h.Foe(h.Thief())
		return thief.Free() && s.mates < 2 && h.escapes(thief) && h.Use(id, rules.Freeze) ||
			s.mates <= s.foes && h.Use(id, rules.Fire)
	}
	if id == h.Carrier() {
		return false
	}
	return s.sure >= 4*s.mates+3 && (s.weak > 0 || h.Credits >= spare+rules.FirePrice) && h.Use(id, rules.Fire)
}

// escapes reports whether a FIRE each turn would kill the thief too late.
func (h *Hand) escapes(thief *rules.Minion) bool {
	fires := (int(thief.Health) + rules.FireDamage - 1) / rules.FireDamage
	return fires > h.Table.Between(thief.Pos, h.Gate())-2
}

// next returns the cell that a way enters from a cell.
func (h *Hand) next(from, to rules.Cell) rules.Cell {
	if step := h.Table.Step(from, to); step.Verb == rules.Move {
		return step.Target
	}
	return from
}
