package heropath

import (
	"io"
	"net/url"

	rules "arbiter/referee/games/heropath"
)

// Wait gives the smallest legal answer: no moves.
func Wait(in io.Reader, out io.Writer, _ url.Values) error {
	return connect(in, out).play(func(*rules.World) []rules.Action { return nil })
}
