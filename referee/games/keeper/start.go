package keeper

import "arbiter/referee/rng"

// newState returns a start position. monsters are numbered as they come; no
// two are on one cell, and there are at most MaxMonsters.
func newState(hero Hero, things [things]Set, monsters []Monster, r rng.Java) State {
	s := State{Hero: hero, Things: things, Count: len(monsters), rng: r}
	for id, m := range monsters {
		s.Monsters[id] = m
		s.Occupied.Add(m.Cell)
		s.at[m.Cell] = uint8(id)
	}
	s.table = newTable(&s.Monsters, s.Count)
	return s
}

// newHero returns a hero at the start of a game.
func newHero(c Cell) Hero {
	return Hero{Cell: c, Health: MaxHealth, Charges: [Weapons]int{0, StartCharges, StartCharges, StartCharges}}
}

// newMonster returns an unhurt monster.
func newMonster(t Type, c Cell) Monster {
	return Monster{Type: t, Cell: c, Health: int8(t.Traits().Health)}
}
