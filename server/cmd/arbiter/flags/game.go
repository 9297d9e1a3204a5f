package flags

import (
	"strings"

	"arbiter/referee/games"
)

// A NoGameError is a command line without the game that it has to name.
type NoGameError struct{}

// Error lists the games.
func (NoGameError) Error() string {
	var names []string
	for _, g := range games.All() {
		names = append(names, g.Info().Name)
	}
	return `expected "<game>"; the games are ` + strings.Join(names, ", ")
}
