package keeper

import (
	"io"
	"net/url"

	rules "arbiter/referee/games/keeper"
)

// Wait moves to its own cell, turn after turn.
func Wait(in io.Reader, out io.Writer, _ url.Values) error {
	return answer(in, out, func(hero rules.Hero, _ []rules.Entity) rules.Action {
		return rules.MoveTo(hero.Cell)
	})
}
