package keeper

// Knowledge is the game as far as a hero has seen it, for bots: a State that
// Step can play ahead, and the cells it is known of. The zero value knows
// nothing.
//
// Where it is not Known the State has floor and nothing on it. What was seen
// and is out of sight is kept as it was: items do not change, and monsters out
// of the hero's sight do not move. Only one that walks out of sight is lost.
// Monsters are numbered anew, row by row, each time See is called.
type Knowledge struct {
	State State
	Known Set // the cells that were ever in sight
	sight int // calls of See
}

// See takes over the input of a turn.
func (k *Knowledge) See(hero Hero, visible []Entity) {
	sight := Square(hero.Cell, Sight)
	things := k.State.Things
	for t := range things {
		things[t] = things[t].Without(sight)
	}
	var at [Cells]Monster
	for c := range k.State.Occupied.Without(sight).All() {
		at[c] = k.State.Monsters[k.State.at[c]]
	}
	for _, e := range visible {
		if e.Type.Monster() {
			at[e.Cell] = Monster{e.Type, e.Cell, int8(e.Value)}
		} else {
			things[e.Type].Add(e.Cell)
		}
	}
	var buf [Cells]Monster
	monsters := buf[:0]
	for _, m := range at {
		if m.Health > 0 {
			monsters = append(monsters, m)
		}
	}
	k.State = newState(hero, things, monsters, k.State.rng)
	k.State.Turn = k.sight
	k.sight++
	k.Known = k.Known.Or(sight)
}
