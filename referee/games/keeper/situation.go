package keeper

// What counts as little.
const (
	lowHealth = MaxHealth / 4
	nearExit  = 2 * Sight // steps of the maze without its walls
	lastTurns = 20
)

// Situations implements referee.Situator.
func (m *match) Situations(int) []string { return m.state.situations() }

// situations returns the kinds of situation of the hero.
func (s *State) situations() []string {
	var kinds []string
	add := func(is bool, kind string) {
		if is {
			kinds = append(kinds, kind)
		}
	}
	low, near := s.Hero.Health <= lowHealth, false
	for exit := range s.Things[Exit].All() {
		near = near || Distance(exit, s.Hero.Cell) <= nearExit
	}
	reach := 0
	for c := range s.Occupied.All() {
		id, _ := s.MonsterAt(c)
		if Range(c, s.Hero.Cell) <= s.Monsters[id].Type.Traits().Attack {
			reach++
		}
	}
	add(low && near, "low health near the exit")
	add(low && !near, "low health")
	add(near && !low, "near the exit")
	add(reach == 1, "in reach of a monster")
	add(reach > 1, "in reach of several monsters")
	add(TurnLimit-s.Turn <= lastTurns, "last turns")
	return kinds
}
