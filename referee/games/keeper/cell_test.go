package keeper

import (
	"testing"

	"pgregory.net/rapid"
)

// A set grows by the steps of its cells and a square holds what is in range,
// at the edges of the maze and of the set's words, too.
func TestSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		center := Cell(rapid.IntRange(0, Cells-1).Draw(t, "center"))
		n := rapid.IntRange(0, Width).Draw(t, "n")
		square := Square(center, n)
		var one Set
		one.Add(center)
		grown := one.Grown()
		count := 0
		for c := range Cell(Cells) {
			if square.Has(c) != (Range(center, c) <= n) {
				t.Fatalf("the square of %d in range %d is wrong at %d", center, n, c)
			}
			if grown.Has(c) != (Distance(center, c) <= 1) {
				t.Fatalf("%d grown is wrong at %d", center, c)
			}
			if square.Has(c) {
				count++
			}
		}
		for c := range square.All() {
			if !square.Has(c) {
				t.Fatalf("%d is listed and not in the set", c)
			}
			count--
		}
		if count != 0 || square.Len() != square.Or(one).Len() {
			t.Fatal("the cells are miscounted")
		}
	})
}
