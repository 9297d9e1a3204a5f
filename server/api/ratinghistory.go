package api

import (
	"context"
	"time"

	"arbiter/server/league"
)

// pointBody is the ratings after some matches.
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

// PointsQuery says how fine a history is.
type PointsQuery struct {
	Points int `query:"points" minimum:"2" maximum:"100" default:"30" doc:"At how many moments the ratings are looked at."`
}

// history looks at the ratings at some moments, as many matches apart.
func (s *Server) history(ctx context.Context, q league.Query, filter, anchor string, points int, among map[string]bool) (*historyOut, error) {
	type played struct {
		at time.Time
		m  league.Match
	}
	var all []played
	err := s.each(ctx, q, filter, among, func(at time.Time, m league.Match) { all = append(all, played{at, m}) })
	if err != nil {
		return nil, err
	}
	out := &historyOut{}
	out.Body.Points = []pointBody{}
	var table league.Table
	for i, p := range all {
		table.Add(p.m)
		if (i+1)*points/len(all) == i*points/len(all) {
			continue
		}
		standings, err := table.Standings(league.Options{Anchor: anchor})
		if err != nil {
			return nil, err
		}
		point := pointBody{At: p.at, Matches: i + 1, Ratings: []ratingBody{}}
		for _, line := range standings.Lines {
			point.Ratings = append(point.Ratings, ratingBody{line.Bot, line.Elo, line.Error95})
		}
		out.Body.Points = append(out.Body.Points, point)
	}
	return out, nil
}
