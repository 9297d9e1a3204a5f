package stranger

import rules "arbiter/referee/games/ctf"

// spend lets a minion use a power-up and reports whether it does.
func (t *turn) spend(id int) bool {
	if t.credits < rules.FirePrice {
		return false
	}
	if id == int(t.prize().Carrier) {
		return t.Weapon && t.seen[id] && t.swings[id] == 0 && t.closest(id) <= weaponReach && t.use(id, rules.Freeze)
	}
	at := t.own(id).Pos
	if c := t.prize().Carrier; c != rules.NoCarrier && t.InSight(at, t.own(int(c)).Pos) {
		return false
	}
	if thief := t.thief(); thief >= 0 && t.shown[thief] && t.InSight(at, t.foe(thief).Pos) {
		return t.stop(id, thief)
	}
	if id == t.runner && t.Opens && t.clear(id) {
		return true
	}
	return t.intruder(at) && (t.Spends != OnSure || t.mates(at, id) == 0 && t.sure(at)) && t.use(id, rules.Fire)
}

// weaponReach is how near an opponent is that a carrier FREEZEs.
const weaponReach = 6

// closest returns how far the nearest opponent is that sees a minion and may act.
func (t *turn) closest(id int) int {
	at, best := t.own(id).Pos, 1000
	for other := range t.PerSeat {
		if f := t.foe(other); t.shown[other] && f.Free() && t.InSight(at, f.Pos) {
			best = min(best, at.Distance(f.Pos))
		}
	}
	return best
}

// intruder reports whether somebody in sight is near the minion and near the own flag.
func (t *turn) intruder(at rules.Cell) bool {
	for id := range t.PerSeat {
		f := t.foe(id)
		if t.shown[id] && t.InSight(at, f.Pos) && at.Distance(f.Pos) <= t.Guard && t.far(f.Pos, t.flag().Pos) <= t.Guard+2 {
			return true
		}
	}
	return false
}

// thief returns who carries the own flag, or lost it when it was frozen.
func (t *turn) thief() int {
	flag := t.flag()
	if flag.Carrier != rules.NoCarrier {
		return int(flag.Carrier)
	}
	for id := range t.PerSeat {
		if f := t.foe(id); t.shown[id] && f.Pos == flag.Pos && f.Timeout > 0 {
			return id
		}
	}
	return -1
}

// stop spends on the thief in sight: FREEZE first when it has more health than two
// FIREs and both can be paid, then FIRE.
func (t *turn) stop(id, thief int) bool {
	at, f := t.own(id).Pos, t.foe(thief)
	if !f.Free() {
		return t.use(id, rules.Fire)
	}
	next := f.Pos
	if step := t.Table.Step(f.Pos, t.Bases[1-t.Seat]); step.Verb == rules.Move {
		next = step.Target
	}
	if t.met[thief] && !t.InSight(at, next) {
		return false
	}
	t.met[thief] = true
	if t.Spends == OnSure && t.hurried() && t.use(id, rules.Freeze) {
		return true
	}
	if f.Health > 2*rules.FireDamage && t.credits >= rules.FreezePrice+rules.FirePrice {
		return t.use(id, rules.Freeze)
	}
	return t.use(id, rules.Fire)
}

// hurried reports whether the own runner has the opponent's flag past half way home.
func (t *turn) hurried() bool {
	half := t.far(t.Bases[0], t.Bases[1]) / 2
	return t.prize().Carrier != rules.NoCarrier && t.far(t.prize().Pos, t.home()) < half
}

// sure reports whether an opponent in sight cannot step aside or stood still.
func (t *turn) sure(at rules.Cell) bool {
	for id := range t.PerSeat {
		f := t.foe(id)
		if !t.shown[id] || !t.InSight(at, f.Pos) {
			continue
		}
		still := t.Mind.shown[id] && t.last[1-t.Seat][id].Pos == f.Pos
		stuck := true
		for _, side := range f.Pos.Neighbours() {
			stuck = stuck && (!t.Open(side) || t.InSight(at, side))
		}
		if still || stuck || !f.Free() {
			return true
		}
	}
	return false
}

// mates counts the own minions in sight of a cell beside one.
func (t *turn) mates(at rules.Cell, except int) int {
	n := 0
	for id := range t.PerSeat {
		if id != except && t.own(id).Alive() && t.InSight(at, t.own(id).Pos) {
			n++
		}
	}
	return n
}

const (
	guardCredits = 45 // with which the runner FREEZEs a guard
	guardPause   = 9  // turns until it does so again
)

// clear lets the runner FREEZE a guard of the opponent's flag.
func (t *turn) clear(id int) bool {
	if t.credits < guardCredits || t.Turn < t.pause || t.swings[id] > 0 || !t.seen[id] || t.far(t.own(id).Pos, t.prize().Pos) > 8 {
		return false
	}
	t.pause = t.Turn + guardPause
	return t.use(id, rules.Freeze)
}

func (t *turn) use(id int, verb rules.Verb) bool {
	if t.credits < verb.Price() {
		return false
	}
	t.credits -= verb.Price()
	t.orders.Commands[id] = rules.Command{Verb: verb}
	return true
}
