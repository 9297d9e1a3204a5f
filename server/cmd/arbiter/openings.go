package main

import (
	"fmt"
	"strings"

	"arbiter/referee"
	"arbiter/referee/games"
)

// openingsHelp names the games that have openings, with the range of --openings.
func openingsHelp() string {
	var each []string
	for _, g := range games.All() {
		if opener, ok := g.(referee.Opener); ok {
			each = append(each, fmt.Sprintf("1 to %d in %s", opener.OpeningCount(), g.Info().Name))
		}
	}
	return strings.Join(each, ", ")
}
