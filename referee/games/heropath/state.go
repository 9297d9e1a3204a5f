package heropath

// A Hero is the hero of a State: everything a turn can change except the
// monsters' health. It is a plain value.
type Hero struct {
	X, Y      int64 // cell
	Level     int64 // from 0
	Exp       int64 // all experience ever earned
	Gold      int64 // the score
	Fatigue   int64 // all damage ever taken
	Speed     int64 // how far a move may go at this level
	Power     int64 // what an attack takes from a monster at this level
	Range     int64 // how far an attack reaches at this level
	NextLevel int64 // Exp that lifts to the next level
	Turn      int64 // turns played
	Kills     int   // monsters killed

	threat int64 // Threat(X, Y): kept, as most turns do not leave the cell
}

// A State is a position: the hero and the health of the monsters. It shares
// the World, which never changes.
//
// Assigning a State copies the hero but shares the monsters' health. A search
// has two ways that allocate nothing: CopyFrom copies a position over another
// one of the same world (8 bytes a monster), and Save with Undo takes back
// one step, whatever the size of the world:
//
//	saved := s.Save(action)
//	if s.Step(action) == heropath.OK {
//		... look deeper ...
//		s.Undo(saved)
//	}
type State struct {
	World *World
	Hero
	hp []int64 // by monster; 0 is dead
}

// Start returns the position before the first turn.
func (w *World) Start() State {
	s := State{World: w, Hero: Hero{X: w.StartX, Y: w.StartY, NextLevel: LevelCost(1)}}
	s.hp = make([]int64, len(w.Monsters))
	for i := range w.Monsters {
		s.hp[i] = w.Monsters[i].HP
	}
	s.setAbilities()
	s.threat = s.Threat(s.X, s.Y)
	return s
}

// CopyFrom makes s an independent copy of other. It allocates only when s
// comes from a world of fewer monsters, or from none.
func (s *State) CopyFrom(other *State) {
	hp := append(s.hp[:0], other.hp...)
	*s = *other
	s.hp = hp
}

// A Saved is what one step may overwrite.
type Saved struct {
	hero   Hero
	target int64 // the attacked monster, or -1
	hp     int64 // its health
}

// Save keeps what a Step of the action would overwrite.
func (s *State) Save(a Action) Saved {
	saved := Saved{hero: s.Hero, target: -1}
	if a.Type == Attack && a.TargetID >= 0 && a.TargetID < int64(len(s.hp)) {
		saved.target, saved.hp = a.TargetID, s.hp[a.TargetID]
	}
	return saved
}

// Undo takes back the one step played since Save.
func (s *State) Undo(saved Saved) {
	s.Hero = saved.hero
	if saved.target >= 0 {
		s.hp[saved.target] = saved.hp
	}
}

// SetHP sets a monster's health. With it a search keeps many positions in less than 8 bytes a
// monster: it keeps the Hero and the health that differs. To restore a position, set the health
// first and then the Hero.
func (s *State) SetHP(id int, hp int64) { s.hp[id] = hp }

// HP returns a monster's health; 0 is dead.
func (s *State) HP(id int) int64 { return s.hp[id] }

// Alive reports whether a monster lives.
func (s *State) Alive(id int) bool { return s.hp[id] > 0 }

// Targets appends the monsters that the hero may attack from his cell, in
// ascending order. With the cells within Speed they are all his legal actions.
func (s *State) Targets(dst []int) []int {
	reach := s.Range * s.Range
	for id := range s.hp {
		m := &s.World.Monsters[id]
		if s.hp[id] > 0 && distance2(s.X, s.Y, m.X, m.Y) <= reach {
			dst = append(dst, id)
		}
	}
	return dst
}

// Threat returns the fatigue that the hero takes if he ends a turn on the cell: the sum of the
// attacks of the living monsters that reach it.
func (s *State) Threat(x, y int64) int64 {
	var sum int64
	for i := range s.World.bands {
		for _, near := range s.World.bands[i].near(x, y) {
			for j := range near {
				a := &near[j]
				if distance2(x, y, a.x, a.y) <= a.reach2 && s.hp[a.id] > 0 {
					sum += a.attack
				}
			}
		}
	}
	return sum
}

// Attackers appends the living monsters that attack a hero on the cell: those
// whose attacks Threat adds up, in no particular order.
func (s *State) Attackers(dst []int, x, y int64) []int {
	for i := range s.World.bands {
		for _, near := range s.World.bands[i].near(x, y) {
			for j := range near {
				a := &near[j]
				if distance2(x, y, a.x, a.y) <= a.reach2 && s.hp[a.id] > 0 {
					dst = append(dst, int(a.id))
				}
			}
		}
	}
	return dst
}
