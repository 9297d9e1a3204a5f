package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/referee/games"
	"arbiter/server/league"
)

// StandingsIn selects matches of a tournament.
type StandingsIn struct {
	TournamentPath
	Filter string `query:"filter" maxLength:"1000" doc:"Conditions, e.g. cols<34,seat=1; see docs/tournaments.md."`
}

// RatingsIn selects matches of a game.
type RatingsIn struct {
	GamePath
	Filter string `query:"filter" maxLength:"1000" doc:"Conditions, e.g. cols<34,seat=1; see docs/tournaments.md."`
	Anchor string `query:"anchor" doc:"The bot whose Elo is 0."`
}

type standingsOut struct{ Body league.Standings }

type matrixOut struct {
	Body struct {
		Bots   []string        `json:"bots" doc:"In the order of the standings; at most 100."`
		Matrix [][]league.Duel `json:"matrix" doc:"Row against column, from the row's point of view; the diagonal is empty."`
	}
}

type placingsOut struct {
	Body struct {
		Placings []league.Placing `json:"placings" doc:"The format's own ranking, of swiss and knockout tournaments; empty for other formats."`
	}
}

func (s *Server) standings() {
	tag := []string{"ratings"}
	route(s, ScopeRead, s.expensive(huma.Operation{
		Method: http.MethodGet, Path: "/api/tournaments/{tournament}/standings", OperationID: "get-standings", Tags: tag,
		Summary: "Get the standings of a tournament",
	}), s.getStandings)
	route(s, ScopeRead, s.expensive(huma.Operation{
		Method: http.MethodGet, Path: "/api/tournaments/{tournament}/matrix", OperationID: "get-matrix", Tags: tag,
		Summary: "Get the results of each pair of bots in a tournament",
	}), s.getMatrix)
	route(s, ScopeRead, s.expensive(huma.Operation{
		Method: http.MethodGet, Path: "/api/tournaments/{tournament}/placings", OperationID: "get-placings", Tags: tag,
		Summary: "Get the ranking of a swiss or knockout tournament",
	}), s.getPlacings)
	route(s, ScopeRead, s.expensive(huma.Operation{
		Method: http.MethodGet, Path: "/api/ratings/{game}", OperationID: "get-ratings", Tags: tag,
		Summary: "Get the standings of all matches of a game",
	}), s.getRatings)
}

func (s *Server) getStandings(ctx context.Context, in *StandingsIn) (*standingsOut, error) {
	t, anchor, err := s.tournamentAndAnchor(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	filter, err := filterOf(in.Filter, t.Game)
	if err != nil {
		return nil, err
	}
	out, err := s.standingsOf(ctx, league.Query{Tournament: t.ID}, filter, anchor, t.Bots)
	if err != nil {
		return nil, err
	}
	voids, err := s.voids(ctx, t.ID)
	if text := voids.Text(out.Body.Matches); text != "" {
		out.Body.Notes = append(out.Body.Notes, text)
	}
	return out, err
}

func (s *Server) getRatings(ctx context.Context, in *RatingsIn) (*standingsOut, error) {
	if _, err := gameInPath(in.Game); err != nil {
		return nil, err
	}
	filter, err := filterOf(in.Filter, in.Game)
	if err != nil {
		return nil, err
	}
	return s.standingsOf(ctx, league.Query{Game: in.Game}, filter, in.Anchor, nil)
}

// filterOf parses the filter of a query for matches of a game, or of all games
// for "". An unknown name in it is an error.
func filterOf(text, game string) (league.Filter, error) {
	filter, err := league.ParseFilter(text)
	if err == nil {
		err = filter.CheckNames(games.Attributes(game))
	}
	if err != nil {
		return filter, invalidQuery("filter", err)
	}
	return filter, nil
}

// tournamentAndAnchor returns a tournament and the bot whose Elo is 0 in it.
func (s *Server) tournamentAndAnchor(ctx context.Context, id string) (league.Tournament, string, error) {
	t, err := s.Store.Tournament(ctx, id)
	if err != nil {
		return t, "", err
	}
	status, err := s.Store.TournamentStatus(ctx, id)
	return t, status.Anchor, err
}

// eachMatch calls do with the matches that q and the filter select, oldest
// first. With bots it skips matches of bots that are not among them: those have
// left the tournament.
func (s *Server) eachMatch(ctx context.Context, q league.Query, filter league.Filter, bots []string, do func(time.Time, league.Match)) error {
	entered := map[string]bool{}
	for _, bot := range bots {
		entered[bot] = true
	}
	return s.Store.EachMatching(ctx, q, func(at time.Time, m league.Match) {
		for _, bot := range m.Seats {
			if len(bots) > 0 && !entered[bot] {
				return
			}
		}
		if filter.Match(m) {
			do(at, m)
		}
	})
}

// table tabulates the matches that eachMatch selects. The bots are in it even
// without a match.
func (s *Server) table(ctx context.Context, q league.Query, filter league.Filter, bots []string) (*league.Table, error) {
	var table league.Table
	table.Enter(bots...)
	err := s.eachMatch(ctx, q, filter, bots, func(_ time.Time, m league.Match) { table.Add(m) })
	return &table, err
}

func (s *Server) standingsOf(ctx context.Context, q league.Query, filter league.Filter, anchor string, bots []string) (*standingsOut, error) {
	table, err := s.table(ctx, q, filter, bots)
	if err != nil {
		return nil, err
	}
	standings, err := table.Standings(league.Options{Anchor: anchor})
	return &standingsOut{standings}, err
}

// maxInMatrix bounds the bots of a matrix, to what a page can show.
const maxInMatrix = 100

func (s *Server) getMatrix(ctx context.Context, in *StandingsIn) (*matrixOut, error) {
	t, anchor, err := s.tournamentAndAnchor(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	filter, err := filterOf(in.Filter, t.Game)
	if err != nil {
		return nil, err
	}
	table, err := s.table(ctx, league.Query{Tournament: t.ID}, filter, t.Bots)
	if err != nil {
		return nil, err
	}
	standings, err := table.Standings(league.Options{Anchor: anchor})
	if err != nil {
		return nil, err
	}
	out := &matrixOut{}
	out.Body.Bots, out.Body.Matrix = []string{}, [][]league.Duel{}
	for _, line := range standings.Lines[:min(len(standings.Lines), maxInMatrix)] {
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
