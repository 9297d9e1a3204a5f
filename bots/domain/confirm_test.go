package domain

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	rules "arbiter/referee/games/domain"
)

// Answers are given again as far as they are legal: what is not does not lose the match.
func TestFollow(t *testing.T) {
	j := &Judge{positions: []rules.State{rules.Start()}}
	own := int(j.positions[0].Mover)
	for kind, k := range j.Kinds() {
		for n := range 2 {
			free := j.Follow(0, nil, kind, n)
			for _, answer := range [][]string{nil, {}, {"hello"}, {"6 6 U"}} {
				told := [][][]string{make([][]string, 2)}
				told[0][own] = answer
				if result := j.Follow(0, told, kind, n); result != free {
					t.Errorf("%s: %q comes to %v; want %v, as they play", k.Name, answer, result, free)
				}
			}
		}
	}
}

// A plan is what a player of Follow answers: who is told all of it comes to the same, and it
// has an answer for each turn of the seat that was asked for while the match goes on.
func TestPlanIsThatOfFollow(t *testing.T) {
	j := &Judge{positions: []rules.State{rules.Start()}}
	own := int(j.positions[0].Mover)
	for kind, k := range j.Kinds() {
		for n := range 2 {
			free := j.Follow(0, nil, kind, n)
			plan := j.Plan(0, matchTurns, kind, n)
			var told [][][]string
			for _, answer := range plan {
				turn := make([][]string, 2)
				turn[own] = answer
				told = append(told, turn, make([][]string, 2)) // the opponent's turn
			}
			if result := j.Follow(0, told, kind, n); result != free {
				t.Errorf("%s: %v by what they are said to answer; want %v, as they play", k.Name, result, free)
			}
			if diff := cmp.Diff(plan[:3], j.Plan(0, 3, kind, n)); diff != "" {
				t.Errorf("%s: three answers of a plan (-of all +alone):\n%s", k.Name, diff)
			}
		}
	}
}
