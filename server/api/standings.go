package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/server/league"
)

// StandingsIn asks for the standings of a tournament.
type StandingsIn struct {
	TournamentPath
	Filter string `query:"filter" maxLength:"1000" doc:"Conditions such as cols<34,seat=1; see docs/tournaments.md."`
}

type standingsOut struct{ Body league.Standings }

type matrixOut struct {
	Body struct {
		Bots   []string        `json:"bots" doc:"In the order of the standings; at most 100."`
		Matrix [][]league.Duel `json:"matrix" doc:"Row against column, from the row's view; the diagonal is empty."`
	}
}

type placingsOut struct {
	Body struct {
		Placings []league.Placing `json:"placings" doc:"The format's own order of a swiss or knockout; empty in others."`
	}
}

func (s *Server) ratings() {
	tag := []string{"ratings"}
	route(s, ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/tournaments/{tournament}/standings", OperationID: "get-standings", Tags: tag,
		Summary: "The table of a tournament",
	}, s.getStandings)
	route(s, ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/tournaments/{tournament}/matrix", OperationID: "get-matrix", Tags: tag,
		Summary: "How each two bots of a tournament did against each other",
	}, s.getMatrix)
	route(s, ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/tournaments/{tournament}/placings", OperationID: "get-placings", Tags: tag,
		Summary: "The order of a swiss or knockout",
	}, s.getPlacings)
	route(s, ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/tournaments/{tournament}/history", OperationID: "get-tournament-history", Tags: tag,
		Summary: "How the ratings of a tournament came about",
	}, func(ctx context.Context, in *struct {
		StandingsIn
		PointsQuery
	}) (*historyOut, error) {
		t, anchor, err := s.tournament(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		return s.history(ctx, league.Query{Tournament: t.ID}, in.Filter, anchor, in.Points, entered(t))
	})
	route(s, ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/ratings/{game}", OperationID: "get-ratings", Tags: tag,
		Summary: "The table of all matches of a game",
	}, func(ctx context.Context, in *struct {
		GamePath
		Filter string `query:"filter" maxLength:"1000"`
		Anchor string `query:"anchor" doc:"The bot whose Elo is 0."`
	}) (*standingsOut, error) {
		if _, err := findGame(in.Game); err != nil {
			return nil, err
		}
		return s.standings(ctx, league.Query{Game: in.Game}, in.Filter, in.Anchor, nil)
	})
	route(s, ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/ratings/{game}/history", OperationID: "get-rating-history", Tags: tag,
		Summary: "How the ratings of a game came about",
	}, func(ctx context.Context, in *struct {
		GamePath
		PointsQuery
		Filter string `query:"filter" maxLength:"1000"`
		Anchor string `query:"anchor"`
	}) (*historyOut, error) {
		if _, err := findGame(in.Game); err != nil {
			return nil, err
		}
		return s.history(ctx, league.Query{Game: in.Game}, in.Filter, in.Anchor, in.Points, nil)
	})
}

func (s *Server) getStandings(ctx context.Context, in *StandingsIn) (*standingsOut, error) {
	t, anchor, err := s.tournament(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return s.standings(ctx, league.Query{Tournament: t.ID}, in.Filter, anchor, t.Bots)
}

func (s *Server) tournament(ctx context.Context, id string) (league.Tournament, string, error) {
	t, err := s.Store.Tournament(ctx, id)
	if err != nil {
		return t, "", err
	}
	r, err := s.Store.TournamentStatus(ctx, id)
	return t, r.Anchor, err
}

// entered returns the bots of a tournament as a set.
func entered(t league.Tournament) map[string]bool {
	set := map[string]bool{}
	for _, bot := range t.Bots {
		set[bot] = true
	}
	return set
}

// table adds up the matches that q and the filter choose. Bots that are not
// among the entered ones have left the tournament; nil admits all.
func (s *Server) table(ctx context.Context, q league.Query, filter string, bots []string) (*league.Table, error) {
	var table league.Table
	table.Enter(bots...)
	var among map[string]bool
	if len(bots) > 0 {
		among = entered(league.Tournament{Bots: bots})
	}
	err := s.each(ctx, q, filter, among, func(_ time.Time, m league.Match) { table.Add(m) })
	return &table, err
}

// each calls do with the matches that q and the filter choose, the oldest first.
func (s *Server) each(ctx context.Context, q league.Query, filter string, among map[string]bool, do func(time.Time, league.Match)) error {
	f, err := league.ParseFilter(filter)
	if err != nil {
		return inQuery("filter", err)
	}
	return s.Store.EachMatching(ctx, q, func(at time.Time, m league.Match) {
		for _, bot := range m.Seats {
			if among != nil && !among[bot] {
				return
			}
		}
		if filter == "" || f.Match(m) {
			do(at, m)
		}
	})
}

func (s *Server) standings(ctx context.Context, q league.Query, filter, anchor string, bots []string) (*standingsOut, error) {
	table, err := s.table(ctx, q, filter, bots)
	if err != nil {
		return nil, err
	}
	standings, err := table.Standings(league.Options{Anchor: anchor})
	return &standingsOut{standings}, err
}

// mostInMatrix is how many bots a matrix has: more than a page shows.
const mostInMatrix = 100

func (s *Server) getMatrix(ctx context.Context, in *StandingsIn) (*matrixOut, error) {
	t, anchor, err := s.tournament(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	table, err := s.table(ctx, league.Query{Tournament: t.ID}, in.Filter, t.Bots)
	if err != nil {
		return nil, err
	}
	standings, err := table.Standings(league.Options{Anchor: anchor})
	if err != nil {
		return nil, err
	}
	out := &matrixOut{}
	out.Body.Bots, out.Body.Matrix = []string{}, [][]league.Duel{}
	for _, line := range standings.Lines[:min(len(standings.Lines), mostInMatrix)] {
		out.Body.Bots = append(out.Body.Bots, line.Bot)
	}
	for _, a := range out.Body.Bots {
		row := []league.Duel{}
		for _, b := range out.Body.Bots {
			duel, _ := table.Duel(a, b)
			row = append(row, duel)
		}
		out.Body.Matrix = append(out.Body.Matrix, row)
	}
	return out, nil
}

func (s *Server) getPlacings(ctx context.Context, in *TournamentPath) (*placingsOut, error) {
	t, err := s.Store.Tournament(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	outcomes, err := s.Store.Outcomes(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	out := &placingsOut{}
	out.Body.Placings = nonNil(league.Placings(t, league.Outcomes(outcomes)))
	return out, nil
}
