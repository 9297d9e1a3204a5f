package stranger

import rules "arbiter/referee/games/ctf"

// dodge lets a minion in sight of somebody step aside and reports whether it does.
func (t *turn) dodge(id int) bool {
	if !t.seen[id] || t.State.Credits[1-t.Seat] < rules.FirePrice || t.Habits.Dodges == Never || !t.willing(id) {
		return false
	}
	at := t.own(id).Pos
	best, bestFar := at, 0
	for _, side := range at.Neighbours() {
		if !t.Open(side) || t.visible(side) {
			continue
		}
		if far := t.far(side, t.home()); best == at || far < bestFar {
			best, bestFar = side, far
		}
	}
	if best == at {
		return false
	}
	t.swings[id]++
	t.walk(id, best)
	return true
}

// willing reports whether a minion has not dodged enough.
func (t *turn) willing(id int) bool {
	if t.Calm && id == t.runner {
		return false
	}
	if t.Habits.Dodges == Refilled {
		return t.swings[id] < t.limit[id] && (id != t.keeper || t.limit[id] > 2)
	}
	few := t.Alive(t.Seat) <= 2
	switch {
	case id == int(t.prize().Carrier):
		return t.swings[id] < 4
	case id == t.runner:
		if few && t.swings[id] > 1 {
			return false
		}
		most := 2 * t.State.Credits[1-t.Seat] / rules.FirePrice
		if t.quiet > 8 {
			most = min(most, 4)
		}
		return t.swings[id] < most
	case id == t.keeper:
		return false
	}
	unharmed := t.last[t.Seat][id].Health == t.own(id).Health
	return !(t.inLine[id][1] && unharmed)
}

// visible reports whether an opponent that is shown and may act sees a cell.
func (t *turn) visible(at rules.Cell) bool {
	for id := range t.PerSeat {
		if f := t.foe(id); t.shown[id] && f.Free() && t.InSight(f.Pos, at) {
			return true
		}
	}
	return false
}
