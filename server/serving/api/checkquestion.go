package api

import (
	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/playing/check"
)

// question returns the question that a request asks of so many distinct starts, 0 for
// no end of them. Errors name the field.
func (b checkIn) question(g referee.Game, starts int) (league.Question, error) {
	asked := check.Asked{
		Elo0: b.Elo0, Elo1: b.Elo1, Model: b.Model, Alpha: &b.Alpha, Beta: &b.Beta, Betting: b.Betting, SamePlay: b.SamePlay,
		By: league.Measure(b.By), Margin: b.Margin,
		MaxGames: b.MaxGames, Cap: b.Cap, Opponents: len(b.Opponents), Starts: starts, Fresh: b.Fresh,
	}
	return asked.Question(g.Info())
}
