package api

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/referee/games"
	"arbiter/server/kept/index"
	"arbiter/server/league"
	"arbiter/server/serving/api/transport"
)

// StandingsIn selects matches of a tournament.
type StandingsIn struct {
	transport.Conditional
	TournamentPath
	Filter string `query:"filter" maxLength:"1000" doc:"Conditions, e.g. cols<34,seat=1; see docs/tournaments.md."`
}

// RatingsIn selects matches of a game.
type RatingsIn struct {
	transport.Conditional
	GamePath
	Filter string `query:"filter" maxLength:"1000" doc:"Conditions, e.g. cols<34,seat=1; see docs/tournaments.md."`
	Anchor string `query:"anchor" doc:"The bot whose Elo is 0."`
	CountedIn
}

// CountedIn says which matches of a game its ratings count.
type CountedIn struct {
	Tournaments []string  `query:"tournament,explode" maxItems:"1000" doc:"Count the matches of this tournament or ladder; repeat it for each. Without it, those of all."`
	Since       time.Time `query:"since" doc:"Count only matches played then or later."`
	Until       time.Time `query:"until" doc:"Count only matches played before."`
	Days        int       `query:"days" minimum:"0" maximum:"36500" doc:"Count only matches of the last so many days, from a full hour on."`
	Singles     bool      `query:"singles" doc:"Count single matches between bots, too."`
	Humans      bool      `query:"humans" doc:"Count matches in which a human played, too."`
}

func (c CountedIn) counted() league.Counted {
	counted := league.Counted{Tournaments: c.Tournaments, Since: c.Since, Until: c.Until, Days: c.Days, Singles: c.Singles, Humans: c.Humans}
	return counted.At(time.Now())
}

type standingsOut struct {
	transport.Tagged
	Body league.Standings
}

type matrixOut struct {
	transport.Tagged
	Body struct {
		Bots   []string        `json:"bots" doc:"In the order of the standings; at most 100."`
		Matrix [][]league.Duel `json:"matrix" doc:"Row against column, from the row's point of view; the diagonal is empty."`
	}
}

type placingsOut struct {
	Body struct {
		Placings []league.Placing `json:"placings" doc:"The format's own ranking; empty for formats that have none."`
	}
}

func (s *Server) standings() {
	tag := []string{"ratings"}
	transport.Route(s.router, transport.ScopeRead, s.router.Expensive(huma.Operation{
		Method: http.MethodGet, Path: "/api/tournaments/{tournament}/standings", OperationID: "get-standings", Tags: tag,
		Summary: "Get the standings of a tournament",
	}), s.getStandings)
	transport.Route(s.router, transport.ScopeRead, s.router.Expensive(huma.Operation{
		Method: http.MethodGet, Path: "/api/tournaments/{tournament}/matrix", OperationID: "get-matrix", Tags: tag,
		Summary: "Get the results of each pair of bots in a tournament",
	}), s.getMatrix)
	transport.Route(s.router, transport.ScopeRead, s.router.Expensive(huma.Operation{
		Method: http.MethodGet, Path: "/api/tournaments/{tournament}/placings", OperationID: "get-placings", Tags: tag,
		Summary: "Get the ranking of a " + league.FormatsWhere(league.FormatInfo.Ranked) + " tournament",
	}), s.getPlacings)
	transport.Route(s.router, transport.ScopeRead, s.router.Expensive(huma.Operation{
		Method: http.MethodGet, Path: "/api/scoreboard", OperationID: "get-scoreboard", Tags: tag,
		Summary: "Get the standings of a tournament or of a game with the results of each pair of bots, as arbiter standings prints them",
	}), s.getScoreboard)
	transport.Route(s.router, transport.ScopeRead, s.router.Expensive(huma.Operation{
		Method: http.MethodGet, Path: "/api/ratings/{game}", OperationID: "get-ratings", Tags: tag,
		Summary: "Get the standings of a game", Description: "Of the matches of all its tournaments. Single matches and those that a human played count only where they are asked for.",
	}), s.getRatings)
}

// ScoreboardIn selects the matches of a scoreboard.
type ScoreboardIn struct {
	Tournament string `query:"tournament" doc:"Name of the tournament."`
	Game       string `query:"game" doc:"Without a tournament: the game."`
	Singles    bool   `query:"singles" doc:"With a game: count its single matches, too."`
	Filter     string `query:"filter" maxLength:"1000" doc:"Conditions, e.g. cols<34,seat=1; see docs/tournaments.md."`
	Anchor     string `query:"anchor" doc:"The bot whose Elo is 0."`
}

func (s *Server) getScoreboard(ctx context.Context, in *ScoreboardIn) (*struct{ Body league.Scoreboard }, error) {
	filter, err := filterOf(in.Filter, in.Game)
	if err == nil && in.Game != "" {
		if _, unknown := s.Scheduler.Games.Find(in.Game); unknown != nil {
			err = league.UsageError{Err: unknown}
		}
	}
	if err == nil && in.Tournament != "" {
		_, err = s.Store.Tournament(ctx, in.Tournament)
	}
	if err != nil {
		return nil, err
	}
	board, err := s.core.Scoreboard(ctx, league.ScoreboardQuery{Tournament: in.Tournament, Game: in.Game, Singles: in.Singles, Filter: filter, Options: league.Options{Anchor: in.Anchor}})
	return &struct{ Body league.Scoreboard }{board}, err
}

