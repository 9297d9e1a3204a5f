package heropath

import (
	"math"
	"slices"

	"arbiter/referee"
)

// Nearest is how many monsters an observation shows: the living ones nearest
// to the hero, the first in the list of equals first.
const Nearest = 64

// The planes of an observation. Each is one row: a fact of the hero fills it,
// a fact of the monsters has one number for each, nearest first.
const (
	planeX = iota
	planeY
	planeWidth
	planeHeight
	planeTurnsLeft
	planeLevel
	planeExp
	planeNextLevel
	planeGold
	planeFatigue
	planeSpeed
	planePower
	planeRange
	planeMonster // 1 where there is a monster in this place of the row
	planeMonsterDX
	planeMonsterDY
	planeMonsterHP
	planeMonsterGold
	planeMonsterExp
	planeMonsterRange
	planeMonsterAttack
	planeCount
)

// Space returns the shape of observations: 21 planes of 1 by Nearest. Numbers
// beyond 2^24 are rounded.
func Space() referee.Space {
	space := referee.Space{
		Planes: []referee.Plane{
			planeX:             {Name: "x", Scale: 1000},
			planeY:             {Name: "y", Scale: 1000},
			planeWidth:         {Name: "width", Scale: 1000},
			planeHeight:        {Name: "height", Scale: 1000},
			planeTurnsLeft:     {Name: "turns_left", Scale: 1000},
			planeLevel:         {Name: "level", Scale: 10},
			planeExp:           {Name: "exp", Scale: 1000},
			planeNextLevel:     {Name: "next_level", Scale: 1000},
			planeGold:          {Name: "gold", Scale: 1000},
			planeFatigue:       {Name: "fatigue", Scale: 1000},
			planeSpeed:         {Name: "speed", Scale: 10},
			planePower:         {Name: "power", Scale: 100},
			planeRange:         {Name: "range", Scale: 10},
			planeMonster:       {Name: "monster", Scale: 1},
			planeMonsterDX:     {Name: "monster_dx", Scale: 100},
			planeMonsterDY:     {Name: "monster_dy", Scale: 100},
			planeMonsterHP:     {Name: "monster_hp", Scale: 100},
			planeMonsterGold:   {Name: "monster_gold", Scale: 100},
			planeMonsterExp:    {Name: "monster_exp", Scale: 100},
			planeMonsterRange:  {Name: "monster_range", Scale: 10},
			planeMonsterAttack: {Name: "monster_attack", Scale: 10},
		},
		Height: 1, Width: Nearest,
	}
	// A world has any numbers, and no scale bounds them.
	for i := range space.Planes {
		p := &space.Planes[i]
		if i != planeMonster {
			p.Most = math.MaxInt64
		}
		if i == planeMonsterDX || i == planeMonsterDY {
			p.Least = math.MinInt64
		}
	}
	return space
}

// Observe appends the hero and the monsters near him as numbers, in the shape
// of Space.
func (s *State) Observe(dst []float32) []float32 {
	sheet, dst := referee.NewSheet(dst, planeCount, 1, Nearest)
	for plane, value := range [...]int64{
		s.X, s.Y, s.World.Width, s.World.Height, s.World.NumTurns - s.Turn, s.Level, s.Exp, s.NextLevel,
		s.Gold, s.Fatigue, s.Speed, s.Power, s.Range,
	} {
		sheet.Fill(plane, float32(value))
	}
	for i, id := range s.nearest(Nearest) {
		m := &s.World.Monsters[id]
		for offset, value := range [...]int64{1, m.X - s.X, m.Y - s.Y, s.HP(id), m.Gold, m.Exp, m.Range, m.Attack} {
			sheet.Set(planeMonster+offset, 0, i, float32(value))
		}
	}
	return dst
}

// nearest returns the ids of at most n living monsters, nearest first, and of
// equals the first in the list. It keeps the n nearest so far: to sort all of a
// hundred thousand in each turn would take most of the time of self-play.
func (s *State) nearest(n int) []int {
	type monster struct {
		id   int
		away int64
	}
	near := make([]monster, 0, n+1)
	for id := range s.World.Monsters {
		m := &s.World.Monsters[id]
		away := distance2(s.X, s.Y, m.X, m.Y)
		if !s.Alive(id) || len(near) == n && away >= near[n-1].away {
			continue
		}
		at := len(near)
		for at > 0 && near[at-1].away > away {
			at--
		}
		near = slices.Insert(near, at, monster{id, away})
		near = near[:min(n, len(near))]
	}
	ids := make([]int, len(near))
	for i, m := range near {
		ids[i] = m.id
	}
	return ids
}
