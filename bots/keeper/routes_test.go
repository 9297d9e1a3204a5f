package keeper

import (
	"testing"

	"pgregory.net/rapid"

	rules "arbiter/referee/games/keeper"
)

// "A line that kills a monster opens the ways that it guarded, and one that takes an item
// has the others still to collect."
func TestRoutesOfWhatIsLeft(t *testing.T) {
	const step = 10 // points, all that a step costs; a skeleton takes one hit of the sword more
	plain := Parameters{Turn: step, Scale: 1, Leisure: 100}
	kill := func(s *rules.State) {
		s.Monsters[0].Health = 0
		s.Occupied.Remove(s.Monsters[0].Cell)
	}
	take := func(cell rules.Cell) func(*rules.State) {
		return func(s *rules.State) { s.Things[rules.Treasure].Remove(cell) }
	}
	for _, tt := range []struct {
		name, position string
		happens        []func(*rules.State)
		want           int // what the hero's cell is worth after that
	}{
		{"a monster in the way", maze("", "H.1E............", wall), nil, -4 * step},
		{"the monster was killed", maze("", "H.1E............", wall), []func(*rules.State){kill}, -3 * step},
		{"two treasures", maze("", "H.tt.E..........", wall), nil, rules.TreasureScore - 5*step},
		{"one was taken", maze("", "H.tt.E..........", wall), []func(*rules.State){take(rules.At(2, 0))}, rules.TreasureScore - 5*step},
		{"both were taken", maze("", "H.tt.E..........", wall), []func(*rules.State){take(rules.At(2, 0)), take(rules.At(3, 0))}, -5 * step},
		{"a monster was killed and the treasure taken", maze("", "H.1t.E..........", wall), []func(*rules.State){kill, take(rules.At(3, 0))}, -5 * step},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := seen(t, tt.position)
			p := plan{Parameters: plain}
			p.make(k, 0)
			var r routes
			r.begin(k)
			before := *k
			s := k.State
			for _, happen := range tt.happens {
				r.of(&p, &s) // a search asks for what was before, too
				happen(&s)
			}
			for range 2 { // made, and kept
				if got := r.of(&p, &s)[s.Hero.Cell]; got != tt.want {
					t.Errorf("the hero's cell is worth %d; want %d", got, tt.want)
				}
			}
			if *k != before {
				t.Error("what is known was changed")
			}
		})
	}
}

// "Raises each cell to what the best way from it leads to: the value of a neighbour less
// the cost of the step there", however many steps the way has.
func TestSpread(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		anySet := func(name string, share int) (set rules.Set) {
			for c := range rules.Cell(rules.Cells) {
				if rapid.IntRange(1, share).Draw(t, name) == 1 {
					set.Add(c)
				}
			}
			return set
		}
		obstacles, from := anySet("obstacle", 4), anySet("from", 30)
		var got, cost field
		for c := range rules.Cell(rules.Cells) {
			cost[c] = rapid.IntRange(0, 50).Draw(t, "cost")
			if got[c] = nowhere; from.Has(c) {
				got[c] = rapid.IntRange(-500, 500).Draw(t, "worth")
			}
		}
		want := got
		for range rules.Cells { // no way has more steps
			for c := range rules.Cell(rules.Cells) {
				for to := range rules.Cell(rules.Cells) {
					if rules.Distance(c, to) == 1 && want[to] != nowhere && !obstacles.Has(c) && !obstacles.Has(to) {
						want[c] = max(want[c], want[to]-cost[to])
					}
				}
			}
		}
		if spread(&got, &cost, from, obstacles); got != want {
			t.Errorf("got %v; want %v", got, want)
		}
	})
}
