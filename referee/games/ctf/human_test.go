package ctf

import (
	"fmt"
	"testing"

	"arbiter/referee/refereetest"
)

func TestGuide(t *testing.T) {
	refereetest.TestGuide(t, Game{}, func(choices any) (all []string) {
		add := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
		for _, m := range choices.(*Choices).Minions {
			add("WAIT %d", m.ID)
			for _, to := range m.Moves {
				add("MOVE %d %d %d", m.ID, to[1], to[0])
			}
			if m.Fire {
				add("FIRE %d", m.ID)
			}
			if m.Freeze {
				add("FREEZE %d", m.ID)
			}
			for _, at := range m.Mines {
				if m.Mine {
					add("MINE %d %d %d", m.ID, at[1], at[0])
				}
			}
		}
		return all
	})
}
