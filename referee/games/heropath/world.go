package heropath

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strconv"
)

// MaxSide is the largest width or height of a world; squares of distances in
// it fit an int64.
const MaxSide = 1_000_000_000

// maxSum bounds the sums that a match can reach, so that exact whole numbers
// of 64 bits hold all of them.
const maxSum = 1 << 62

// A World is a test: everything that is known before the first turn. It never
// changes, and any number of States share it. Its fields are the names of the
// test's JSON document.
type World struct {
	NumTurns int64     `json:"num_turns"`
	Width    int64     `json:"width"`  // the largest x
	Height   int64     `json:"height"` // the largest y
	StartX   int64     `json:"start_x"`
	StartY   int64     `json:"start_y"`
	Hero     BaseHero  `json:"hero"`
	Monsters []Monster `json:"monsters"`

	bands []band // the monsters that can hurt, for Threat
}

// A BaseHero is what the hero starts from and how levels improve him.
type BaseHero struct {
	BaseSpeed       int64 `json:"base_speed"`
	BasePower       int64 `json:"base_power"`
	BaseRange       int64 `json:"base_range"`
	LevelSpeedCoeff int64 `json:"level_speed_coeff"` // percent of BaseSpeed a level
	LevelPowerCoeff int64 `json:"level_power_coeff"`
	LevelRangeCoeff int64 `json:"level_range_coeff"`
}

// A Monster is one monster of a world. Its id is its place in the list.
type Monster struct {
	X      int64 `json:"x"`
	Y      int64 `json:"y"`
	HP     int64 `json:"hp"`
	Gold   int64 `json:"gold"`
	Exp    int64 `json:"exp"`
	Range  int64 `json:"range"`  // absent in the tests of the contest's first day: 0
	Attack int64 `json:"attack"` // absent there too: 0, the monster never hurts
}

// NewWorld checks a world and makes it ready to be played. The world takes
// over the monsters. An error names the field that is wrong.
func NewWorld(w World) (*World, error) {
	if err := w.check(); err != nil {
		return nil, err
	}
	w.bands = makeBands(w.Monsters)
	return &w, nil
}

func (w *World) check() error {
	h := &w.Hero
	for _, f := range []struct {
		name       string
		value, top int64
	}{
		{"num_turns", w.NumTurns, math.MaxInt64},
		{"width", w.Width, MaxSide},
		{"height", w.Height, MaxSide},
		{"start_x", w.StartX, w.Width},
		{"start_y", w.StartY, w.Height},
		{"hero.base_speed", h.BaseSpeed, math.MaxInt64},
		{"hero.base_power", h.BasePower, math.MaxInt64},
		{"hero.base_range", h.BaseRange, math.MaxInt64},
		{"hero.level_speed_coeff", h.LevelSpeedCoeff, math.MaxInt64},
		{"hero.level_power_coeff", h.LevelPowerCoeff, math.MaxInt64},
		{"hero.level_range_coeff", h.LevelRangeCoeff, math.MaxInt64},
	} {
		if f.value < 0 || f.value > f.top {
			return between(f.name, f.value, 0, f.top)
		}
	}
	var sums sums
	for i := range w.Monsters {
		m := &w.Monsters[i]
		if err := m.check(i, w); err != nil {
			return err
		}
		if err := sums.add(i, m); err != nil {
			return err
		}
	}
	if high, low := bits.Mul64(uint64(w.NumTurns), uint64(sums.attack)); high > 0 || low >= maxSum {
		return errors.New("monsters: num_turns times the sum of all attack is 2^62 or more; want less, so that fatigue fits 64 bits")
	}
	return nil
}

func (m *Monster) check(id int, w *World) error {
	var name string
	var value, least, top int64
	switch {
	case m.X < 0 || m.X > w.Width:
		name, value, least, top = "x", m.X, 0, w.Width
	case m.Y < 0 || m.Y > w.Height:
		name, value, least, top = "y", m.Y, 0, w.Height
	case m.HP < 1:
		name, value, least, top = "hp", m.HP, 1, math.MaxInt64
	case m.Gold < 0 || m.Gold > (maxSum-1)/fatigueScale:
		name, value, least, top = "gold", m.Gold, 0, (maxSum-1)/fatigueScale
	case m.Exp < 0:
		name, value, least, top = "exp", m.Exp, 0, math.MaxInt64
	case m.Range < 0:
		name, value, least, top = "range", m.Range, 0, math.MaxInt64
	case m.Attack < 0:
		name, value, least, top = "attack", m.Attack, 0, math.MaxInt64
	default:
		return nil
	}
	return between(monsterField(id, name), value, least, top)
}

func monsterField(id int, name string) string {
	return "monsters[" + strconv.Itoa(id) + "]." + name
}

func between(field string, value, least, top int64) error {
	if top == math.MaxInt64 {
		return fmt.Errorf("%s: found %d; want at least %d", field, value, least)
	}
	return fmt.Errorf("%s: found %d; want %d to %d", field, value, least, top)
}

// sums adds up what a match can earn and suffer at most in one turn.
type sums struct{ gold, exp, attack int64 }

func (s *sums) add(id int, m *Monster) error {
	for _, f := range []struct {
		name  string
		sum   *int64
		value int64
	}{{"gold", &s.gold, m.Gold}, {"exp", &s.exp, m.Exp}, {"attack", &s.attack, m.Attack}} {
		if f.value >= maxSum-*f.sum {
			return fmt.Errorf("%s: the sum of all %s reaches 2^62 here; want less, so that it fits 64 bits", monsterField(id, f.name), f.name)
		}
		*f.sum += f.value
	}
	return nil
}
