package heropath

import (
	"math"

	rules "arbiter/referee/games/heropath"
)

// An atlas holds what a plan looks up about a world again and again: which
// monsters are near a cell, and what a level is good for.
type atlas struct {
	world *rules.World
	hp    []int64 // by monster, at first; 0 is dead
	ranges

	// The monsters by squares of cells, row by row: those of square i are
	// ids[first[i]:first[i+1]].
	side, cols, rows int64
	first, ids       []int32

	skills []skill                // filled as far as they were asked for
	circle [directions][2]float64 // cosine and sine of the directions
}

// A skill holds what the hero can do at a level.
type skill struct {
	speed, power, reach int64
	speed2, reach2      int64     // their squares
	hits                []float64 // attacks that kill, by monster, from its health at first
}

// directions are the ways in which a hero looks for a better cell.
const directions = 12

// monstersPerSquare is how many monsters a square holds on average: with
// fewer, looking around visits empty squares, with more, distant monsters.
const monstersPerSquare = 2

func newAtlas(root *rules.State) *atlas {
	w := root.World
	a := &atlas{world: w, hp: make([]int64, len(w.Monsters))}
	for i := range a.hp {
		a.hp[i] = root.HP(i)
	}
	n := max(len(w.Monsters), 1)
	area := float64(w.Width+1) * float64(w.Height+1)
	a.side = int64(math.Sqrt(area*monstersPerSquare/float64(n))) + 1
	a.side = max(a.side, max(w.Width, w.Height)/int64(2*n)+1) // a world of one row
	a.cols, a.rows = w.Width/a.side+1, w.Height/a.side+1
	a.first = make([]int32, a.cols*a.rows+1)
	for i := range w.Monsters {
		a.first[a.part(&w.Monsters[i])+1]++
	}
	for i := 1; i < len(a.first); i++ {
		a.first[i] += a.first[i-1]
	}
	a.ids = make([]int32, len(w.Monsters))
	next := append([]int32(nil), a.first...)
	for i := range w.Monsters {
		place := &next[a.part(&w.Monsters[i])]
		a.ids[*place] = int32(i)
		*place++
	}
	a.makeRanges()
	for i := range a.circle {
		a.circle[i][1], a.circle[i][0] = math.Sincos(2 * math.Pi * float64(i) / directions)
	}
	return a
}

func (a *atlas) part(m *rules.Monster) int64 { return m.Y/a.side*a.cols + m.X/a.side }

// near appends the monsters of all squares that a circle around the cell
// touches: all that are in the circle, and some more.
func (a *atlas) near(dst []int32, x, y, radius int64) []int32 {
	left, right := max(x-radius, 0)/a.side, min((x+radius)/a.side, a.cols-1)
	top, bottom := max(y-radius, 0)/a.side, min((y+radius)/a.side, a.rows-1)
	for row := top; row <= bottom; row++ {
		dst = append(dst, a.ids[a.first[row*a.cols+left]:a.first[row*a.cols+right+1]]...)
	}
	return dst
}

// level returns what the hero can do at a level.
func (a *atlas) level(l int64) *skill {
	for int64(len(a.skills)) <= l {
		speed, power, reach := a.world.Hero.Abilities(int64(len(a.skills)))
		a.skills = append(a.skills, skill{speed: speed, power: power, reach: reach, speed2: speed * speed, reach2: reach * reach})
	}
	return &a.skills[l]
}

// hits returns by monster how many attacks of the level kill it.
func (a *atlas) hits(l int64) []float64 {
	at := a.level(l)
	if at.hits == nil {
		at.hits = make([]float64, len(a.hp))
		for i, hp := range a.hp {
			at.hits[i] = math.Inf(1)
			if at.power > 0 {
				at.hits[i] = float64((max(hp, 1)-1)/at.power + 1)
			}
		}
	}
	return at.hits
}
