// Package human lets a human play a seat. The game has the guide, which lists the
// legal answers and checks an answer before the match receives it, for the terminal
// and the web pages alike. A Lobby holds the running matches of the humans who play
// in a browser. Matches and bots are the usual ones: package dispatch plays
// them, and the seat of a human is one more referee.Player.
package human

import (
	"fmt"

	"arbiter/referee"
)

// NewGuide returns the guide to one match of a game. The error says why the game has
// none.
func NewGuide(g referee.Game) (referee.Guide, error) {
	guided, ok := g.(referee.Guided)
	if !ok {
		return nil, fmt.Errorf("%s is not played by hand", g.Info().Name)
	}
	guide, err := guided.Guide()
	if err != nil {
		return nil, fmt.Errorf("%s is not played by hand: %w", g.Info().Name, err)
	}
	return guide, nil
}
