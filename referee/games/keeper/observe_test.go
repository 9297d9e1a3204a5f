package keeper

import (
	"slices"
	"testing"
)

// "The hero has perfect knowledge about all entities in range 3": what is
// farther away is not in an observation, and what is nearer is.
func TestObserveKeepsTheFog(t *testing.T) {
	s := Deal(8)
	sight := Square(s.Hero.Cell, Sight)
	want := s.Observe(nil)
	for c := range Cell(Cells) {
		changed := s
		if changed.Things[Treasure].Has(c) {
			changed.Things[Treasure].Remove(c)
		} else {
			changed.Things[Treasure].Add(c)
		}
		if got := slices.Equal(changed.Observe(nil), want); got == sight.Has(c) {
			t.Errorf("a treasure at %d %d, in sight %v: the observation is the same %v", c.X(), c.Y(), sight.Has(c), got)
		}
	}
}

// Planes are numbered like the types of entities; a monster's is its health.
func TestObserveMonsters(t *testing.T) {
	s := Deal(8)
	got := s.Observe(nil)
	for _, e := range s.Visible(nil) {
		want := float32(1)
		if e.Type.Monster() {
			want = float32(e.Value)
		}
		if v := got[int(e.Type)*Cells+int(e.Cell)]; v != want {
			t.Errorf("%v at %d %d is %v; want %v", e.Type, e.Cell.X(), e.Cell.Y(), v, want)
		}
	}
}
