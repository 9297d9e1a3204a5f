package main

import (
	"arbiter/referee"
	"arbiter/server/league"
)

// openings returns the first n openings of a game, in the order that the
// tournament's name decides, the statement's own start first, with the texts of
// their positions.
func openings(g referee.Game, name string, n int) ([]league.Start, league.Positions, error) {
	if _, ok := g.(referee.Opener); !ok {
		return nil, nil, league.Usagef("openings: %s has none, its seeds deal different starts; want seeds", g.Info().Name)
	}
	var t league.Tournament
	positions := t.DealFresh(g, league.Fresh{Key: name})
	if n > len(t.Starts) {
		return nil, nil, league.Usagef("openings: found %d; %s has %d", n, g.Info().Name, len(t.Starts))
	}
	return t.Starts[:n], positions, nil
}
