package api

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/server/league"
)

// pointBody is the ratings after a number of matches.
type pointBody struct {
	At      time.Time    `json:"at"`
	Matches int          `json:"matches"`
	Ratings []ratingBody `json:"ratings"`
}

type ratingBody struct {
	Bot     string   `json:"bot"`
	Elo     *float64 `json:"elo"`
	Error95 *float64 `json:"error95"`
}

type historyOut struct {
	Body struct {
		Points []pointBody `json:"points" doc:"Oldest first."`
	}
}

// PointsQuery sets the resolution of a history.
type PointsQuery struct {
	Points int `query:"points" minimum:"2" maximum:"100" default:"30" doc:"Number of points at which the ratings are computed."`
}

func (s *Server) ratingHistories() {
	tag := []string{"ratings"}
	route(s, ScopeRead, s.expensive(huma.Operation{
		Method: http.MethodGet, Path: "/api/tournaments/{tournament}/history", OperationID: "get-tournament-history", Tags: tag,
		Summary: "Get the rating history of a tournament",
	}), s.getTournamentHistory)
	route(s, ScopeRead, s.expensive(huma.Operation{
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
	filter, err := filterOf(in.Filter, t.Game)
	if err != nil {
		return nil, err
	}
	return s.historyOf(ctx, league.Query{Tournament: t.ID}, filter, anchor, in.Points, t.Bots)
}

func (s *Server) getRatingHistory(ctx context.Context, in *struct {
	RatingsIn
	PointsQuery
}) (*historyOut, error) {
	if _, err := gameInPath(in.Game); err != nil {
		return nil, err
	}
	filter, err := filterOf(in.Filter, in.Game)
	if err != nil {
		return nil, err
	}
	return s.historyOf(ctx, league.Query{Game: in.Game}, filter, in.Anchor, in.Points, nil)
}

// historyOf computes the ratings at points that are equally many matches apart.
func (s *Server) historyOf(ctx context.Context, q league.Query, filter league.Filter, anchor string, points int, bots []string) (*historyOut, error) {
	total := 0 // counted first: all matches at once would take gigabytes
	if err := s.eachMatch(ctx, q, filter, bots, func(time.Time, league.Match) { total++ }); err != nil {
		return nil, err
	}
	out := &historyOut{}
	out.Body.Points = []pointBody{}
	var table league.Table
	var failed error
	i := 0
	err := s.eachMatch(ctx, q, filter, bots, func(at time.Time, m league.Match) {
		if i++; i > total || failed != nil { // i > total: saved since it was counted
			return
		}
		table.Add(m)
		if i*points/total == (i-1)*points/total {
			return
		}
		standings, err := table.Standings(league.Options{Anchor: anchor})
		if err != nil {
			failed = err
			return
		}
		point := pointBody{At: at, Matches: i, Ratings: []ratingBody{}}
		for _, line := range standings.Lines {
			point.Ratings = append(point.Ratings, ratingBody{line.Bot, line.Elo, line.Error95})
		}
		out.Body.Points = append(out.Body.Points, point)
	})
	if err != nil || failed != nil {
		return nil, cmp.Or(err, failed)
	}
	return out, nil
}
