package flames

import "arbiter/referee"

// The habits of a character, by their index in Habits.
const (
	habitImmo = iota
	habitEmpty
	habitRest
	habitBack
	habitAway
	habits
)

// Habits implements referee.HabitLister. Usual is of the boss on the first 30 seeds.
func (Game) Habits() []referee.Habit {
	return []referee.Habit{
		habitImmo:  {Chance: "HP that it paid", Shown: "it paid %d for IMMO", Usual: 0, Amount: true},
		habitEmpty: {Chance: "cycles with a flame that it did not die in", Shown: "it extinguished none", Usual: 0.17},
		habitRest:  {Chance: "AP of cycles that it ended with a flame left", Shown: "it left %d unused", Usual: 0.34, Amount: true},
		habitBack:  {Chance: "movements", Shown: "it returned to where it was two movements before", Usual: 0.01},
		habitAway:  {Chance: "movements with a flame on the map", Shown: "it went away from the nearest flame", Usual: 0.06},
	}
}

// Par implements referee.HabitLister: about what the boss keeps.
func (Game) Par() float64 { return 30 }

// Watch implements referee.HabitLister.
func (Game) Watch(m referee.Match, _ int) referee.Watcher {
	f := m.(*match)
	return &watcher{test: f.test, state: f.state, trail: [2]Cell{f.state.Pos, f.state.Pos}, flames: !f.state.Flames.Empty()}
}

// A watcher watches the character.
type watcher struct {
	test      *Case
	state     State
	trail     [2]Cell // where it was before the last movement, and before the one before it
	moved     int     // movements so far
	flames    bool    // the cycle has had a flame
	put       bool    // one of them was extinguished in it
	counts    [habits]referee.Sighting
	sightings []referee.Sighting
}

func (w *watcher) see(habit, chances, shown int) {
	c := &w.counts[habit]
	c.Habit = habit
	c.Chances += chances
	c.Shown += shown
}

func count(shown bool) int {
	if shown {
		return 1
	}
	return 0
}

// Saw implements referee.Watcher.
func (w *watcher) Saw(m referee.Match, answer []string) []referee.Sighting {
	w.counts, w.sightings = [habits]referee.Sighting{}, w.sightings[:0]
	if len(answer) > 0 {
		line := ReadAnswer(answer[0])
		for piece, ok := line.Next(); ok && w.state.Outcome == Playing; piece, ok = line.Next() {
			action, err := ParseAction(piece)
			if err != nil || w.state.Refuses(w.test, action) != NoRefusal {
				break
			}
			w.act(action)
			if action == Pass {
				break
			}
		}
	}
	w.state = m.(*match).state
	for _, c := range w.counts {
		if c.Chances > 0 {
			w.sightings = append(w.sightings, c)
		}
	}
	return w.sightings
}

// act plays an action of the answer.
func (w *watcher) act(a Action) {
	before := w.state
	w.state.Act(w.test, a, nil)
	now := &w.state
	if now.Outcome.Dead() {
		return
	}
	w.flames = w.flames || !before.Flames.Empty()
	switch {
	case a == Pass:
		if w.flames {
			w.see(habitEmpty, 1, count(!w.put))
		}
		if !before.Flames.Empty() {
			w.see(habitRest, AP, int(before.AP))
		}
		w.flames, w.put = !now.Flames.Empty(), false
	case a >= ImmoNE:
		w.see(habitImmo, ImmoHP, ImmoHP)
	default:
		w.see(habitImmo, MoveHP, 0)
		extinguished := before.Flames.Has(now.Pos)
		w.put = w.put || extinguished
		if !before.Flames.Empty() {
			w.see(habitAway, 1, count(!extinguished && before.nearest(now.Pos) > before.nearest(before.Pos)))
		}
		if w.moved > 0 {
			w.see(habitBack, 1, count(!extinguished && now.Pos == w.trail[1]))
		}
		w.moved++
		w.trail = [2]Cell{now.Pos, before.Pos}
	}
}

// nearest returns how far the nearest flame is from a cell, in steps.
func (s *State) nearest(from Cell) int {
	least := 0
	for f := range s.Flames.All() {
		if n := abs(int(f.X)-int(from.X)) + abs(int(f.Y)-int(from.Y)); least == 0 || n < least {
			least = n
		}
	}
	return least
}
