package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/server/kept/index"
	"arbiter/server/serving/api/transport"
)

// pointBody is the ratings after a number of matches.
type pointBody struct {
	At      time.Time    `json:"at"`
	Matches int          `json:"matches"`
	Ratings []ratingBody `json:"ratings"`
}

type ratingBody struct {
	Bot          string   `json:"bot"`
	Score        *float64 `json:"score,omitempty" doc:"In a solo game the score, as in standings."`
	ScoreError95 *float64 `json:"score_error95,omitempty" doc:"Half the width of the 95 % interval of score."`
	Elo          *float64 `json:"elo"`
	EloError95   *float64 `json:"elo_error95" doc:"Half the width of the 95 % interval of elo."`
}

type historyOut struct {
	transport.Tagged
	Body struct {
		Points []pointBody `json:"points" doc:"Oldest first."`
	}
}

// PointsQuery sets the resolution of a history.
type PointsQuery struct {
	Points int `query:"points" minimum:"2" maximum:"100" default:"30" doc:"About how many points the history has: half of it up to one more, equally many matches apart but for the last one, which has all matches."`
}

func (s *Server) ratingHistories() {
	tag := []string{"ratings"}
	transport.Route(s.router, transport.ScopeRead, s.router.Expensive(huma.Operation{
		Method: http.MethodGet, Path: "/api/tournaments/{tournament}/history", OperationID: "get-tournament-history", Tags: tag,
		Summary: "Get the rating history of a tournament",
	}), s.getTournamentHistory)
	transport.Route(s.router, transport.ScopeRead, s.router.Expensive(huma.Operation{
		Method: http.MethodGet, Path: "/api/ratings/{game}/history", OperationID: "get-rating-history", Tags: tag,
		Summary: "Get the rating history of a game",
	}), s.getRatingHistory)
}

func (s *Server) getTournamentHistory(ctx context.Context, in *struct {
	StandingsIn
	PointsQuery
}) (*historyOut, error) {
	t, anchor, err := s.tournamentAndAnchor(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	of, err := selection(index.Scope{Tournament: t.ID}, t.Game, in.Filter, t.Bots)
	if err != nil {
		return nil, err
	}
	return s.historyOf(ctx, in.Conditional, of, anchor, in.Points)
}

func (s *Server) getRatingHistory(ctx context.Context, in *struct {
	RatingsIn
	PointsQuery
}) (*historyOut, error) {
	if _, err := s.gameInPath(in.Game); err != nil {
		return nil, err
	}
	of, err := in.selection()
	if err != nil {
		return nil, err
	}
	return s.historyOf(ctx, in.Conditional, of, in.Anchor, in.Points)
}

// historyOf returns the ratings at points that are equally many matches apart.
func (s *Server) historyOf(ctx context.Context, have transport.Conditional, of index.Selection, anchor string, points int) (*historyOut, error) {
	all, version, err := s.index.History(ctx, of, anchor, points)
	if err != nil {
		return nil, err
	}
	out := &historyOut{}
	if out.Tagged, err = s.router.Tag(have, "history", of.Scope, of.Counted, of.Filter, of.Bots, anchor, points, version); err != nil {
		return nil, err
	}
	out.Body.Points = []pointBody{}
	for _, p := range all {
		point := pointBody{At: p.At, Matches: p.Matches, Ratings: []ratingBody{}}
		for _, line := range p.Lines {
			r := ratingBody{Bot: line.Bot, Elo: line.Elo, EloError95: line.EloError95}
			if line.Mean != nil { // a solo game
				r.Score, r.ScoreError95 = line.Score, line.ScoreError95
			}
			point.Ratings = append(point.Ratings, r)
		}
		out.Body.Points = append(out.Body.Points, point)
	}
	return out, nil
}
