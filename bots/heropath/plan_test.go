package heropath

import (
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
