package ctf

import rules "arbiter/referee/games/ctf"

// A task is what a minion does from turn to turn.
type task uint8

const (
	collect task = iota // go to the nearest coin that no mate goes to
	fetch               // take the opponent's flag and bring it home
	guard               // stop the carrier of the own flag; wait at the flag while nobody carries it
	hunt                // go to the nearest opponent
	hold                // stay
	taskCount
)

// A team is the tasks of a seat's minions, by id.
type team [rules.MaxMinions]task

// habit returns the tasks that seem natural: the minion next to the opponent's
// flag fetches it, the one that can stop the opponent's carrier first guards,
// all others collect.
func habit(s *rules.State, table *rules.Table, seat int) team {
	var tasks team
	flag := &s.Flags[1-seat]
	if flag.Carrier == rules.NoCarrier {
		if id := nearest(s, table, seat, flag.Pos, -1); id >= 0 {
			tasks[id] = fetch
		}
	} else {
		tasks[flag.Carrier] = fetch
	}
	if own := &s.Flags[seat]; own.Carrier != rules.NoCarrier {
		if id := nearest(s, table, seat, own.Pos, int(flag.Carrier)); id >= 0 {
			tasks[id] = guard
		}
	}
	return tasks
}

// nearest returns the seat's living minion nearest to a cell, or -1; the
// minion except does not count.
func nearest(s *rules.State, table *rules.Table, seat int, to rules.Cell, except int) int {
	best, bestFar := -1, 0
	for id := range s.PerSeat {
		m := &s.Minions[seat][id]
		if !m.Alive() || id == except {
			continue
		}
		far := table.Between(m.Pos, to)
		if far != rules.Unreachable && (best < 0 || far < bestFar) {
			best, bestFar = id, far
		}
	}
	return best
}

// orders returns what a seat does in this turn when its minions go about their
// tasks. A carrier always runs home; everybody else uses a power-up where it
// pays at once.
func orders(s *rules.State, table *rules.Table, seat int, tasks team) rules.Orders {
	var o rules.Orders
	credits := s.Credits[seat]
	coins := s.Coins // not yet the goal of a mate
	for id := range s.PerSeat {
		m := &s.Minions[seat][id]
		if !m.Free() {
			continue
		}
		if s.Flags[1-seat].Carrier == int8(id) {
			o.Commands[id] = table.Step(m.Pos, s.Bases[seat])
			continue
		}
		verb := powerUp(s, seat, id, credits)
		credits -= verb.Price()
		if verb != rules.Wait {
			o.Commands[id].Verb = verb
			continue
		}
		o.Commands[id] = table.Step(m.Pos, goal(s, table, seat, id, tasks[id], &coins))
	}
	return o
}

// goal returns where a task leads a minion. A coin that becomes the goal is
// taken out of coins.
func goal(s *rules.State, table *rules.Table, seat, id int, t task, coins *rules.Cells) rules.Cell {
	m := &s.Minions[seat][id]
	switch t {
	case fetch:
		if flag := &s.Flags[1-seat]; flag.Carrier == rules.NoCarrier {
			return flag.Pos
		}
	case guard:
		return meet(s, table, seat, m.Pos)
	case hunt:
		if prey := nearest(s, table, 1-seat, m.Pos, -1); prey >= 0 {
			return s.Minions[1-seat][prey].Pos
		}
	case hold:
		return m.Pos
	}
	if coin, ok := s.Nearest(m.Pos, coins); ok {
		coins.Remove(coin)
		return coin
	}
	return meet(s, table, seat, m.Pos)
}

// meet returns the first cell of the own flag's way to the opponent's base
// where a minion can be before the flag is, or the base.
func meet(s *rules.State, table *rules.Table, seat int, from rules.Cell) rules.Cell {
	flag, base := &s.Flags[seat], s.Bases[1-seat]
	at := flag.Pos
	if flag.Carrier == rules.NoCarrier {
		return at
	}
	for turns := 0; at != base && table.Between(from, at) > turns; turns++ {
		step := table.Step(at, base)
		if step.Verb != rules.Move {
			break
		}
		at = step.Target
	}
	return at
}

// powerUp returns Freeze when the opponent's carrier is in sight and still
// runs, Fire when it hits more opponents than mates, and Wait otherwise.
func powerUp(s *rules.State, seat, id, credits int) rules.Verb {
	if credits < rules.FirePrice {
		return rules.Wait
	}
	at := s.Minions[seat][id].Pos
	hits, mates := 0, 0
	carrier := false
	for other := range s.PerSeat {
		if m := &s.Minions[1-seat][other]; m.Alive() && s.InSight(at, m.Pos) {
			hits++
			carrier = carrier || m.Free() && s.Flags[seat].Carrier == int8(other)
		}
		if m := &s.Minions[seat][other]; other != id && m.Alive() && s.InSight(at, m.Pos) {
			mates++
		}
	}
	switch {
	case carrier && mates == 0 && credits >= rules.FreezePrice:
		return rules.Freeze
	case hits > mates:
		return rules.Fire
	}
	return rules.Wait
}
