package heropath

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// draw makes a world from a picture: @ is the hero's start, a to z are
// monsters 0 to 25, dots are empty cells. The hero has speed 3, power 10 and range 3, and gains 100 %
// a level; a monster has hp 10 and gold 100, and does nothing. change adjusts.
func draw(t testing.TB, picture string, change func(w *World)) *World {
	t.Helper()
	rows := strings.Fields(picture)
	w := World{
		NumTurns: 20, Width: int64(len(rows[0]) - 1), Height: int64(len(rows) - 1),
		Hero: BaseHero{3, 10, 3, 100, 100, 100},
	}
	monsters := strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' {
			return c
		}
		return -1
	}, picture)
	w.Monsters = make([]Monster, len(monsters))
	for y, row := range rows {
		for x, c := range row {
			switch {
			case c == '@':
				w.StartX, w.StartY = int64(x), int64(y)
			case c != '.':
				w.Monsters[c-'a'] = Monster{X: int64(x), Y: int64(y), HP: 10, Gold: 100}
			}
		}
	}
	if change != nil {
		change(&w)
	}
	world, err := NewWorld(w)
	if err != nil {
		t.Fatal(err)
	}
	return world
}

// playAll plays legal actions from the start.
func playAll(t testing.TB, w *World, actions ...Action) *State {
	t.Helper()
	s := w.Start()
	for _, a := range actions {
		if reason := s.Step(a); reason != OK {
			t.Fatalf("Step(%+v): %s", a, s.explain(a, reason))
		}
	}
	return &s
}

// "the hero can move from (x_h, y_h) to any (x_t, y_t) provided that
// (x_h-x_t)^2 + (y_h-y_t)^2 <= (hero speed)^2 and 0 <= x_t <= width, 0 <= y_t <= height"
func TestMove(t *testing.T) {
	world := draw(t, "...... ...... ..@... ......", nil)
	for _, tt := range []struct {
		name string
		x, y int64
		want Reason
	}{
		{"as far as speed", 5, 2, OK},
		{"standing still", 2, 2, OK},
		{"the corner 0 0", 0, 0, OK},
		{"onto width and height", 4, 3, OK},
		{"too far by the square of the distance", 5, 3, TooFar},
		{"left of the map", -1, 2, OutOfBounds},
		{"right of the map", 6, 2, OutOfBounds},
		{"above the map", 2, -1, OutOfBounds},
		{"below the map", 2, 4, OutOfBounds},
		{"out of bounds before too far", 9, 9, OutOfBounds},
		{"a square beyond 64 bits", math.MaxInt64, 2, OutOfBounds},
		{"a square beyond 64 bits, negative", math.MinInt64, math.MinInt64, OutOfBounds},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := world.Start()
			if got := s.Step(MoveTo(tt.x, tt.y)); got != tt.want {
				t.Fatalf("got %s, want %s", got, tt.want)
			}
			if tt.want == OK && (s.X != tt.x || s.Y != tt.y) {
				t.Errorf("the hero is at %d %d", s.X, s.Y)
			}
		})
	}
}

