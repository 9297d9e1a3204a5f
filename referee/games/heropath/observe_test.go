package heropath

import (
	"cmp"
	"slices"
	"testing"
)

// The living monsters come nearest first, with their offset from the hero.
func TestObserve(t *testing.T) {
	w, err := NewWorld(World{NumTurns: 5, Width: 100, Height: 100, StartX: 10, StartY: 10, Monsters: []Monster{
		{X: 40, Y: 10, HP: 7, Gold: 1, Exp: 2, Range: 3, Attack: 4},
		{X: 11, Y: 10, HP: 9},
		{X: 12, Y: 9, HP: 8},
	}})
	if err != nil {
		t.Fatal(err)
	}
	s := w.Start()
	s.SetHP(1, 0)
	got := s.Observe(nil)
	for _, tt := range []struct {
		plane, place int
		want         float32
	}{
		{planeX, 0, 10}, {planeX, Nearest - 1, 10}, {planeTurnsLeft, 5, 5},
		{planeMonster, 0, 1}, {planeMonsterDX, 0, 2}, {planeMonsterDY, 0, -1}, {planeMonsterHP, 0, 8},
		{planeMonster, 1, 1}, {planeMonsterDX, 1, 30}, {planeMonsterAttack, 1, 4},
		{planeMonster, 2, 0},
	} {
		if v := got[tt.plane*Nearest+tt.place]; v != tt.want {
			t.Errorf("plane %s, place %d is %v; want %v", Space().Planes[tt.plane].Name, tt.place, v, tt.want)
		}
	}
}

// "Nearest first, and of equals the first in the list", whatever the number.
func TestNearest(t *testing.T) {
	for seed := range int64(8) {
		w := Deal(seed)
		s := w.Start()
		s.hp[len(s.hp)/2] = 0
		var want []int
		for id := range s.hp {
			if s.Alive(id) {
				want = append(want, id)
			}
		}
		slices.SortStableFunc(want, func(a, b int) int {
			m, n := &w.Monsters[a], &w.Monsters[b]
			return cmp.Compare(distance2(s.X, s.Y, m.X, m.Y), distance2(s.X, s.Y, n.X, n.Y))
		})
		for _, n := range []int{1, 3, Nearest, len(want) + 5} {
			if got := s.nearest(n); !slices.Equal(got, want[:min(n, len(want))]) {
				t.Errorf("seed %d: the nearest %d are %v; want %v", seed, n, got, want[:min(n, len(want))])
			}
		}
	}
}
