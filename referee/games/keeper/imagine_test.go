package keeper

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// "Imagine returns a position that looks to the hero like the one he knows": he sees
// the same, and can get to an exit.
func TestImagine(t *testing.T) {
	mazes := []State{Deal(1_000_001), Deal(1_000_002), Deal(1_000_003)}
	rapid.Check(t, func(t *rapid.T) {
		s := Deal(rapid.Int64Range(1, 1000).Draw(t, "seed"))
		var k Knowledge
		for range rapid.IntRange(1, 30).Draw(t, "turns") {
			if s.Over() {
				break
			}
			k.See(s.Hero, s.Visible(nil))
			actions := s.Actions(nil)
			s.Step(actions[rapid.IntRange(0, len(actions)-1).Draw(t, "action")], nil)
		}
		seed := rapid.Uint64().Draw(t, "imagination")
		i := k.Imagine(mazes, seed)
		if i != k.Imagine(mazes, seed) {
			t.Fatal("the same seed imagines two positions")
		}
		if i.Hero != k.State.Hero || i.Turn != k.State.Turn {
			t.Fatalf("hero %v in turn %d; want %v in %d", i.Hero, i.Turn, k.State.Hero, k.State.Turn)
		}
		for c := range k.Known.All() {
			for thing := range i.Things {
				if i.Things[thing].Has(c) != k.State.Things[thing].Has(c) {
					t.Fatalf("cell %v: other things than were seen", c)
				}
			}
		}
		seen := func(s *State) (list []Monster) {
			for c := range s.Occupied.And(k.Known).All() {
				id, _ := s.MonsterAt(c)
				list = append(list, s.Monsters[id])
			}
			return list
		}
		if got, want := seen(&i), seen(&k.State); !slices.Equal(got, want) {
			t.Fatalf("monsters %v; want %v", got, want)
		}
		if i.Things[Exit].Len() == 0 {
			t.Fatal("no exit")
		}
	})
}
