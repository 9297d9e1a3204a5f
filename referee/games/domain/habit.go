package domain

import "arbiter/referee"

// The habits of a player, by their index in Habits.
const (
	habitStay = iota
	habitAway
	habitShrink
	habitWall
	habitConfine
	habitBorder
	habitMissed
	habits
)

// Habits implements referee.HabitLister. Usual is of the boss on the first 15 openings.
func (Game) Habits() []referee.Habit {
	return []referee.Habit{
		habitStay:    {Chance: "turns", Shown: "its token stayed on its cell", Usual: 0.04},
		habitAway:    {Chance: "turns", Shown: "its token went farther away from the other one", Usual: 0.44},
		habitShrink:  {Chance: "turns", Shown: "its own action left it nearer to fewer cells, compared with the opponent", Usual: 0.34},
		habitWall:    {Chance: "turns", Shown: "another wall beside the same cell would have left it nearer to three cells more, compared with the opponent", Usual: 0.08},
		habitConfine: {Chance: "turns", Shown: "its own wall left its token three cells or fewer within reach", Usual: 0},
		habitBorder:  {Chance: "turns", Shown: "it moved to the border", Usual: 0.2},
		habitMissed:  {Chance: "turns in which a wall would have won at once", Shown: "it played something else", Usual: 0},
	}
}

// Par implements referee.HabitLister.
func (Game) Par() float64 { return 0 }

// Watch implements referee.HabitLister.
func (Game) Watch(m referee.Match, seat int) referee.Watcher {
	return &watcher{seat: seat, before: m.(*match).state}
}

// A watcher watches a player.
type watcher struct {
	seat      int
	before    State
	sightings []referee.Sighting
}

func (w *watcher) see(habit int, shown bool) *referee.Sighting {
	n := 0
	if shown {
		n = 1
	}
	w.sightings = append(w.sightings, referee.Sighting{Habit: habit, Chances: 1, Shown: n})
	return &w.sightings[len(w.sightings)-1]
}

// Saw implements referee.Watcher.
func (w *watcher) Saw(m referee.Match, answer []string) []referee.Sighting {
	w.sightings = w.sightings[:0]
	now := &m.(*match).state
	if int(w.before.Mover) == w.seat && len(answer) > 0 {
		if a, _, err := ParseAnswer(answer[0]); err == nil && w.before.Legal(a) {
			w.act(a, now)
		}
	}
	w.before = *now
	return w.sightings
}

// act looks at an action of the player.
func (w *watcher) act(a Action, now *State) {
	s := &w.before
	from, to, other := s.Tokens[w.seat], now.Tokens[w.seat], s.Tokens[1-w.seat]
	if win, ok := s.winning(w.seat); ok {
		next := *s
		next.Step(a)
		if c := w.see(habitMissed, !next.won(w.seat)); c.Shown > 0 {
			c.Better = win.String()
		}
	}
	if now.Over {
		return
	}
	w.see(habitStay, from == to)
	away := to.Distance(other) > from.Distance(other)
	w.see(habitAway, away)
	w.see(habitShrink, now.lead(w.seat) < s.lead(w.seat)).Better = s.widest(w.seat, func(Action) bool { return true }).answer
	widest := s.widest(w.seat, func(b Action) bool { return b.To == a.To })
	w.see(habitWall, widest.lead >= now.lead(w.seat)+muchWider).Better = widest.answer
	w.see(habitConfine, now.Targets(w.seat).Len() < fewTargets)
	w.see(habitBorder, from != to && border(to))
}

func border(c Cell) bool { return c.X() == 0 || c.Y() == 0 || c.X() == Size-1 || c.Y() == Size-1 }

// lead returns how many more cells a player is nearer to.
func (s *State) lead(player int) int {
	nearer := s.Nearer()
	return nearer[player].Len() - nearer[1-player].Len()
}

// won reports whether the game is over with the larger domain for a player.
func (s *State) won(player int) bool {
	return s.Over && s.Domain(player).Len() > s.Domain(1-player).Len()
}

// winning returns an action of the mover that ends the game with the larger domain for
// the player, if there is one.
func (s *State) winning(player int) (Action, bool) {
	var buffer [MaxActions]Action
	for _, a := range s.Actions(buffer[:0]) {
		next := *s
		if next.Step(a); next.won(player) {
			return a, true
		}
	}
	return Action{}, false
}

// fewTargets is how many cells in reach are no longer few.
const fewTargets = 4

// muchWider is how many more cells are worth a better wall.
const muchWider = 3

// A wide is an answer and by how many cells the mover leads after it.
type wide struct {
	answer string // "" for none
	lead   int
}

// widest returns the action of the mover, of those that are eligible, after which it leads
// by the most cells.
func (s *State) widest(player int, eligible func(Action) bool) wide {
	var buffer [MaxActions]Action
	var best Action
	most := -CellCount - 1
	for _, a := range s.Actions(buffer[:0]) {
		next := *s
		if !eligible(a) {
			continue
		}
		if next.Step(a); next.Over {
			continue
		}
		if lead := next.lead(player); lead > most {
			best, most = a, lead
		}
	}
	if most < -CellCount {
		return wide{lead: most}
	}
	return wide{best.String(), most}
}
