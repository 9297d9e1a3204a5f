package keeper

import "arbiter/referee/rng"

// Imagine returns a position that looks to the hero like the one he knows. Unknown cells are
// filled from one of the mazes, turned or mirrored. The seed draws a few, and the one that fits
// best is taken. The monsters act in another order. mazes has dealt positions, at least one.
func (k *Knowledge) Imagine(mazes []State, seed uint64) State {
	r := rng.NewSplitMix64(seed)
	unknown := Square(0, Width).Without(k.Known)
	var best imagined
	for try := range imagineTries {
		maze := &mazes[r.Below(len(mazes))]
		i := k.fit(maze, Cell(r.Below(turnings)), unknown)
		if try == 0 || i.fits > best.fits {
			best = i
		}
	}
	return best.state(k, &r)
}

const (
	imagineTries = 12 // mazes that are compared
	turnings     = 4  // ways to look at a maze: as it is, mirrored, upside down, both
)

// An imagined maze is what the hero knows, put over a dealt one.
type imagined struct {
	things   [things]Set
	monsters [Cells]Monster // by cell, health 0 for none
	open     Set            // unknown cells that the hero may get to
	fits     int            // the higher the better
}

// fit puts what is known over a maze.
func (k *Knowledge) fit(maze *State, turning Cell, unknown Set) (i imagined) {
	turned := func(c Cell) Cell {
		x, y := c.X(), c.Y()
		if turning&1 != 0 {
			x = Width - 1 - x
		}
		if turning&2 != 0 {
			y = Height - 1 - y
		}
		return At(x, y)
	}
	i.things = k.State.Things
	for c := range unknown.All() {
		from := turned(c)
		for t := range maze.Things {
			if maze.Things[t].Has(from) && (Type(t) != Exit || k.State.Things[Exit] == Set{}) {
				i.things[t].Add(c)
			}
		}
		if id, ok := maze.MonsterAt(from); ok {
			i.monsters[c] = newMonster(maze.Monsters[id].Type, c)
		}
	}
	for c := range k.State.Occupied.All() {
		id, _ := k.State.MonsterAt(c)
		i.monsters[c] = k.State.Monsters[id]
	}
	var reached Set
	for next := Square(k.State.Hero.Cell, 0); next != reached; {
		reached, next = next, next.Or(next.Grown().Without(i.things[Obstacle]))
	}
	i.open = reached.And(unknown)
	// A corridor goes on where the known part ends, and ends nowhere else.
	agrees := 0
	for c := range k.Known.And(unknown.Grown()).All() {
		if k.State.Things[Obstacle].Has(c) == maze.Things[Obstacle].Has(turned(c)) {
			agrees++
		}
	}
	const reachable = 1000 // more than all cells that may agree
	i.fits = agrees
	if i.open != (Set{}) {
		i.fits += reachable
	}
	if i.things[Exit].And(reached) != (Set{}) {
		i.fits += reachable
	}
	return i
}

// state returns the position. Where no exit can be reached, there is one on an
// unknown cell to which a way leads.
func (i *imagined) state(k *Knowledge, r *rng.SplitMix64) State {
	hidden := i.things[Exit].Without(k.Known)
	if k.State.Things[Exit] == (Set{}) && hidden.And(i.open) == (Set{}) && i.open != (Set{}) {
		i.things[Exit] = Set{}
		at := r.Below(i.open.Len())
		for c := range i.open.All() {
			if at == 0 {
				for t := range i.things {
					i.things[t].Remove(c)
				}
				i.monsters[c] = Monster{}
				i.things[Exit].Add(c)
			}
			at--
		}
	}
	var buf [Cells]Monster
	monsters := buf[:0]
	for _, m := range i.monsters {
		if m.Health > 0 && m.Cell != k.State.Hero.Cell {
			monsters = append(monsters, m)
		}
	}
	s := newState(k.State.Hero, i.things, monsters, rng.NewJava(int64(r.Next())))
	s.Turn = k.State.Turn
	return s
}
