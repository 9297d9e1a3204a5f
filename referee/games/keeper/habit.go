package keeper

import "arbiter/referee"

// The habits of a hero, by their index in Habits.
const (
	habitExit = iota
	habitWaste
	habitRetreat
	habitWait
	habitDither
	habitPotion
	habitNothing
)

// Habits implements referee.HabitLister. Usual is of the boss on the first 30 seeds.
func (Game) Habits() []referee.Habit {
	return []referee.Habit{
		habitExit:    {Chance: "matches in which there was time to walk to the exit that it had seen", Shown: "it did not go there", Usual: 0},
		habitWaste:   {Chance: "attacks that used a charge", Shown: "it hit nothing, or only boxes", Usual: 0.09},
		habitRetreat: {Chance: "turns with a dangerous monster within the reach of a weapon", Shown: "it moved away instead of attacking", Usual: 0.31},
		habitWait:    {Chance: "turns", Shown: "it stayed where it was and did nothing", Usual: 0.06},
		habitDither:  {Chance: "turns without a dangerous monster in sight", Shown: "it returned to where it was two turns before", Usual: 0.05},
		habitPotion:  {Chance: "turns with at most half of its health and a potion in sight", Shown: "it neither attacked nor went nearer to the potion", Usual: 0.23},
		habitNothing: {Chance: "turns", Shown: "its command had no effect", Usual: 0},
	}
}

// Par implements referee.HabitLister: the exit and a few treasures.
func (Game) Par() float64 { return ExitScore + 4*TreasureScore }

// Watch implements referee.HabitLister.
func (Game) Watch(m referee.Match, _ int) referee.Watcher {
	k := m.(*match)
	w := &watcher{before: k.state, seen: k.seen}
	w.trail = [2]Cell{k.state.Hero.Cell, k.state.Hero.Cell}
	w.find()
	return w
}

// A watcher watches the hero.
type watcher struct {
	before    State
	seen      Set     // the cells of all inputs so far
	trail     [2]Cell // where the hero was before the last turn, and before the one before it
	walked    int     // turns since the start
	exit      Cell
	found     bool // the exit is known
	nearest   int  // the fewest steps that the exit was away
	since     int  // turns played when it first was so near
	sightings []referee.Sighting
}

// find notes the exit that the hero sees.
func (w *watcher) find() {
	for exit := range w.before.Things[Exit].And(w.seen).All() {
		n, ok := w.before.steps(w.before.Hero.Cell, exit, w.seen)
		if ok && (!w.found || n < w.nearest) {
			w.exit, w.found, w.nearest, w.since = exit, true, n, w.before.Turn
		}
	}
}

// steps returns the length of the shortest way over known cells without obstacles.
func (s *State) steps(from, to Cell, known Set) (n int, ok bool) {
	var reached Set
	reached.Add(from)
	for ; !reached.Has(to); n++ {
		next := reached.Grown().And(known).Without(s.Things[Obstacle]).Or(reached)
		if next == reached {
			return 0, false
		}
		reached = next
	}
	return n, true
}

func (w *watcher) see(habit int, shown bool, better string) {
	n := 0
	if shown {
		n = 1
	}
	w.sightings = append(w.sightings, referee.Sighting{Habit: habit, Chances: 1, Shown: n, Better: better})
}

// Saw implements referee.Watcher.
func (w *watcher) Saw(m referee.Match, answer []string) []referee.Sighting {
	w.sightings = w.sightings[:0]
	now := m.(*match)
	if len(answer) > 0 {
		if action, _, fault := Parse(answer[0]); fault == nil {
			w.act(action, now)
		}
	}
	w.trail = [2]Cell{w.before.Hero.Cell, w.trail[0]}
	w.before, w.seen = now.state, now.seen
	w.walked++
	w.find()
	if now.state.Over() {
		w.end(&now.state)
	}
	return w.sightings
}

// act looks at an action of the hero.
func (w *watcher) act(action Action, now *match) {
	s := &w.before
	deed := s.Resolve(action)
	from, to := s.Hero.Cell, now.state.Hero.Cell
	w.see(habitNothing, deed.Note > Detour, "")
	if deed.Act == Strike && deed.Weapon != Sword {
		hit := false
		for _, e := range now.events.List {
			hit = hit || e.Type == EventHit && e.Kind != Box
		}
		w.see(habitWaste, !hit, w.strike())
	}
	if _, danger := s.nearestDanger(from); !danger && w.walked > 0 {
		w.see(habitDither, deed.Act == Walk && to == w.trail[0], w.onward())
	}
	w.see(habitWait, deed.Act == Idle, w.onward())
	if blow := w.strike(); blow != "" {
		near, _ := s.nearestDanger(from)
		fled := false
		if deed.Act == Walk {
			fled = Range(to, near) > Range(from, near) || Distance(to, near) > Distance(from, near)
		}
		w.see(habitRetreat, fled, blow)
	}
	if potions := s.Things[Potion].And(Square(from, Sight)); s.Hero.Health <= MaxHealth/2 && potions != (Set{}) && s.End == Playing {
		w.potion(deed, from, to, potions)
	}
}

// potion looks at a turn in which the hero needed a potion that he saw.
func (w *watcher) potion(deed Deed, from, to Cell, potions Set) {
	most := Cells
	var goal Cell
	for c := range potions.All() {
		if n, ok := w.before.steps(from, c, w.seen); ok && n < most {
			most, goal = n, c
		}
	}
	if most == Cells {
		return
	}
	n, _ := w.before.steps(to, goal, w.seen)
	w.see(habitPotion, deed.Act != Strike && n >= most, MoveTo(goal).String())
}

// nearestDanger returns the cell of the nearest monster in sight that can do harm.
func (s *State) nearestDanger(from Cell) (nearest Cell, ok bool) {
	for c := range s.Occupied.And(Square(from, Sight)).All() {
		id, _ := s.MonsterAt(c)
		if s.Monsters[id].Type == Box {
			continue
		}
		if !ok || Distance(c, from) < Distance(nearest, from) {
			nearest, ok = c, true
		}
	}
	return nearest, ok
}

// strike returns an attack on the nearest dangerous monster with the strongest weapon
// that reaches it, "" if none does.
func (w *watcher) strike() string {
	s := &w.before
	c, ok := s.nearestDanger(s.Hero.Cell)
	if !ok {
		return ""
	}
	for _, weapon := range [...]Weapon{Sword, Bow, Scythe, Hammer} {
		if (weapon == Sword || s.Hero.Charges[weapon] > 0) && InRange(weapon, s.Hero.Cell, c) {
			return AttackAt(weapon, c).String()
		}
	}
	return ""
}

// onward returns the step to the exit, or to a cell that the hero has not just left.
func (w *watcher) onward() string {
	s := &w.before
	if w.found {
		return MoveTo(w.exit).String()
	}
	steps, n := s.Hero.Cell.Steps()
	for _, c := range steps[:n] {
		if c != w.trail[0] && !s.Things[Obstacle].Has(c) && !s.Occupied.Has(c) {
			return MoveTo(c).String()
		}
	}
	return ""
}

// end looks at the match as a whole.
func (w *watcher) end(s *State) {
	if s.End != Won && s.End != Dead && s.End != TurnsOver {
		return
	}
	if w.found && (s.End == Won || s.Turn-w.since >= 2*w.nearest+2) { // twice the way, and a fight
		w.see(habitExit, s.End != Won, MoveTo(w.exit).String())
		w.sightings[len(w.sightings)-1].Turn = w.since + 1
	}
}
