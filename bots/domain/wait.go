package domain

import (
	"io"
	"net/url"

	rules "arbiter/referee/games/domain"
)

// Wait never moves its token and builds on the first open side of its cell,
// in the order U, D, L, R. It takes no options.
func Wait(in io.Reader, out io.Writer, _ url.Values) error {
	return play(in, out, func(s *rules.State) rules.Action {
		own := s.Tokens[s.Mover]
		side := rules.Up
		for !s.Open(side).Has(own) {
			side++
		}
		return rules.Action{To: own, Wall: side}
	})
}
