package flags

import (
	"arbiter/bots"
	"arbiter/bots/judge"
	"arbiter/referee"
	"arbiter/referee/replay"
)

// Judging returns who judges a recorded match: the judge among the game's bots, or one
// that serves any game.
func Judging(rec *replay.Record, g referee.Game) (judge.Judging, error) {
	own := bots.Of(g.Info().Name).Judging
	if own.New == nil {
		return judge.Generic(g, referee.Setup{Seed: rec.Header.Seed, Position: rec.Header.Setup}, len(rec.Header.Seats))
	}
	return own, nil
}
