package keeper

import (
	"slices"
	"testing"
)

// "Situations returns the kinds that the position in front of the next turn is of."
func TestSituations(t *testing.T) {
	s := Deal(1)
	s.Hero.Health, s.Turn = MaxHealth, 0
	s.Occupied = Set{}
	s.Things[Exit] = Set{}
	exit, _ := s.Hero.Cell.Steps()
	for _, tt := range []struct {
		name   string
		change func(*State)
		want   []string
	}{
		{"nothing", func(*State) {}, nil},
		{"few health points", func(s *State) { s.Hero.Health = lowHealth }, []string{"low health"}},
		{"few health points beside the exit", func(s *State) { s.Hero.Health = 1; s.Things[Exit].Add(exit[0]) }, []string{"low health near the exit"}},
		{"the end of the match", func(s *State) { s.Turn = TurnLimit - 1 }, []string{"last turns"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := s
			tt.change(&p)
			if got := p.situations(); !slices.Equal(got, tt.want) {
				t.Errorf("situations %q; want %q", got, tt.want)
			}
		})
	}
}
