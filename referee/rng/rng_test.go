package rng

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The first draws of new java.util.Random(42), from a Java program.
func TestJavaDrawsAsJavaDoes(t *testing.T) {
	r := NewJava(42)
	var got []int
	for range 5 {
		got = append(got, r.IntN(100))
	}
	if want := []int{30, 63, 48, 84, 70}; !slices.Equal(got, want) {
		t.Errorf("nextInt(100) from seed 42: %v; want %v", got, want)
	}
	r = NewJava(42)
	if got, want := r.Float64(), 0.7275636800328681; got != want {
		t.Errorf("nextDouble() from seed 42: %v; want %v", got, want)
	}
	r = NewJava(42)
	list := []int{0, 1, 2, 3, 4, 5, 6, 7}
	Shuffle(&r, list)
	if want := []int{2, 6, 3, 1, 4, 0, 7, 5}; !slices.Equal(list, want) {
		t.Errorf("Collections.shuffle from seed 42: %v; want %v", list, want)
	}
	r = NewJava(-1)
	if got, want := r.IntN(16), 4; got != want {
		t.Errorf("nextInt(16) from seed -1: %d; want %d", got, want)
	}
}

// Copying a generator copies its future.
func TestCopiesDrawAlike(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := NewJava(rapid.Int64().Draw(t, "seed"))
		b := a
		bound := rapid.IntRange(1, 1<<31-1).Draw(t, "bound")
		for range 20 {
			x, y := a.IntN(bound), b.IntN(bound)
			if x != y || x < 0 || x >= bound {
				t.Fatalf("draws %d and %d below %d", x, y, bound)
			}
		}
	})
}

// The first outputs for seed 1234567, from the reference implementation.
func TestSplitMix64(t *testing.T) {
	r := NewSplitMix64(1234567)
	for i, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		if got := r.Next(); got != want {
			t.Errorf("output %d is %d; want %d", i, got, want)
		}
	}
}

func TestBelowStaysBelow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := NewSplitMix64(rapid.Uint64().Draw(t, "seed"))
		n := rapid.IntRange(1, 1<<62).Draw(t, "n")
		if got := r.Below(n); got < 0 || got >= n {
			t.Fatalf("Below(%d) = %d", n, got)
		}
	})
}
