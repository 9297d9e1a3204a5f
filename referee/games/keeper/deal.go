package keeper

import (
	"slices"

	"arbiter/referee/rng"
)

// The order in which the map generator looks at the cells around one: down,
// right, up, left, which are the four neighbours, then the diagonals.
var around = [8][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}, {-1, -1}, {-1, 1}}

// Deal returns the start position that the published map generator makes of a
// seed. Its random generator goes on to draw the monsters' order.
func Deal(seed int64) State {
	d := dealer{rng: rng.NewJava(seed)}
	d.corridors()
	d.loops()
	d.ends()
	d.treasures()
	d.fill()
	return d.state()
}

// A dealer is a map in the making. The generator lists cells column by column.
type dealer struct {
	rng         rng.Java
	floor       Set
	free        []Cell // floor with nothing on it
	start, exit Cell
	things      [things]Set
	monsters    [Cells]Type // by cell; 0, the Exit, stands for no monster
}

// pick draws an element of a list.
func pick[T any](d *dealer, list []T) T { return list[d.rng.IntN(len(list))] }

// columns yields all cells column by column.
func columns(yield func(Cell) bool) {
	for x := range Width {
		for y := range Height {
			if !yield(At(x, y)) {
				return
			}
		}
	}
}

// neighbours appends the cells around c, the first n of the directions.
func neighbours(dst []Cell, c Cell, n int) []Cell {
	for _, d := range around[:n] {
		if x, y := c.X()+d[0], c.Y()+d[1]; Inside(x, y) {
			dst = append(dst, At(x, y))
		}
	}
	return dst
}

// exits counts the floor cells among the four neighbours.
func (d *dealer) exits(c Cell) int {
	n := 0
	steps, of := c.Steps()
	for _, to := range steps[:of] {
		if d.floor.Has(to) {
			n++
		}
	}
	return n
}

// corridors digs the maze: winding corridors without loops, each grown from a
// drawn cell of the former ones until it is stuck.
func (d *dealer) corridors() {
	x := d.rng.IntN(Width)
	d.floor.Add(At(x, d.rng.IntN(Height)))
	var growing []Cell
	var buf [4]Cell
	for {
		growing = growing[:0]
		for c := range columns {
			if d.floor.Has(c) && len(d.growth(buf[:0], c)) > 0 {
				growing = append(growing, c)
			}
		}
		if len(growing) == 0 {
			return
		}
		c := pick(d, growing)
		for to := d.growth(buf[:0], c); len(to) > 0; to = d.growth(buf[:0], c) {
			c = pick(d, to)
			d.floor.Add(c)
		}
	}
}

// growth appends the neighbours of a floor cell that a corridor can grow to:
// obstacles that touch no floor but c and, diagonally, the cells next to c.
func (d *dealer) growth(dst []Cell, c Cell) []Cell {
	var cells, touched [8]Cell
	for _, to := range neighbours(cells[:0], c, 4) {
		if d.floor.Has(to) || d.exits(to) != 1 {
			continue
		}
		clear := true
		for _, t := range neighbours(touched[:0], to, 8) {
			clear = clear && (!d.floor.Has(t) || Distance(t, c) <= 1)
		}
		if clear {
			dst = append(dst, to)
		}
	}
	return dst
}

// loops opens some of the obstacles that spare the longest ways round.
func (d *dealer) loops() {
	rounds := d.rng.IntN(10) + 12
	var detours [Cells]int
	for c := range columns {
		if !d.floor.Has(c) && d.exits(c) >= 2 {
			detours[c] = d.detour(c)
		}
	}
	var chosen []Cell
	for range rounds {
		discount := d.rng.IntN(5)
		weight := func(c Cell) int { return max(0, detours[c]-discount) }
		sum := 0
		for c := range columns {
			sum += weight(c)
		}
		if sum == 0 {
			break
		}
		rest := d.rng.IntN(sum)
		for c := range columns {
			if rest -= weight(c); rest < 0 {
				chosen = append(chosen, c)
				break
			}
		}
	}
	for _, c := range chosen {
		if d.rng.IntN(2) == 0 {
			d.floor.Add(c)
		}
	}
}

