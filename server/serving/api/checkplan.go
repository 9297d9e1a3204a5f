package api

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/check"
)

type checkPlanIn struct {
	Game     string  `query:"game" required:"true"`
	Elo0     float64 `query:"elo0" default:"-20"`
	Elo1     float64 `query:"elo1" default:"0"`
	MaxGames int     `query:"max_games" minimum:"0" maximum:"1000000" doc:"0: the default."`
}

type checkPlanOut struct {
	Body struct {
		Unit      rating.Unit       `json:"unit" enum:"pair,duel" doc:"What one start is: a pair of games, or a duel of scores."`
		Starts    int               `json:"starts" doc:"Distinct starts of the game; 0: no limit."`
		Forecasts []rating.Forecast `json:"forecasts" doc:"Starts that a check by wins takes, by how good the candidate is."`
	}
}

func (s *Server) checkPlans() {
	route(s, ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/check-plan", OperationID: "plan-check", Tags: []string{"checks"},
		Summary: "Forecast how many starts a check takes", Description: "From simulated checks with the same test, for bots that never draw, which takes longest.",
	}, planCheck)
}

func planCheck(_ context.Context, in *checkPlanIn) (*checkPlanOut, error) {
	g, err := games.Find(in.Game)
	if err != nil {
		return nil, invalidQuery("game", err)
	}
	out := &checkPlanOut{}
	out.Body.Unit = rating.UnitOf(g.Info().Solo())
	if opener, ok := g.(referee.Opener); ok {
		out.Body.Starts = opener.OpeningCount()
	}
	q, err := check.Asked{Elo0: &in.Elo0, Elo1: &in.Elo1, MaxGames: in.MaxGames}.Question(g.Info())
	if field := (league.FieldError{}); errors.As(err, &field) {
		return nil, invalidQuery(field.Field, field.Err)
	}
	out.Body.Forecasts, err = q.Plan(out.Body.Unit, 0)
	return out, err
}
