package ctf

import (
	"strings"

	"arbiter/referee"
)

// The habits of a team, by their index in Habits.
const (
	habitSpare = iota
	habitColumn
	habitBurnt
	habitWaste
	habitStray
	habitStill
	habitBack
	habitRetreat
	habitNothing
	habits
)

// Habits implements referee.HabitLister. Usual is of the boss on the first 15 seeds.
func (Game) Habits() []referee.Habit {
	return []referee.Habit{
		habitSpare:   {Chance: "turns with more opponents than mates in a minion's line of sight and the price of FIRE", Shown: "it used neither FIRE nor FREEZE", Usual: 0.7},
		habitColumn:  {Chance: "turns in which an opponent's minion saw one of its own", Shown: "two or more stood in that line of sight, where one FIRE hits them all", Usual: 0.08},
		habitBurnt:   {Chance: "uses of FIRE and FREEZE by the opponent that hit it", Shown: "they hit two or more of its minions, which stood in one line of sight", Usual: 0.1},
		habitWaste:   {Chance: "uses of FIRE and FREEZE", Shown: "it hit no opponent", Usual: 0.28},
		habitStray:   {Chance: "turns of a minion that carried the flag", Shown: "it came no nearer to its own base", Usual: 0.09},
		habitStill:   {Chance: "turns of a minion that could act", Shown: "it stayed where it was and did nothing", Usual: 0.03},
		habitBack:    {Chance: "steps", Shown: "the minion returned to where it was two turns before", Usual: 0.17},
		habitRetreat: {Chance: "turns of a minion that saw an opponent and was seen by it", Shown: "it walked away from the nearest one", Usual: 0.51},
		habitNothing: {Chance: "commands", Shown: "the command had no effect", Usual: 0},
	}
}

// Par implements referee.HabitLister.
func (Game) Par() float64 { return 0 }

// Watch implements referee.HabitLister.
func (Game) Watch(m referee.Match, seat int) referee.Watcher {
	w := &watcher{seat: seat, before: m.(*match).state}
	for id := range w.trail {
		w.trail[id] = w.before.Minions[seat][id].Pos
	}
	w.home = w.before.Distances(w.before.Bases[seat])
	return w
}

// A watcher watches a team.
type watcher struct {
	seat      int
	before    State
	trail     [MaxMinions]Cell // where the minions were before the last turn
	home      Distances
	counts    [habits]referee.Sighting
	sightings []referee.Sighting
}

func (w *watcher) see(habit int, shown bool) *referee.Sighting {
	c := &w.counts[habit]
	c.Habit = habit
	c.Chances++
	if shown {
		c.Shown++
	}
	return c
}

// Saw implements referee.Watcher.
func (w *watcher) Saw(m referee.Match, answer []string) []referee.Sighting {
	w.counts, w.sightings = [habits]referee.Sighting{}, w.sightings[:0]
	now := m.(*match)
	orders := Orders{Missing: true}
	if len(answer) > 0 {
		orders, _ = w.before.Parse(w.seat, answer[0])
	}
	w.hear(now.events.All())
	w.column()
	w.spare(&orders, now.events.All())
	if !orders.Missing {
		for id := range w.before.PerSeat {
			w.minion(id, &orders, &now.state)
		}
	}
	for id := range w.trail {
		w.trail[id] = w.before.Minions[w.seat][id].Pos
	}
	w.before = now.state
	for _, c := range w.counts {
		if c.Chances > 0 {
			w.sightings = append(w.sightings, c)
		}
	}
	return w.sightings
}

// hear looks at what happened.
func (w *watcher) hear(events []Event) {
	user, hits := -1, [2]int{} // who used the power-up that is being resolved, and what it hit by seat
	flush := func() {
		switch {
		case user == w.seat:
			w.see(habitWaste, hits[1-w.seat] == 0)
		case user >= 0 && hits[w.seat] > 0:
			w.see(habitBurnt, hits[w.seat] > 1)
		}
		user, hits = -1, [2]int{}
	}
	for _, e := range events {
		switch e.Kind {
		case Fired, Froze:
			flush()
			user = int(e.Seat)
		case Hit, Frozen:
			if e.Kind == Frozen || e.By == Fire {
				hits[e.Seat]++
			}
		}
	}
	flush()
}

