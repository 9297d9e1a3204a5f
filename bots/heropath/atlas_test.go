package heropath

import (
	"testing"

	rules "arbiter/referee/games/heropath"
)

// "The monsters closest to one, the closest first": none that is left out is closer.
func TestCloseTo(t *testing.T) {
	for seed := range int64(8) {
		w := rules.Deal(seed)
		s := w.Start()
		a := newAtlas(&s)
		for i := range min(len(w.Monsters), 50) {
			id := int32(len(w.Monsters) - 1 - i) // the last ones have seen most others before themselves
			found := a.closeTo(id)
			known, farthest := map[int32]bool{id: true}, int64(0)
			for _, other := range found {
				d := between2(a.cellOf(id), a.cellOf(other))
				if d < farthest || known[other] {
					t.Fatalf("seed %d: %v are close to %d", seed, found, id)
				}
				known[other], farthest = true, d
			}
			if want := min(len(w.Monsters)-1, closest); len(found) != want {
				t.Fatalf("seed %d: %d are close to %d; want %d", seed, len(found), id, want)
			}
			for other := range w.Monsters {
				if !known[int32(other)] && between2(a.cellOf(id), a.cellOf(int32(other))) < farthest {
					t.Fatalf("seed %d: %d is closer to %d than %v", seed, other, id, found)
				}
			}
		}
	}
}
