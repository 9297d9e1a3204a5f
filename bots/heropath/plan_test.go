package heropath

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	rules "arbiter/referee/games/heropath"
)

// playMoves plays moves that the rules allow.
func playMoves(t rapid.TB, s *rules.State, moves []rules.Action) {
	t.Helper()
	for _, a := range moves {
		if reason := s.Step(a); reason != rules.OK {
			t.Fatalf("turn %d: %+v: %s", s.Turn, a, reason)
		}
	}
}

// "Plan returns moves for the rest of a game from any position": they are
// legal, bring no less than the ones that were planned before, and leave the position as it is.
func TestPlanGoesOnFromAnyPosition(t *testing.T) {
	for seed := range int64(12) {
		w := rules.Deal(seed)
		s := w.Start()
		moves := Plan(&s, Budget{Nodes: 60}, 1, DefaultParameters())
		playMoves(t, &s, moves[:len(moves)/2])
		var before rules.State
		before.CopyFrom(&s)
		rest := Plan(&s, Budget{Nodes: 300}, 1, DefaultParameters())
		if s.Hero != before.Hero {
			t.Fatalf("seed %d: the position was changed", seed)
		}
		for id := range w.Monsters {
			if s.HP(id) != before.HP(id) {
				t.Fatalf("seed %d: monster %d was changed", seed, id)
			}
		}
		if again := Plan(&s, Budget{Nodes: 300}, 1, DefaultParameters()); !slices.Equal(again, rest) {
			t.Errorf("seed %d: the same position and nodes have another plan", seed)
		}
		playMoves(t, &s, rest)
		playMoves(t, &before, moves[len(moves)/2:])
		if s.Gold < before.Gold*9/10 {
			t.Errorf("seed %d: %d gold, planned anew in the middle; %d as planned", seed, s.Gold, before.Gold)
		}
	}
}

// smallWorld draws a world that can be searched by trying everything.
func smallWorld(t *rapid.T) *rules.World {
	n := func(name string, low, high int64) int64 { return rapid.Int64Range(low, high).Draw(t, name) }
	w := rules.World{NumTurns: n("turns", 0, 6), Width: n("width", 0, 4), Height: n("height", 0, 3)}
	w.StartX, w.StartY = n("x", 0, w.Width), n("y", 0, w.Height)
	w.Hero = rules.BaseHero{BaseSpeed: n("speed", 0, 2), BasePower: n("power", 1, 3), BaseRange: n("range", 0, 2),
		LevelSpeedCoeff: n("faster", 0, 100), LevelPowerCoeff: n("harder", 0, 100), LevelRangeCoeff: n("farther", 0, 100)}
	for range n("monsters", 0, 3) {
		w.Monsters = append(w.Monsters, rules.Monster{X: n("mx", 0, w.Width), Y: n("my", 0, w.Height),
			HP: n("hp", 1, 5), Gold: n("gold", 0, 900), Exp: n("exp", 0, 1500),
			Range: n("reach", 0, 3), Attack: rapid.SampledFrom([]int64{0, 0, 50, 400, 3000}).Draw(t, "attack")})
	}
	checked, err := rules.NewWorld(w)
	if err != nil {
		t.Fatal(err)
	}
	return checked
}

// most tries everything and returns the most gold.
func most(s *rules.State, seen map[string]bool) int64 {
	best := s.Gold
	key := fmt.Sprint(s.Hero)
	for id := range s.World.Monsters {
		key += fmt.Sprint(" ", s.HP(id))
	}
	if seen[key] {
		return best
	}
	seen[key] = true
	try := func(a rules.Action) {
		before := s.Save(a)
		if s.Step(a) == rules.OK {
			best = max(best, most(s, seen))
			s.Undo(before)
		}
	}
	for id := range s.World.Monsters {
		try(rules.AttackOn(id))
	}
	for x := range s.World.Width + 1 {
		for y := range s.World.Height + 1 {
			try(rules.MoveTo(x, y))
		}
	}
	return best
}

// "Worlds of up to ten monsters are exact", whether they attack or not: as much
// gold as trying everything finds.
func TestSmallWorldsAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := smallWorld(t)
		s := w.Start()
		moves := Plan(&s, Budget{Nodes: 100}, 1, DefaultParameters())
		playMoves(t, &s, moves)
		start := w.Start()
		if want := most(&start, map[string]bool{}); s.Gold != want {
			t.Fatalf("%+v: %d gold; trying everything finds %d", w, s.Gold, want)
		}
	})
}

// A wall of monsters that no hero could kill and none survives with his gold has one gap:
// the plan goes through it and takes what is behind.
func TestPlanFindsTheGap(t *testing.T) {
	w := rules.World{NumTurns: 300, Width: 400, Height: 400, StartX: 10, StartY: 10,
		Hero: rules.BaseHero{BaseSpeed: 20, BasePower: 50, BaseRange: 15, LevelPowerCoeff: 10}}
	for y := int64(0); y < 340; y += 20 {
		w.Monsters = append(w.Monsters, rules.Monster{X: 200, Y: y, HP: 7_777_777, Gold: 111_000_111, Exp: 222_111_222, Range: 30, Attack: 987_654_321})
	}
	near, far := int64(0), int64(0)
	for i := range int64(60) {
		m := rules.Monster{X: i * 37 % 150, Y: i * 53 % 400, HP: 100, Gold: 100, Exp: 100}
		near += m.Gold
		if i%2 == 1 {
			m.X, m.Gold = 250+i*37%150, 1000
			far += m.Gold
		}
		w.Monsters = append(w.Monsters, m)
	}
	checked, err := rules.NewWorld(w)
	if err != nil {
		t.Fatal(err)
	}
	s := checked.Start()
	playMoves(t, &s, Plan(&s, Budget{Nodes: 1000}, 1, DefaultParameters()))
	if s.Gold < far*8/10 || s.Fatigue > 0 {
		t.Errorf("%d gold and fatigue %d; want at least 80 %% of the %d behind the wall, unhurt", s.Gold, s.Fatigue, far)
	}
}

// "Worlds of up to ten monsters are exact", where they attack, too: worlds as the
// seeds deal them are small enough for the proof. The budget is of nodes, so that
// it depends on no clock.
func TestTinyWorldsAreProven(t *testing.T) {
	for _, seed := range []int64{149, 158, 160, 259} {
		w := rules.Deal(seed)
		if len(w.Monsters) > exactMonsters || w.Monsters[0].Attack == 0 {
			t.Fatalf("seed %d deals another shape", seed)
		}
		s := w.Start()
		g := newPlanning(&s, Budget{Nodes: 1 << 20}, 1, DefaultParameters())
		if !g.exact(newPlanner(&s, DefaultParameters())) {
			t.Errorf("seed %d: nothing is proven", seed)
		}
		if gold := int64(goldOf(w, g.moves)); gold != g.best || gold == 0 {
			t.Errorf("seed %d: the moves bring %d; want %d", seed, gold, g.best)
		}
	}
}