// column looks how many of the seat's minions stand in the sight of one opponent.
func (w *watcher) column() {
	s, most := &w.before, 0
	for id := range s.PerSeat {
		enemy := &s.Minions[1-w.seat][id]
		if !enemy.Alive() {
			continue
		}
		most = max(most, w.inLine(enemy.Pos, w.seat))
	}
	if most > 0 && s.Alive(w.seat) > 1 {
		w.see(habitColumn, most > 1)
	}
}

// inLine returns how many minions of a seat a cell sees.
func (w *watcher) inLine(from Cell, seat int) (n int) {
	for id := range w.before.PerSeat {
		if m := &w.before.Minions[seat][id]; m.Alive() && w.before.InSight(from, m.Pos) {
			n++
		}
	}
	return n
}

// spare looks whether the seat used what it could pay where it would have hit.
func (w *watcher) spare(orders *Orders, events []Event) {
	s := &w.before
	if s.Credits[w.seat] < FirePrice {
		return
	}
	for id := range s.PerSeat {
		m := &s.Minions[w.seat][id]
		if !m.Free() || w.inLine(m.Pos, 1-w.seat) < w.inLine(m.Pos, w.seat) { // that counts the minion itself
			continue
		}
		used := false
		for _, e := range events {
			used = used || int(e.Seat) == w.seat && (e.Kind == Fired || e.Kind == Froze)
		}
		w.see(habitSpare, !used).Better = w.with(orders, id, Command{Verb: Fire})
		return
	}
}

// with returns the orders with another command for one minion, as an answer.
func (w *watcher) with(orders *Orders, id int, c Command) string {
	var parts []string
	for i := range w.before.PerSeat {
		if !w.before.Minions[w.seat][i].Alive() {
			continue
		}
		given := orders.Commands[i]
		if i == id {
			given = c
		}
		parts = append(parts, string(given.Append(nil, i)))
	}
	return strings.Join(parts, " | ")
}

// minion looks at the command of one minion.
func (w *watcher) minion(id int, orders *Orders, now *State) {
	s, command := &w.before, orders.Commands[id]
	m, after := &s.Minions[w.seat][id], &now.Minions[w.seat][id]
	if !m.Free() {
		return
	}
	stayed := m.Pos == after.Pos
	if command.Verb == Move {
		w.see(habitNothing, stayed && command.Target != m.Pos)
	}
	if command.Verb < Fire {
		w.see(habitStill, stayed)
		if !stayed {
			w.see(habitBack, after.Pos == w.trail[id])
		}
	}
	if int(s.Flags[1-w.seat].Carrier) == id && command.Verb < Fire {
		strayed := w.home.From(after.Pos) >= w.home.From(m.Pos)
		c := w.see(habitStray, strayed)
		if step := w.home.nearer(m.Pos); strayed && step != m.Pos {
			c.Better = w.with(orders, id, Command{Move, step})
		}
		return // it has somewhere to go
	}
	w.retreat(id, command, after.Pos, orders)
}

// retreat looks whether a minion walked away from the opponent that it sees.
func (w *watcher) retreat(id int, command Command, to Cell, orders *Orders) {
	s := &w.before
	from := s.Minions[w.seat][id].Pos
	nearest, found := Cell{}, false
	for other := range s.PerSeat {
		enemy := &s.Minions[1-w.seat][other]
		if enemy.Alive() && s.InSight(from, enemy.Pos) && (!found || from.Distance(enemy.Pos) < from.Distance(nearest)) {
			nearest, found = enemy.Pos, true
		}
	}
	if !found {
		return
	}
	fled := command.Verb == Move && to.Distance(nearest) > from.Distance(nearest)
	c := w.see(habitRetreat, fled)
	if fled {
		c.Better = w.with(orders, id, Command{Move, s.Toward(from, nearest)})
	}
}