// detour returns the longest walk between two floor neighbours of an obstacle.
func (d *dealer) detour(c Cell) int {
	longest := 0
	steps, n := c.Steps()
	for i, from := range steps[:n] {
		for _, to := range steps[:i] {
			if d.floor.Has(from) && d.floor.Has(to) {
				longest = max(longest, d.walk(from, to))
			}
		}
	}
	return longest
}

// walk returns the number of steps between two floor cells. There is always a
// way: every corridor grew from another.
func (d *dealer) walk(from, to Cell) int {
	var reached Set
	reached.Add(from)
	steps := 0
	for ; !reached.Has(to); steps++ {
		reached = reached.Grown().And(d.floor)
	}
	return steps
}

// ends draws the start and the exit, at least 16 steps apart.
func (d *dealer) ends() {
	const apart = 16
	for c := range columns {
		if d.floor.Has(c) {
			d.free = append(d.free, c)
		}
	}
	d.start, d.exit = d.free[0], d.free[0]
	for d.walk(d.start, d.exit) < apart {
		d.start = pick(d, d.free)
		d.exit = pick(d, d.free)
	}
	d.occupy(d.start)
	d.occupy(d.exit)
	d.things[Exit].Add(d.exit)
}

// occupy takes a cell off the free list, which keeps its order.
func (d *dealer) occupy(c Cell) { d.free = without(d.free, c) }

func without(list []Cell, c Cell) []Cell {
	if i := slices.Index(list, c); i >= 0 {
		return slices.Delete(list, i, i+1)
	}
	return list
}

// What a seed deals at most, which bounds the score.
const (
	mostTreasures = 9
	mostBoxes     = 15 // worth a point each
	mostMonsters  = 50
	mostHealth    = 14 // of a gargoyle
)

// treasures prefers dead ends.
func (d *dealer) treasures() {
	for range 5 + d.rng.IntN(mostTreasures-4) {
		c := pick(d, d.free)
		for tries := 0; tries < 10 && d.exits(c) != 1; tries++ {
			c = pick(d, d.free)
		}
		d.put(Treasure, c)
	}
}

func (d *dealer) put(t Type, c Cell) {
	d.occupy(c)
	if t.Monster() {
		d.monsters[c] = t
	} else {
		d.things[t].Add(c)
	}
}

// fill places the boxes, the other items and the monsters.
func (d *dealer) fill() {
	d.place(Box, 5+d.rng.IntN(mostBoxes-4), 0)
	d.place(Potion, 4+d.rng.IntN(4), 0)
	for _, chest := range []Type{HammerCharge, ScytheCharge, BowCharge} {
		d.place(chest, d.rng.IntN(5), 0)
	}
	monsters := 30 + d.rng.IntN(mostMonsters-29)
	// Each product is converted, so that no processor fuses it with the sum:
	// the limits must be the same everywhere to the last bit.
	skeletons := 0.1 + float64(0.4*d.rng.Float64())
	gargoyles := 0.1 + float64(0.2*d.rng.Float64()) + skeletons
	orcs := 0.05 + float64(0.1*d.rng.Float64()) + gargoyles
	vampires := 0.2 + float64(0.5*d.rng.Float64()) + orcs
	for range monsters {
		kind := Vampire
		switch v := float64(d.rng.Float64() * vampires); {
		case v <= skeletons:
			kind = Skeleton
		case v <= gargoyles:
			kind = Gargoyle
		case v <= orcs:
			kind = Orc
		}
		d.place(kind, 1, 2)
	}
}

// place puts things or monsters on free cells out of the start's range far. A
// cell that is too near stays free and may be drawn again; when all free cells
// have been drawn it gives up.
func (d *dealer) place(t Type, count, far int) {
	untried := slices.Clone(d.free)
	for count > 0 && len(untried) > 0 {
		c := pick(d, d.free)
		untried = without(untried, c)
		if Range(c, d.start) > far {
			d.put(t, c)
			count--
		}
	}
}

// state returns the finished map as a start position, monsters numbered row by
// row.
func (d *dealer) state() State {
	d.things[Obstacle] = Set{^d.floor[0], ^d.floor[1], ^d.floor[2]}
	monsters := make([]Monster, 0, MaxMonsters)
	for c, t := range d.monsters {
		if t.Monster() {
			monsters = append(monsters, newMonster(t, Cell(c)))
		}
	}
	return newState(newHero(d.start), d.things, monsters, d.rng)
}
