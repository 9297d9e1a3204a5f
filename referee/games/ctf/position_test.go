package ctf

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// "The position in front of the next turn, for Setup.Position": a match from there
// goes on like the one that it was taken from.
func TestPosition(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s := Deal(rapid.Int64Range(0, 1000).Draw(r, "seed"))
		moves := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "moves"), 0))
		for range rapid.IntRange(0, 60).Draw(r, "turns") {
			next := s
			if next.Step([2]Orders{next.draw(moves.IntN, 0), next.draw(moves.IntN, 1)}, nil); next.Over() {
				break
			}
			s = next
		}
		text, err := s.position()
		if err != nil {
			r.Fatal(err)
		}
		again, err := Position(text)
		if err != nil {
			r.Fatalf("%v: %s", err, text)
		}
		for !s.Over() {
			orders := [2]Orders{s.draw(moves.IntN, 0), s.draw(moves.IntN, 1)}
			s.Step(orders, nil)
			again.Step(orders, nil)
			want, got := s, again
			want.Turn, want.Limit, got.Turn, got.Limit = 0, 0, 0, 0
			want.Planted, got.Planted = [MaxMines]Mine{}, [MaxMines]Mine{}
			if want != got {
				r.Fatalf("turn %d: %+v; want %+v", s.Turn, got, want)
			}
		}
	})
}
