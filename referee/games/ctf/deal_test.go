package ctf

import (
	"testing"

	"pgregory.net/rapid"
)

// Every seed deals a start that the statement allows.
func TestDeal(t *testing.T) {
	for seed := range int64(300) {
		checkDeal(t, seed)
	}
	rapid.Check(t, func(r *rapid.T) { checkDeal(r, rapid.Int64().Draw(r, "seed")) })
}

func checkDeal(t rapid.TB, seed int64) {
	t.Helper()
	s := Deal(seed)
	if s != Deal(seed) {
		t.Errorf("seed %d deals two starts", seed)
	}
	// "height of the map (number of rows) will be in range 17 to 20 and width
	// of the map (number of columns) will be in range 33 to 35"
	if s.Rows < 17 || s.Rows > 20 || s.Cols < 33 || s.Cols > 35 {
		t.Errorf("seed %d: %d rows, %d columns", seed, s.Rows, s.Cols)
	}
	// "starting from 3 to a maximum of 5 minions per player"
	if s.PerSeat < 3 || s.PerSeat > 5 {
		t.Errorf("seed %d: %d minions", seed, s.PerSeat)
	}
	for r := range s.Rows {
		for c := range s.Cols {
			at := Cell{int8(r), int8(c)}
			// "Maps are always symmetrical across the central vertical axis."
			if s.Open(at) != s.Open(s.mirror(at)) {
				t.Errorf("seed %d: %v and its mirror image differ", seed, at)
			}
			// "The map is surrounded by walls"
			if border := r == 0 || r == s.Rows-1 || c == 0 || c == s.Cols-1; border && s.Open(at) {
				t.Errorf("seed %d: border cell %v is open", seed, at)
			}
		}
	}
	// "Each player's flag resides at their respective flag-base in the
	// beginning of the game."
	for seat, flag := range s.Flags {
		if flag != (Flag{s.Bases[seat], NoCarrier}) || !s.Open(flag.Pos) {
			t.Errorf("seed %d: flag %d is %+v", seed, seat, flag)
		}
	}
	for id := range s.PerSeat {
		own, enemy := s.Minions[0][id], s.Minions[1][id]
		// "Each minion starts with a health of 100 hp."
		if own.Health != 100 || enemy.Health != 100 || own.Timeout != 0 || enemy.Timeout != 0 {
			t.Errorf("seed %d: minion %d: %+v and %+v", seed, id, own, enemy)
		}
		if !s.Open(own.Pos) || int(own.Pos.C) >= s.Cols/2 || enemy.Pos != s.mirror(own.Pos) {
			t.Errorf("seed %d: minion %d at %v and %v", seed, id, own.Pos, enemy.Pos)
		}
	}
	if d := s.Distances(s.Bases[0]); d.From(s.Bases[1]) == Unreachable {
		t.Logf("seed %d: no route from base to base", seed)
	}
}
