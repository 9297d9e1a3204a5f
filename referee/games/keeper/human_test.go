package keeper

import (
	"fmt"
	"testing"

	"arbiter/referee/refereetest"
)

func TestGuide(t *testing.T) {
	refereetest.TestGuide(t, Game{}, func(choices any) (all []string) {
		c := choices.(*Choices)
		for _, to := range append(c.Moves, c.At) {
			all = append(all, fmt.Sprintf("MOVE %d %d", to[0], to[1]))
		}
		for w, weapon := range c.Weapons {
			for _, t := range weapon.Targets {
				all = append(all, fmt.Sprintf("ATTACK %d %d %d", w, t.Cell[0], t.Cell[1]))
			}
		}
		return all
	})
}
