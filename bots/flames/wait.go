package flames

import (
	"io"
	"net/url"

	rules "arbiter/referee/games/flames"
)

// Wait passes in every turn.
func Wait(in io.Reader, out io.Writer, _ url.Values) error {
	return play(in, out, func(*reader) rules.Action { return rules.Pass })
}
