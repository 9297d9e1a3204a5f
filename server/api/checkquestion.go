package api

import (
	"cmp"
	"fmt"

	"arbiter/server/league"
	"arbiter/server/rating"
)

// question returns the question that a request asks. Errors name the field.
func (b checkIn) question() (league.Question, error) {
	g, err := gameInBody(b.Game)
	if err != nil {
		return league.Question{}, err
	}
	info := g.Info()
	switch {
	case info.Solo() && len(b.Opponents) > 0:
		return league.Question{}, league.FieldError{Field: "opponents", Err: fmt.Errorf("%s is played alone; want none", b.Game)}
	case !info.Solo() && league.Measure(b.By) == league.ByScore:
		return league.Question{}, league.FieldError{Field: "by", Err: fmt.Errorf("%s has no scores that can be compared start by start; want %s", b.Game, league.ByWins)}
	}
	q := league.Question{
		Question: rating.NotWeaker(rating.UnitOf(info.Solo())), By: league.Measure(b.By), Margin: b.Margin, SamePlay: rating.SamePlayShare, Fresh: b.Fresh,
	}
	q.Model, q.Alpha, q.Beta = b.Model, b.Alpha, b.Beta
	set(&q.Elo0, b.Elo0)
	set(&q.Elo1, b.Elo1)
	set(&q.SamePlay, b.SamePlay)
	set(&q.Betting, b.Betting)
	q.Cap = cmp.Or(b.MaxGames/2, b.Cap, q.Cap)
	if err := q.Check(); err != nil {
		return q, invalidBody(err)
	}
	return q, nil
}

// set replaces a value by one that was given.
func set(value, given *float64) {
	if given != nil {
		*value = *given
	}
}
