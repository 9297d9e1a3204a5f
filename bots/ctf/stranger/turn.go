package stranger

import (
	"arbiter/bots/ctf/style"
	rules "arbiter/referee/games/ctf"
)

// A turn is what a Mind works out in one turn.
type turn struct {
	style.View
	*Mind
	orders  rules.Orders
	credits int         // that are left
	coins   rules.Cells // that no mate goes to
	shown   [rules.MaxMinions]bool
	seen    [rules.MaxMinions]bool // the own minion, by somebody who may act and pay

	runner, keeper, shadow int // ids, or -1
}

func (t *turn) own(id int) *rules.Minion  { return &t.Minions[t.Seat][id] }
func (t *turn) foe(id int) *rules.Minion  { return &t.Minions[1-t.Seat][id] }
func (t *turn) home() rules.Cell          { return t.Bases[t.Seat] }
func (t *turn) prize() *rules.Flag        { return &t.Flags[1-t.Seat] }
func (t *turn) flag() *rules.Flag         { return &t.Flags[t.Seat] }
func (t *turn) far(a, b rules.Cell) int   { return t.Table.Between(a, b) }
func (t *turn) walk(id int, c rules.Cell) { t.orders.Commands[id] = t.Table.Step(t.own(id).Pos, c) }

// look finds out who is in sight of whom, and what has changed.
func (t *turn) look() {
	for id := range t.PerSeat {
		t.shown[id] = t.Shows(t.Seat, id)
	}
	for id := range t.PerSeat {
		me := t.own(id)
		for other := range t.PerSeat {
			f := t.foe(other)
			if me.Alive() && t.shown[other] && f.Free() && t.InSight(me.Pos, f.Pos) {
				t.seen[id] = true
			}
		}
		if t.begun && me.Alive() && me.Health < t.last[t.Seat][id].Health {
			t.swings[id] = 0
			switch {
			case t.Turn < 7:
				t.limit[id] = 5
			case t.Turn < 15:
				t.limit[id] = 4
			}
		}
	}
	t.quiet++
	if t.State.Credits[1-t.Seat] < t.credit {
		t.quiet = 0
	}
}

// remember keeps what the next turn asks for.
func (t *turn) remember() {
	t.begun, t.last, t.Mind.shown = true, t.Minions, t.shown
	for id := range t.PerSeat {
		t.inLine[id] = [2]bool{t.seen[id], t.inLine[id][0]}
	}
	t.credit = t.State.Credits[1-t.Seat]
}

// nearest returns the living minion nearest to a cell for which fits holds, or -1.
func (t *turn) nearest(to rules.Cell, fits func(id int) bool) int {
	best, bestFar := -1, 0
	for id := range t.PerSeat {
		if !t.own(id).Alive() || !fits(id) {
			continue
		}
		if far := t.far(t.own(id).Pos, to); far != rules.Unreachable && (best < 0 || far < bestFar) {
			best, bestFar = id, far
		}
	}
	return best
}

// cast gives out the roles.
func (t *turn) cast() {
	t.keeper, t.shadow = -1, -1
	t.runner = int(t.prize().Carrier)
	if t.runner < 0 {
		t.runner = t.nearest(t.prize().Pos, func(int) bool { return true })
	}
	alive := t.Alive(t.Seat)
	if t.Keeper != None && alive > max(1, t.Few) {
		to := t.flag().Pos
		if t.Keeper == Rear && t.flag().Carrier == rules.NoCarrier && to == t.home() {
			t.keeper = t.farthest(t.prize().Pos)
		} else {
			t.keeper = t.nearest(to, func(id int) bool { return id != t.runner })
		}
	}
	if t.Shadow && alive > 2 && t.runner >= 0 {
		weak := t.prize().Carrier != rules.NoCarrier && t.own(t.runner).Health <= rules.FireDamage
		t.shadow = t.nearest(t.own(t.runner).Pos, func(id int) bool {
			return id != t.runner && id != t.keeper && (!weak || t.own(id).Health > rules.FireDamage)
		})
	}
}