// "Attack a monster if the distance between the hero and a monster does not
// exceed the hero's attack range."
// "The hero tries to attack a monster that does not exist, is already dead, or
// is outside the hero's attack range."
func TestAttack(t *testing.T) {
	for _, tt := range []struct {
		name, picture string
		actions       []Action
		want          Reason
	}{
		{"at exactly the range", "@..a", []Action{AttackOn(0)}, OK},
		{"on the hero's own cell", "@a", []Action{MoveTo(1, 0), AttackOn(0)}, OK},
		{"beyond the range", "@...a", []Action{AttackOn(0)}, OutOfRange},
		{"beyond the range by the square of the distance", "@... ...a", []Action{AttackOn(0)}, OutOfRange},
		{"the first id that is none", "@a", []Action{AttackOn(1)}, NoSuchMonster},
		{"a negative id", "@a", []Action{AttackOn(-1)}, NoSuchMonster},
		{"in a world without monsters", "@.", []Action{AttackOn(0)}, NoSuchMonster},
		{"a dead monster", "@a", []Action{AttackOn(0), AttackOn(0)}, MonsterDead},
		{"a dead monster out of range", "@..a...", []Action{AttackOn(0), MoveTo(0, 0), AttackOn(0)}, MonsterDead},
	} {
		t.Run(tt.name, func(t *testing.T) {
			last := len(tt.actions) - 1
			s := playAll(t, draw(t, tt.picture, nil), tt.actions[:last]...)
			if got := s.Step(tt.actions[last]); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// "The attack reduces the monster's health points by the hero's attack power.
// If the monster's health points drop below or equal to 0, it dies, and the
// hero receives the corresponding amount of gold and experience."
func TestKill(t *testing.T) {
	for _, tt := range []struct {
		name    string
		hp      int64
		attacks int
		left    int64
	}{
		{"one point is left", 11, 1, 1},
		{"exactly 0", 10, 1, 0},
		{"below 0", 9, 1, 0},
		{"two attacks", 20, 2, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := draw(t, "@a", func(w *World) { w.Monsters[0].HP, w.Monsters[0].Exp = tt.hp, 7 })
			s := w.Start()
			for range tt.attacks {
				s.Step(AttackOn(0))
			}
			if s.HP(0) != tt.left || s.Alive(0) != (tt.left > 0) {
				t.Errorf("hp %d, want %d", s.HP(0), tt.left)
			}
			gold, exp, kills := int64(100), int64(7), 1
			if tt.left > 0 {
				gold, exp, kills = 0, 0, 0
			}
			if s.Gold != gold || s.Exp != exp || s.Kills != kills {
				t.Errorf("gold %d exp %d kills %d; want %d %d %d", s.Gold, s.Exp, s.Kills, gold, exp, kills)
			}
		})
	}
}

// "the hero's amount of gold is increased by monster.gold * 1000/(1000+fatigue)",
// "rounded down to the nearest integer"
func TestGold(t *testing.T) {
	for _, tt := range []struct {
		name                string
		gold, fatigue, want int64
	}{
		{"no fatigue", 171, 0, 171},
		{"the example's monster 3", 171, 1, 170},
		{"1 becomes 0", 1, 1, 0},
		{"a half", 1001, 1000, 500},
		{"beyond 32 bits", 111000111, 987654321, 112},
		{"exact where doubles are not", 1100, 100, 1000},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := draw(t, "@a", func(w *World) { w.Monsters[0].Gold = tt.gold })
			s := w.Start()
			s.Fatigue = tt.fatigue
			s.Step(AttackOn(0))
			if s.Gold != tt.want {
				t.Errorf("gold %d, want %d", s.Gold, tt.want)
			}
		})
	}
}

// "If the distance between the hero and a monster does not exceed the
// monster's attack range, the monster attacks the hero and increases the
// hero's fatigue by attack power of this monster."
func TestMonstersAttack(t *testing.T) {
	hostile := func(reach int64) func(*World) {
		return func(w *World) {
			for i := range w.Monsters {
				w.Monsters[i].Range, w.Monsters[i].Attack = reach, 5
				w.Monsters[i].HP = 100
			}
		}
	}
	for _, tt := range []struct {
		name, picture string
		reach         int64
		actions       []Action
		want          int64
	}{
		{"at exactly the range", "@..a", 3, []Action{MoveTo(0, 0)}, 5},
		{"beyond the range", "@...a", 3, []Action{MoveTo(0, 0)}, 0},
		{"range 0, beside", "@a", 0, []Action{MoveTo(0, 0)}, 0},
		{"range 0, on its own cell", "@a", 0, []Action{MoveTo(1, 0)}, 5},
		{"every turn", "@a", 1, []Action{MoveTo(0, 0), MoveTo(0, 0), MoveTo(0, 0)}, 15},
		{"after an attack too", "@a", 1, []Action{AttackOn(0)}, 5},
		{"at the new cell, not the old one", "a@..", 1, []Action{MoveTo(3, 0)}, 0},
		{"any number of monsters", "a@b c.d", 2, []Action{MoveTo(1, 0)}, 20},
		{"a range beyond any world", "@a", math.MaxInt64, []Action{MoveTo(0, 0)}, 5},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if s := playAll(t, draw(t, tt.picture, hostile(tt.reach)), tt.actions...); s.Fatigue != tt.want {
				t.Errorf("fatigue %d, want %d", s.Fatigue, tt.want)
			}
		})
	}
}

