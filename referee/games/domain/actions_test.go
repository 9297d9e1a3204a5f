package domain

import (
	"testing"

	"pgregory.net/rapid"
)

// A shorter path leaves out actions and changes nothing else: what is left
// are the actions to the cells that TargetsWithin names, in the same order.
func TestActionsWithin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		anyGame(t, func(s State, _ Action) {
			strict := s.ActionsWithin(StrictPath, nil)
			targets := s.TargetsWithin(int(s.Mover), StrictPath)
			for _, a := range s.Actions(nil) {
				switch {
				case !targets.Has(a.To):
				case len(strict) == 0 || strict[0] != a:
					t.Fatalf("%+v: %v is missing from the actions on a path of at most %d", s, a, StrictPath)
				default:
					strict = strict[1:]
				}
			}
			if len(strict) > 0 {
				t.Fatalf("%+v: %v is no action on a path of at most %d", s, strict[0], StrictPath)
			}
		})
	})
}