func (t *turn) farthest(from rules.Cell) int {
	best, bestFar := -1, -1
	for id := range t.PerSeat {
		if far := t.far(t.own(id).Pos, from); t.own(id).Alive() && id != t.runner && far > bestFar {
			best, bestFar = id, far
		}
	}
	return best
}

// act lets a minion play its role.
func (t *turn) act(id int) {
	switch id {
	case int(t.prize().Carrier):
		t.walk(id, t.home())
	case t.runner:
		t.walk(id, t.prize().Pos)
	case t.keeper:
		t.walk(id, t.post())
	case t.shadow:
		t.follow(id)
	default:
		t.collect(id)
	}
}

// post returns where the keeper stands.
func (t *turn) post() rules.Cell {
	flag := t.flag().Pos
	switch {
	case t.Keeper == Statue:
		return flag
	case t.Keeper == Lookout:
		best, most := flag, 0
		for r := flag.R - 1; r <= flag.R+1; r++ {
			for c := flag.C - 1; c <= flag.C+1; c++ {
				at := rules.Cell{R: r, C: c}
				if !t.Open(at) || t.far(flag, at) == rules.Unreachable {
					continue
				}
				sight := t.Sight(at)
				if n := sight.Len(); n > most {
					best, most = at, n
				}
			}
		}
		return best
	case flag == t.home() && t.flag().Carrier == rules.NoCarrier:
		if step := t.Table.Step(flag, t.Bases[1-t.Seat]); step.Verb == rules.Move {
			return step.Target
		}
	}
	return flag
}

// A shadow collects no farther than that from the runner.
const shadowReach = 8

// follow keeps the shadow near the runner, collecting.
func (t *turn) follow(id int) {
	at := t.own(t.runner).Pos
	if t.prize().Pos == t.Bases[1-t.Seat] { // nothing to take over yet
		t.collect(id)
		return
	}
	if t.far(t.own(id).Pos, at) > shadowReach {
		t.walk(id, at)
		return
	}
	near := t.coins
	for r := range t.Rows {
		for c := range t.Cols {
			if cell := (rules.Cell{R: int8(r), C: int8(c)}); cell.Distance(at) > shadowReach {
				near.Remove(cell)
			}
		}
	}
	if coin, ok := t.State.Nearest(t.own(id).Pos, &near); ok {
		t.coins.Remove(coin)
		t.walk(id, coin)
	}
}

// collect sends a minion to coins, or to the own flag when there are none.
func (t *turn) collect(id int) {
	from := t.own(id).Pos
	if t.Richest {
		if to, ok := t.richest(from); ok {
			t.coins.Remove(to)
			t.walk(id, to)
			return
		}
	}
	if coin, ok := t.State.Nearest(from, &t.coins); ok {
		t.coins.Remove(coin)
		t.walk(id, coin)
		return
	}
	t.walk(id, t.flag().Pos)
}

// pathLength bounds the paths that richest compares.
const pathLength = 10

// richest returns the end of the shortest path with the most coins.
func (t *turn) richest(from rules.Cell) (to rules.Cell, ok bool) {
	distances := t.Table.To(from)
	var worth [rules.MaxRows][rules.MaxCols]int
	best := 0
	for far := 1; far <= pathLength; far++ {
		for r := range t.Rows {
			for c := range t.Cols {
				at := rules.Cell{R: int8(r), C: int8(c)}
				if distances.From(at) != far {
					continue
				}
				most := 0
				for _, side := range at.Neighbours() {
					if distances.From(side) == far-1 {
						most = max(most, worth[side.R][side.C])
					}
				}
				if t.coins.Has(at) {
					most++
				}
				worth[r][c] = most
				if t.coins.Has(at) && most > best {
					best, to, ok = most, at, true
				}
			}
		}
	}
	return to, ok
}
