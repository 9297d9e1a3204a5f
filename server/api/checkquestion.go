package api

import (
	"arbiter/referee/games"
	"arbiter/server/league"
	"arbiter/server/rating"
	"cmp"
)

// question returns the question that a request asks.
func (b checkIn) question() (league.Question, error) {
	unit := rating.PairUnit
	if g, err := games.Find(b.Game); err == nil && g.Info().Solo() { // an unknown game is reported by the scheduler
		unit = rating.DuelUnit
	}
	q := league.Question{Question: rating.NotWeaker(unit), By: league.Evidence(b.By), Margin: b.Margin, SamePlay: rating.SamePlayShare, Fresh: b.Fresh}
	q.Model, q.Alpha, q.Beta = b.Model, b.Alpha, b.Beta
	if b.Elo0 != nil {
		q.Elo0 = *b.Elo0
	}
	if b.Elo1 != nil {
		q.Elo1 = *b.Elo1
	}
	if b.SamePlay != nil {
		q.SamePlay = *b.SamePlay
	}
	q.Cap = cmp.Or(b.MaxGames/2, b.Cap, q.Cap)
	if b.Betting != nil {
		q.Betting = *b.Betting
	}
	return q, q.Check()
}
