package scheduler_test

import (
	"testing"

	"arbiter/referee/games/domain"
	"arbiter/server/league"
)

// "The same name with the same definition returns the existing tournament; with another
// definition it is a conflict": a position is another one if its text is, whatever it is
// called.
func TestOtherPositionsAreAnotherDefinition(t *testing.T) {
	w := newWorld(t, open(t))
	openings := domain.Game{}.Openings(0)
	named := func(name string, opening int) error {
		p := plan(t, "cup", "1")
		p.Positions = league.Positions{}
		p.Seeds = []league.Start{p.Positions.Add(name, openings[opening].Position)}
		_, err := w.Create(t.Context(), p)
		return err
	}
	for range 2 {
		if err := named("corner", 0); err != nil {
			t.Fatal(err)
		}
	}
	if err := named("corner", 1); err == nil || !isConflict(err) {
		t.Errorf("%v for another position of the same name; want a conflict", err)
	}
}
