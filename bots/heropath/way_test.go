package heropath

import (
	"testing"

	"pgregory.net/rapid"

	rules "arbiter/referee/games/heropath"
)

// The way "leads through any maze": here through the only gap of two walls, at opposite
// ends, unhurt.
func TestThroughFindsTheGaps(t *testing.T) {
	w := rules.World{NumTurns: 300, Width: 400, Height: 400, StartX: 10, StartY: 10,
		Hero: rules.BaseHero{BaseSpeed: 20, BasePower: 1, BaseRange: 1}}
	for y := int64(0); y < 340; y += 20 {
		for _, m := range []rules.Monster{{X: 130, Y: y}, {X: 270, Y: 400 - y}} {
			m.HP, m.Range, m.Attack = 1, 30, 1000
			w.Monsters = append(w.Monsters, m)
		}
	}
	checked, err := rules.NewWorld(w)
	if err != nil {
		t.Fatal(err)
	}
	root := checked.Start()
	p := newPlanner(&root, DefaultParameters())
	to := cell{390, 390}
	if arc, ok := p.around(to); ok && arc.fatigue == 0 {
		t.Fatalf("an arc gets there: %v", arc.hops)
	}
	found, ok := p.through(to)
	if !ok || found.fatigue > 0 || found.hops[len(found.hops)-1] != to {
		t.Fatalf("found %+v", found)
	}
	for _, c := range found.hops {
		if root.Step(rules.MoveTo(c.x, c.y)) != rules.OK || root.Fatigue > 0 {
			t.Fatalf("hurt or too far at %v", c)
		}
	}
}

// "How many moves of hopTo lead so far": as many as it takes to make them.
func TestMovesTo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		speed := rapid.Int64Range(1, 300).Draw(t, "speed")
		x, y := rapid.Int64Range(-3000, 3000).Draw(t, "x"), rapid.Int64Range(-3000, 3000).Draw(t, "y")
		n, sure := movesTo(x, y, speed)
		if !sure {
			return
		}
		made := int64(0)
		for at, to := (cell{}), (cell{x, y}); at != to; made++ {
			at = hopTo(at, to, speed)
		}
		if made != n {
			t.Fatalf("%d moves of speed %d to (%d, %d); want %d", made, speed, x, y, n)
		}
	})
}
