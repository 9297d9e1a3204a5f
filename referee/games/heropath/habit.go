package heropath

import "arbiter/referee"

// The habits of a hero, by their index in Habits.
const (
	habitUnused = iota
	habitStill
	habitBack
	habitExcess
	habitInVain
	habitFatigue
	habitPassed
	habits
)

// Habits implements referee.HabitLister. Usual is of the boss on the first 30 seeds.
func (Game) Habits() []referee.Habit {
	return []referee.Habit{
		habitUnused:  {Chance: "turns of the tests", Shown: "it had no move left for them", Usual: 0.13},
		habitStill:   {Chance: "moves", Shown: "the hero stood still", Usual: 0},
		habitBack:    {Chance: "moves", Shown: "the hero returned to where he was two moves before", Usual: 0},
		habitExcess:  {Chance: "kills", Shown: "less than half of the hero's power was needed to kill", Usual: 0.26},
		habitInVain:  {Chance: "attacks", Shown: "they hit monsters that never died", Usual: 0},
		habitFatigue: {Chance: "kills", Shown: "fatigue took more than half of the gold", Usual: 0},
		habitPassed:  {Chance: "turns with a monster in range that one attack would kill", Shown: "the hero moved instead", Usual: 0.05},
	}
}

// Par implements referee.HabitLister: tests differ too much.
func (Game) Par() float64 { return 0 }

// Watch implements referee.HabitLister.
func (Game) Watch(m referee.Match, _ int) referee.Watcher {
	h := m.(*match)
	w := &watcher{hp: append([]int64{}, h.state.hp...), attacks: map[int64]int{}}
	w.look(h)
	return w
}

// A watcher watches the hero.
type watcher struct {
	hero      Hero
	hp        []int64 // of the monsters before the turn
	trail     [2][2]int64
	moved     int           // moves so far
	attacks   map[int64]int // on monsters that live, by monster
	struck    int           // attacks so far
	prey      bool          // an attack would kill now
	counts    [habits]referee.Sighting
	sightings []referee.Sighting
}

// look keeps the position in front of the next turn.
func (w *watcher) look(m *match) {
	w.hero, w.prey = m.state.Hero, false
	for id := range w.hp {
		mon := &m.state.World.Monsters[id]
		w.hp[id] = m.state.hp[id]
		w.prey = w.prey || w.hp[id] > 0 && w.hp[id] <= w.hero.Power && mon.Gold > 0 &&
			distance2(w.hero.X, w.hero.Y, mon.X, mon.Y) <= square(w.hero.Range)
	}
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
func (w *watcher) Saw(m referee.Match, _ []string) []referee.Sighting {
	w.counts, w.sightings = [habits]referee.Sighting{}, w.sightings[:0]
	h := m.(*match)
	if h.played {
		w.act(h)
	}
	w.look(h)
	if h.reason == OK {
		w.end(h)
	}
	for _, c := range w.counts {
		if c.Chances > 0 {
			w.sightings = append(w.sightings, c)
		}
	}
	return w.sightings
}

// act looks at the move that was just played.
func (w *watcher) act(h *match) {
	a := h.move()
	if w.prey {
		w.see(habitPassed, 1, count(a.Type == Move))
	}
	if a.Type == Move {
		at := [2]int64{a.TargetX, a.TargetY}
		still := at == [2]int64{w.hero.X, w.hero.Y}
		w.see(habitStill, 1, count(still))
		w.see(habitBack, 1, count(!still && w.moved > 1 && at == w.trail[1]))
		w.trail = [2][2]int64{at, w.trail[0]}
		w.moved++
		return
	}
	left := h.state.hp[a.TargetID]
	w.attacks[a.TargetID]++
	w.struck++
	if left > 0 {
		return
	}
	delete(w.attacks, a.TargetID)
	w.see(habitExcess, 1, count(2*w.hp[a.TargetID] < w.hero.Power))
	if gold := h.state.World.Monsters[a.TargetID].Gold; gold > 0 {
		w.see(habitFatigue, 1, count(2*(h.state.Gold-w.hero.Gold) < gold))
	}
}

// end looks at the match as a whole.
func (w *watcher) end(h *match) {
	unused := int(h.state.World.NumTurns - w.hero.Turn)
	if !w.gold(h) {
		unused = 0
	}
	w.see(habitUnused, int(w.hero.Turn)+unused, unused)
	vain := 0
	for _, n := range w.attacks {
		vain += n
	}
	if w.struck > 0 {
		w.see(habitInVain, w.struck, vain)
	}
}

// gold reports whether a living monster has gold that attacks in the turns that are left
// could come to.
func (w *watcher) gold(h *match) bool {
	left := h.state.World.NumTurns - w.hero.Turn
	for id := range w.hp {
		if m := &h.state.World.Monsters[id]; w.hp[id] > 0 && m.Gold > 0 && (w.hp[id]-1)/max(1, w.hero.Power) < left {
			return true
		}
	}
	return false
}