// "if the hero kills any monster on a turn and is attacked by other monsters
// that are still alive, the increase in fatigue happens after the kill and
// does not affect the amount of gold received on that turn"
func TestKillComesBeforeTheMonstersAttack(t *testing.T) {
	w := draw(t, "b@a", func(w *World) {
		w.Monsters[0].Range, w.Monsters[0].Attack = 9, 500
		w.Monsters[1].Range, w.Monsters[1].Attack = 9, 1000
	})
	s := playAll(t, w, AttackOn(0))
	if s.Gold != 100 {
		t.Errorf("gold %d, want 100: fatigue comes after the kill", s.Gold)
	}
	if s.Fatigue != 1000 {
		t.Errorf("fatigue %d, want 1000: the dead monster does not attack", s.Fatigue)
	}
	if s.Step(AttackOn(1)); s.Gold != 150 {
		t.Errorf("gold %d, want 150: now fatigue counts", s.Gold)
	}
}

// "For levels 3, 4, and 5, additional 1300, 1600, and 2000 experience points
// respectively are required. For level L, an additional 1000+L(L-1)50 ..."
func TestLevels(t *testing.T) {
	for _, tt := range []struct{ exp, level int64 }{
		{0, 0}, {999, 0}, {1000, 1}, {2099, 1}, {2100, 2}, {3399, 2}, {3400, 3}, {4999, 3}, {5000, 4}, {6999, 4}, {7000, 5},
		{444222444, 298}, // levels can be obtained infinitely
	} {
		w := draw(t, "@a", func(w *World) { w.Monsters[0].Exp = tt.exp })
		if s := playAll(t, w, AttackOn(0)); s.Level != tt.level || s.Exp != tt.exp {
			t.Errorf("exp %d: level %d, want %d; exp is now %d", tt.exp, s.Level, tt.level, s.Exp)
		}
	}
}

// "A hero of level L moves with a speed of floor(base_speed (1 + L level_speed_coeff/100)), ..."
func TestAbilities(t *testing.T) {
	for _, tt := range []struct {
		name                     string
		base, coeff, level, want int64
	}{
		{"level 0", 7, 25, 0, 7},
		{"the example", 7, 25, 1, 8},
		{"from the base, not from the level before", 7, 25, 4, 14},
		{"a whole number that doubles miss", 25, 16, 1, 29},
		{"no growth", 9, 0, 100, 9},
		{"nothing grows to nothing", 0, math.MaxInt64, 5, 0},
		{"above 64 bits", math.MaxInt64, math.MaxInt64, 1 << 22, math.MaxInt64},
		{"the largest", math.MaxInt64, 0, 7, math.MaxInt64},
	} {
		if got := ability(tt.base, tt.coeff, tt.level); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
}

func TestAbilitiesAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := rapid.Int64Range(0, math.MaxInt64).Draw(t, "base")
		coeff := rapid.Int64Range(0, math.MaxInt64).Draw(t, "coeff")
		level := rapid.Int64Range(0, 7_000_000).Draw(t, "level")
		want := new(big.Int).Mul(big.NewInt(level), big.NewInt(coeff))
		want.Add(want, big.NewInt(100)).Mul(want, big.NewInt(base)).Div(want, big.NewInt(100))
		if !want.IsInt64() {
			want.SetInt64(math.MaxInt64)
		}
		if got := ability(base, coeff, level); got != want.Int64() {
			t.Fatalf("ability(%d, %d, %d) = %d, want %d", base, coeff, level, got, want)
		}
	})
}

// New abilities hold from the turn after the kill.
func TestNewLevelHoldsFromTheNextTurn(t *testing.T) {
	w := draw(t, "@a....b", func(w *World) { w.Monsters[0].Exp = 1000 })
	s := w.Start()
	if reason := s.Step(AttackOn(1)); reason != OutOfRange {
		t.Fatalf("level 0 reaches %s", reason)
	}
	s = *playAll(t, w, AttackOn(0), AttackOn(1))
	if s.Speed != 6 || s.Power != 20 || s.Range != 6 {
		t.Errorf("speed %d power %d range %d; want 6 20 6", s.Speed, s.Power, s.Range)
	}
}

// "The game consists of num turns turns."
func TestNumTurns(t *testing.T) {
	w := draw(t, "@a", func(w *World) { w.NumTurns = 2 })
	s := playAll(t, w, MoveTo(0, 0), MoveTo(0, 0))
	for _, a := range []Action{MoveTo(0, 0), MoveTo(-1, 0), AttackOn(7)} {
		if got := s.Step(a); got != TooManyMoves {
			t.Errorf("%+v after the last turn: %s, want %s", a, got, TooManyMoves)
		}
	}
}
