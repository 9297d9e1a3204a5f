package heropath

import (
	"math/big"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// drawWorld draws a small world full of edge cases.
func drawWorld(t *rapid.T) *World {
	side := rapid.SampledFrom([]int64{0, 1, 5, 30, 300, MaxSide})
	small := func(most int64) *rapid.Generator[int64] { return rapid.Int64Range(0, most) }
	w := World{NumTurns: small(30).Draw(t, "num_turns"), Width: side.Draw(t, "width"), Height: side.Draw(t, "height")}
	w.StartX, w.StartY = small(min(w.Width, 40)).Draw(t, "start_x"), small(min(w.Height, 40)).Draw(t, "start_y")
	w.Hero = BaseHero{
		small(12).Draw(t, "speed"), small(40).Draw(t, "power"), small(20).Draw(t, "range"),
		small(100).Draw(t, "speed coeff"), small(100).Draw(t, "power coeff"), small(100).Draw(t, "range coeff"),
	}
	w.Monsters = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Monster {
		return Monster{
			X: small(min(w.Width, 40)).Draw(t, "x"), Y: small(min(w.Height, 40)).Draw(t, "y"),
			HP: rapid.Int64Range(1, 90).Draw(t, "hp"), Gold: small(5000).Draw(t, "gold"), Exp: small(3000).Draw(t, "exp"),
			Range: small(50).Draw(t, "range"), Attack: small(300).Draw(t, "attack"),
		}
	}), 0, 12).Draw(t, "monsters")
	world, err := NewWorld(w)
	if err != nil {
		t.Fatal(err)
	}
	return world
}

func drawAction(t *rapid.T, w *World) Action {
	if rapid.Bool().Draw(t, "attack") {
		return AttackOn(rapid.IntRange(-1, len(w.Monsters)).Draw(t, "id"))
	}
	return MoveTo(rapid.Int64Range(-1, 41).Draw(t, "x"), rapid.Int64Range(-1, 41).Draw(t, "y"))
}

// A model plays by the statement's sentences alone: rationals, no caches.
type model struct {
	w                 *World
	turn, x, y        int64
	level, exp, spent int64
	gold, fatigue     int64
	hp                []int64
}

func (m *model) can(base, coeff int64) int64 {
	return new(big.Int).Div(big.NewInt(base*(100+m.level*coeff)), big.NewInt(100)).Int64()
}

func (m *model) within(x, y, reach int64) bool {
	return (m.x-x)*(m.x-x)+(m.y-y)*(m.y-y) <= reach*reach
}

func (m *model) step(a Action) bool {
	h := m.w.Hero
	if m.turn == m.w.NumTurns {
		return false
	}
	if a.Type == Move {
		if a.TargetX < 0 || a.TargetY < 0 || a.TargetX > m.w.Width || a.TargetY > m.w.Height ||
			!m.within(a.TargetX, a.TargetY, m.can(h.BaseSpeed, h.LevelSpeedCoeff)) {
			return false
		}
		m.x, m.y = a.TargetX, a.TargetY
	} else {
		if a.TargetID < 0 || a.TargetID >= int64(len(m.hp)) || m.hp[a.TargetID] <= 0 {
			return false
		}
		monster := m.w.Monsters[a.TargetID]
		if !m.within(monster.X, monster.Y, m.can(h.BaseRange, h.LevelRangeCoeff)) {
			return false
		}
		m.hp[a.TargetID] -= m.can(h.BasePower, h.LevelPowerCoeff)
		if m.hp[a.TargetID] <= 0 {
			share := big.NewRat(1000, 1000+m.fatigue)
			share.Mul(share, big.NewRat(monster.Gold, 1))
			m.gold += new(big.Int).Div(share.Num(), share.Denom()).Int64()
			m.exp += monster.Exp
			for next := m.level + 1; m.exp-m.spent >= 1000+next*(next-1)*50; next++ {
				m.spent += 1000 + next*(next-1)*50
				m.level = next
			}
		}
	}
	for id, monster := range m.w.Monsters {
		if m.hp[id] > 0 && m.within(monster.X, monster.Y, monster.Range) {
			m.fatigue += monster.Attack
		}
	}
	m.turn++
	return true
}

func TestStepIsTheStatement(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		s := w.Start()
		m := model{w: w, x: w.StartX, y: w.StartY}
		for _, monster := range w.Monsters {
			m.hp = append(m.hp, monster.HP)
		}
		for range rapid.IntRange(0, 40).Draw(t, "turns") {
			a := drawAction(t, w)
			reason := s.Step(a)
			if m.step(a) != (reason == OK) {
				t.Fatalf("%+v: %s", a, reason)
			}
			got := []int64{s.Turn, s.X, s.Y, s.Level, s.Exp, s.Gold, s.Fatigue}
			want := []int64{m.turn, m.x, m.y, m.level, m.exp, m.gold, m.fatigue}
			for id := range w.Monsters {
				got, want = append(got, s.HP(id)), append(want, max(m.hp[id], 0))
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%+v: got %v, want %v", a, got, want)
			}
		}
	})
}

func TestUndoTakesBackOneStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		s := w.Start()
		var before State
		for range rapid.IntRange(0, 20).Draw(t, "turns") {
			a := drawAction(t, w)
			before.CopyFrom(&s)
			saved := s.Save(a)
			reason := s.Step(a)
			if reason != OK {
				sameState(t, &before, &s) // a forbidden action changes nothing
			}
			s.Undo(saved)
			sameState(t, &before, &s)
			s.Step(a)
		}
	})
}

func sameState(t *rapid.T, want, got *State) {
	if want.Hero != got.Hero || !slices.Equal(want.hp, got.hp) {
		t.Fatalf("got %+v %v, want %+v %v", got.Hero, got.hp, want.Hero, want.hp)
	}
}

func TestTargetsAreTheLegalAttacks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		w.NumTurns = 100
		s := w.Start()
		for range rapid.IntRange(0, 20).Draw(t, "turns") {
			s.Step(drawAction(t, w))
			var want []int
			for id := range w.Monsters {
				if s.Check(AttackOn(id)) == OK {
					want = append(want, id)
				}
			}
			if got := s.Targets(nil); !slices.Equal(got, want) {
				t.Fatalf("targets %v, want %v", got, want)
			}
		}
	})
}

func TestThreatAndAttackersAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		s := w.Start()
		x, y := rapid.Int64Range(0, w.Width).Draw(t, "x"), rapid.Int64Range(0, w.Height).Draw(t, "y")
		var sum int64
		ids := s.Attackers(nil, x, y)
		for _, id := range ids {
			sum += w.Monsters[id].Attack
		}
		slices.Sort(ids)
		if sum != s.Threat(x, y) || len(slices.Compact(slices.Clone(ids))) != len(ids) {
			t.Fatalf("attackers %v add up to %d; threat %d", ids, sum, s.Threat(x, y))
		}
	})
}

func TestCopyIsIndependent(t *testing.T) {
	s := playAll(t, draw(t, "@ab", nil), AttackOn(0))
	var c State
	c.CopyFrom(s)
	c.Step(AttackOn(1))
	if !s.Alive(1) || s.Kills != 1 || c.Alive(1) || c.Kills != 2 {
		t.Errorf("kills %d and %d", s.Kills, c.Kills)
	}
	if allocs := testing.AllocsPerRun(10, func() { c.CopyFrom(s) }); allocs > 0 {
		t.Errorf("CopyFrom allocates %v times", allocs)
	}
}

func TestSearchAllocatesNothing(t *testing.T) {
	s := draw(t, "@ab", func(w *World) { w.Monsters[0].Range, w.Monsters[0].Attack = 3, 1 }).Start()
	buffer := make([]int, 0, 4)
	allocs := testing.AllocsPerRun(10, func() {
		for _, id := range s.Targets(buffer) {
			saved := s.Save(AttackOn(id))
			s.Step(AttackOn(id))
			s.Undo(saved)
		}
		s.Threat(1, 0)
	})
	if allocs > 0 {
		t.Errorf("%v allocations", allocs)
	}
}

// A world may be as big as the rules allow, with any spread of monsters.
func TestBandsOfBigWorlds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		coordinate := rapid.OneOf(rapid.Int64Range(0, MaxSide), rapid.Int64Range(0, 100), rapid.Int64Range(MaxSide-100, MaxSide))
		w := World{NumTurns: 1, Width: MaxSide, Height: MaxSide}
		w.Monsters = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Monster {
			return Monster{
				X: coordinate.Draw(t, "x"), Y: coordinate.Draw(t, "y"), HP: 1, Attack: 1,
				Range: rapid.OneOf(rapid.Int64Range(0, 200), rapid.Int64Range(0, 2*MaxSide)).Draw(t, "range"),
			}
		}), 0, 20).Draw(t, "monsters")
		world, err := NewWorld(w)
		if err != nil {
			t.Fatal(err)
		}
		x, y := coordinate.Draw(t, "x"), coordinate.Draw(t, "y")
		var want []int
		for id, m := range w.Monsters {
			if distance2(x, y, m.X, m.Y) <= square(m.Range) {
				want = append(want, id)
			}
		}
		s := world.Start()
		got := s.Attackers(nil, x, y)
		slices.Sort(got)
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

// A search brings back a position by the health that differs and the Hero.
func TestSetHPBringsAPositionBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		s := w.Start()
		for range rapid.IntRange(0, 20).Draw(t, "turns before") {
			s.Step(drawAction(t, w))
		}
		var want State
		want.CopyFrom(&s)
		for range rapid.IntRange(0, 20).Draw(t, "turns after") {
			s.Step(drawAction(t, w))
		}
		for id := range w.Monsters {
			s.SetHP(id, want.HP(id))
		}
		s.Hero = want.Hero
		sameState(t, &want, &s)
	})
}
