package api

import (
	"arbiter/server/league"
	"arbiter/server/playing/check"
)

// question returns the question that a request asks. Errors name the field.
func (b checkIn) question() (league.Question, error) {
	g, err := gameInBody(b.Game)
	if err != nil {
		return league.Question{}, err
	}
	asked := check.Asked{
		Elo0: b.Elo0, Elo1: b.Elo1, Model: b.Model, Alpha: &b.Alpha, Beta: &b.Beta, Betting: b.Betting, SamePlay: b.SamePlay,
		By: league.Measure(b.By), Margin: b.Margin,
		MaxGames: b.MaxGames, Cap: b.Cap, Opponents: len(b.Opponents), Fresh: b.Fresh,
	}
	return asked.Question(g.Info())
}
