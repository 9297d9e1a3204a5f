package main

import (
	"bytes"
	"testing"

	"arbiter/referee/games"
	"arbiter/server/cmd/arbiter/output"
)

// "arbiter rules prints the rules of a game as they are written": every game has its
// page.
func TestRules(t *testing.T) {
	for _, g := range games.All() {
		game := g.Info().Name
		var out, err bytes.Buffer
		code := run([]string{"rules", game}, output.NewStreams(nil, &out, &err, ""))
		if want := readDocument(t, "docs/rules/"+game+".md"); code != output.ExitDone || out.String() != want {
			t.Errorf("%s: exit code %d, %q, %s; want the page", game, code, out.String(), &err)
		}
	}
}