func (s *Server) getStandings(ctx context.Context, in *StandingsIn) (*standingsOut, error) {
	t, anchor, err := s.tournamentAndAnchor(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	of, err := selection(index.Scope{Tournament: t.ID}, t.Game, in.Filter, t.Bots)
	if err != nil {
		return nil, err
	}
	voids, err := s.Store.Voids(ctx, t.ID)
	if err != nil {
		return nil, err
	}
	return s.standingsOf(ctx, in.Conditional, of, anchor, league.SumVoids(voids).Note)
}

func (s *Server) getRatings(ctx context.Context, in *RatingsIn) (*standingsOut, error) {
	if _, err := s.gameInPath(in.Game); err != nil {
		return nil, err
	}
	of, err := in.selection()
	if err != nil {
		return nil, err
	}
	return s.standingsOf(ctx, in.Conditional, of, in.Anchor, noNote)
}

// selection returns the matches of a game that its ratings count.
func (in *RatingsIn) selection() (index.Selection, error) {
	of, err := selection(index.Scope{Game: in.Game}, in.Game, in.Filter, nil)
	of.Counted = in.counted()
	return of, err
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

// filterOf parses the filter of a query for matches of a game, or of all games
// for "". An unknown name in it is an error, and so are more numbers than the index
// reads.
func filterOf(text, game string) (league.Filter, error) {
	filter, err := league.ParseFilter(text)
	if err == nil {
		err = filter.CheckNames(games.Attributes(game))
	}
	if n := len(filter.Numbers()); err == nil && n > index.MaxNumbers {
		err = fmt.Errorf("it compares %d different attributes and metrics; want at most %d", n, index.MaxNumbers)
	}
	if err != nil {
		return filter, invalidQuery("filter", err)
	}
	return filter, nil
}

// selection returns the matches of a game that a table counts: those of the scope
// that the filter selects, and with bots only those among them.
func selection(scope index.Scope, game, filter string, bots []string) (index.Selection, error) {
	f, err := filterOf(filter, game)
	return index.Selection{Scope: scope, Filter: f, Bots: bots}, err
}

// standingsOf returns the standings of a selection. note is added to their notes
// if it returns a text.
func (s *Server) standingsOf(ctx context.Context, have transport.Conditional, of index.Selection, anchor string, note func(played int) string) (*standingsOut, error) {
	standings, version, err := s.index.Standings(ctx, of, anchor)
	if err != nil {
		return nil, err
	}
	if of.Filter.String() != "" {
		standings = standings.Filtered()
	}
	if text := note(standings.Matches); text != "" {
		standings.Notes = append(standings.Notes, text)
	}
	out := &standingsOut{Body: standings}
	out.Tagged, err = s.router.Tag(have, "standings", of.Scope, of.Counted, of.Filter, of.Bots, anchor, version, standings.Notes)
	return out, err
}

// scales returns the scale of each game, which reads explicit positions from the store. All
// tables share it: a reference may take a millisecond.
func scales(store league.Store) func(game string) league.Scale {
	all := map[string]league.Scale{}
	for _, g := range games.All() {
		all[g.Info().Name] = league.NewScale(g, func(digest string) ([]byte, error) { return store.PositionText(context.Background(), digest) }, nil)
	}
	return func(game string) league.Scale { return all[game] }
}

func noNote(int) string { return "" }

// maxInMatrix bounds the bots of a matrix, to what a page can show.
const maxInMatrix = 100

func (s *Server) getMatrix(ctx context.Context, in *StandingsIn) (*matrixOut, error) {
	t, anchor, err := s.tournamentAndAnchor(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	of, err := selection(index.Scope{Tournament: t.ID}, t.Game, in.Filter, t.Bots)
	if err != nil {
		return nil, err
	}
	out, version := &matrixOut{}, ""
	if out.Body.Bots, out.Body.Matrix, version, err = s.index.Matrix(ctx, of, anchor, maxInMatrix); err != nil {
		return nil, err
	}
	out.Tagged, err = s.router.Tag(in.Conditional, "matrix", of.Scope, of.Filter, of.Bots, anchor, version)
	return out, err
}

func (s *Server) getPlacings(ctx context.Context, in *TournamentPath) (*placingsOut, error) {
	t, err := s.Store.Tournament(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	out := &placingsOut{}
	if !t.Format.Info().Ranked() {
		out.Body.Placings = []league.Placing{}
		return out, nil
	}
	outcomes, err := s.Store.Outcomes(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	out.Body.Placings = nonNil(league.Placings(t, league.Outcomes(outcomes)))
	return out, nil
}
