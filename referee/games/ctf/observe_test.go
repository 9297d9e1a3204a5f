package ctf

import (
	"slices"
	"testing"
)

// "A player's vision is the collected vision of all his/her minions": coins and
// opponents outside it are not in an observation, mines never.
func TestObserveKeepsTheFog(t *testing.T) {
	s := Deal(8)
	const seat = 1
	want := s.Observe(seat, nil)
	seen := s.Sees(seat)
	for r := range s.Rows {
		for c := range s.Cols {
			cell := Cell{int8(r), int8(c)}
			if !s.Open(cell) {
				continue
			}
			coin := s
			coin.Coins[r] ^= 1 << c
			if same := slices.Equal(coin.Observe(seat, nil), want); same == seen.Has(cell) {
				t.Errorf("a coin at %v, in sight %v: the observation is the same %v", cell, seen.Has(cell), same)
			}
			enemy := s
			enemy.Minions[1-seat][0].Pos = cell
			same := slices.Equal(enemy.Observe(seat, nil), s.Observe(seat, nil))
			if hidden := !seen.Has(cell) && !s.Shows(seat, 0); hidden && !same {
				t.Errorf("an opponent at %v is out of sight and in the observation", cell)
			}
		}
	}
	mined := s
	mined.Planted[0] = Mine{Pos: s.Minions[seat][0].Pos}
	mined.MineCount = 1
	if !slices.Equal(mined.Observe(seat, nil), want) {
		t.Error("a mine is in the observation")
	}
}

// Flags are 1 where nobody carries them and 2 plus the carrier's id else.
func TestObserveFlags(t *testing.T) {
	s := Deal(8)
	at := s.Flags[0].Pos
	cell := int(at.R)*MaxCols + int(at.C)
	const plane = MaxRows * MaxCols
	if got := s.Observe(0, nil)[planeOwnFlag*plane+cell]; got != 1 {
		t.Errorf("a flag that nobody carries is %v; want 1", got)
	}
	s.Flags[0].Carrier = 2
	if got := s.Observe(1, nil)[planeOpponentFlag*plane+cell]; got != 4 {
		t.Errorf("a flag that minion 2 carries is %v; want 4", got)
	}
}
