// Package heropath holds the rules of HeroPath, the solo game of one hero
// among monsters that stand still. A World is a test and never changes; a
// State is a position in it; Step plays one move of an answer. Judge and Game
// sit on top of them: the first scores an answer at once, the second plays it
// as a match that a viewer can follow.
package heropath

import (
	"math"
	"math/bits"
)

// Numbers of the statement.
const (
	fatigueScale = 1000 // "the amount of gold ... is multiplied by 1000/(1000+fatigue)"
	levelBase    = 1000 // "an additional 1000 + L(L-1)50 experience points are required"
	levelGrowth  = 50   // the 50 of that sentence
	percent      = 100  // "base_speed (1 + L level_speed_coeff/100)"
)

// farthest is more than any distance within MaxSide, and its square fits an
// int64: a longer speed or range is cut to it, which changes no comparison.
const farthest = 2_000_000_000

// A Reason says how an answer was judged, in the tags of the rules.
type Reason string

// The reasons, in the order in which they are looked for.
const (
	OK            Reason = "ok"
	NoAnswer      Reason = "no_answer"       // no answer because time ran out
	Forfeit       Reason = "forfeit"         // no answer for another cause
	Malformed     Reason = "malformed"       // "The JSON file is malformed ..."
	BadFormat     Reason = "bad_format"      // "... or incorrectly formatted."
	TooManyMoves  Reason = "too_many_moves"  // "The game consists of num turns turns."
	OutOfBounds   Reason = "out_of_bounds"   // "... or outside the boundaries of the map"
	TooFar        Reason = "too_far"         // "attempts to move beyond his movement range"
	NoSuchMonster Reason = "no_such_monster" // "attack a monster that does not exist"
	MonsterDead   Reason = "monster_dead"    // "is already dead"
	OutOfRange    Reason = "out_of_range"    // "is outside the hero's attack range"
)

// A MoveType is what the hero does in a turn.
type MoveType uint8

// The two types of move.
const (
	Move   MoveType = iota // to a cell
	Attack                 // on a monster
)

// An Action is one move of an answer: one turn of the game.
type Action struct {
	Type             MoveType
	TargetX, TargetY int64 // of a Move
	TargetID         int64 // of an Attack: the monster's 0-based place in the list
}

// MoveTo returns the action that moves the hero to a cell.
func MoveTo(x, y int64) Action { return Action{Type: Move, TargetX: x, TargetY: y} }

// AttackOn returns the action that attacks a monster.
func AttackOn(id int) Action { return Action{Type: Attack, TargetID: int64(id)} }

// Check tells whether the hero may take the action now: OK, or the first rule
// that forbids it.
func (s *State) Check(a Action) Reason {
	if s.Turn >= s.World.NumTurns {
		return TooManyMoves
	}
	if a.Type == Move {
		// Bounds come first: within them no square overflows.
		if a.TargetX < 0 || a.TargetX > s.World.Width || a.TargetY < 0 || a.TargetY > s.World.Height {
			return OutOfBounds
		}
		if distance2(s.X, s.Y, a.TargetX, a.TargetY) > s.Speed*s.Speed {
			return TooFar
		}
		return OK
	}
	if a.TargetID < 0 || a.TargetID >= int64(len(s.hp)) {
		return NoSuchMonster
	}
	if s.hp[a.TargetID] == 0 {
		return MonsterDead
	}
	m := &s.World.Monsters[a.TargetID]
	if distance2(s.X, s.Y, m.X, m.Y) > s.Range*s.Range {
		return OutOfRange
	}
	return OK
}

// Step plays one turn: the hero's action, then the monsters' attacks. When the
// rules forbid the action it changes nothing and says why.
func (s *State) Step(a Action) Reason {
	if reason := s.Check(a); reason != OK {
		return reason
	}
	if a.Type == Move {
		s.move(a.TargetX, a.TargetY)
	} else {
		s.attack(a.TargetID)
	}
	// "After the hero has moved or attacked, all monsters that are alive try
	// to attack him."
	s.Fatigue += s.threat
	s.Turn++
	return OK
}

func (s *State) move(x, y int64) {
	if x == s.X && y == s.Y {
		return
	}
	s.X, s.Y = x, y
	s.threat = s.Threat(x, y)
}

func (s *State) attack(id int64) {
	if s.hp[id] > s.Power {
		s.hp[id] -= s.Power
		return
	}
	s.hp[id] = 0 // "If the monster's health points drop below or equal to 0, it dies"
	m := &s.World.Monsters[id]
	if distance2(s.X, s.Y, m.X, m.Y) <= square(m.Range) {
		s.threat -= m.Attack
	}
	s.Kills++
	s.Gold += m.Gold * fatigueScale / (fatigueScale + s.Fatigue)
	s.Exp += m.Exp // "the experience is granted as specified in the input data"
	for s.Exp >= s.NextLevel {
		s.Level++
		s.NextLevel += LevelCost(s.Level + 1)
	}
	s.setAbilities()
}

// LevelCost returns how much more experience a level takes than the level below it: 1000, 1100,
// 1300, 1600, 2000, ... for the levels 1, 2, 3, 4, 5, ...
func LevelCost(level int64) int64 { return levelBase + level*(level-1)*levelGrowth }

func (s *State) setAbilities() { s.Speed, s.Power, s.Range = s.World.Hero.Abilities(s.Level) }

// Abilities returns what a hero of the level can do, always from the base
// values: nothing accumulates.
func (h *BaseHero) Abilities(level int64) (speed, power, reach int64) {
	return min(ability(h.BaseSpeed, h.LevelSpeedCoeff, level), farthest),
		ability(h.BasePower, h.LevelPowerCoeff, level),
		min(ability(h.BaseRange, h.LevelRangeCoeff, level), farthest)
}

// ability returns floor(base * (1 + level*coeff/100)) in whole numbers: in
// floating point 25*(1+1*16/100) is 28.99... and not 29. A result above the
// largest int64 is cut to it; no health or distance is larger. The product
// may take 128 bits on the way.
func ability(base, coeff, level int64) int64 {
	if level == 0 {
		return base
	}
	high, low := bits.Mul64(uint64(base), uint64(coeff))
	if high >= percent {
		return math.MaxInt64
	}
	carry, low := bits.Mul64(low, uint64(level))
	if high = high*uint64(level) + carry; high >= percent {
		return math.MaxInt64
	}
	growth, _ := bits.Div64(high, low, percent)
	return int64(min(uint64(base)+min(growth, math.MaxInt64), math.MaxInt64))
}

// distance2 returns the square of the distance; the cells are in a world.
func distance2(x1, y1, x2, y2 int64) int64 {
	dx, dy := x1-x2, y1-y2
	return dx*dx + dy*dy
}

// square returns the square of a speed or range, cut to farthest.
func square(reach int64) int64 {
	reach = min(reach, farthest)
	return reach * reach
}
