package domain

import (
	"fmt"
	"testing"

	"arbiter/referee/refereetest"
)

func TestGuide(t *testing.T) {
	refereetest.TestGuide(t, Game{}, func(choices any) (all []string) {
		for _, t := range choices.(*Choices).Targets {
			for _, side := range t.Sides {
				all = append(all, fmt.Sprintf("%d %d %s", t.Cell[0], t.Cell[1], side))
			}
		}
		return all
	})
}
