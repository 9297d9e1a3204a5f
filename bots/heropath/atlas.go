package heropath

import (
	"math"

	rules "arbiter/referee/games/heropath"
)

// An atlas holds what a plan looks up about a world again and again: what a level is good
// for, which monsters are close to each other, and which attack on a cell.
type atlas struct {
	world *rules.World
	hp    []int64 // by monster, at first; 0 is dead
	ranges
	skills []skill   // filled as far as they were asked for
	close  [][]int32 // by monster: those closest to it; nil when it was not asked for
}

// A skill holds what the hero can do at a level.
type skill struct {
	speed, power, reach int64
	speed2, reach2      int64     // their squares
	hits                []float64 // attacks that kill, by monster, from its health at first
}

func newAtlas(root *rules.State) *atlas {
	w := root.World
	a := &atlas{world: w, hp: make([]int64, len(w.Monsters)), close: make([][]int32, len(w.Monsters))}
	for i := range a.hp {
		a.hp[i] = root.HP(i)
	}
	a.ranges = newRanges(w)
	return a
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

// closest is how many monsters are known to be close to another one.
const closest = 24

// closeTo returns the monsters closest to one, the closest first.
func (a *atlas) closeTo(id int32) []int32 {
	if a.close[id] != nil {
		return a.close[id]
	}
	at := a.cellOf(id)
	found, far := make([]int32, 0, closest), make([]int64, 0, closest)
	for other := range a.world.Monsters {
		d := between2(at, a.cellOf(int32(other)))
		if int32(other) == id || len(found) == closest && d >= far[closest-1] {
			continue
		}
		if len(found) == closest {
			found, far = found[:closest-1], far[:closest-1]
		}
		i := len(found)
		found, far = append(found, 0), append(far, 0)
		for ; i > 0 && far[i-1] > d; i-- {
			found[i], far[i] = found[i-1], far[i-1]
		}
		found[i], far[i] = int32(other), d
	}
	a.close[id] = found
	return found
}

// cellOf returns where a monster is.
func (a *atlas) cellOf(id int32) cell { return cell{a.world.Monsters[id].X, a.world.Monsters[id].Y} }
