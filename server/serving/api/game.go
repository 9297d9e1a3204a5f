package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/bots"
	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/serving/api/transport"
)

// gameBody describes a game.
type gameBody struct {
	Name      string   `json:"name"`
	Title     string   `json:"title"`
	Rules     int      `json:"rules" doc:"Version of the rules; incremented when they would play an old record differently."`
	MinSeats  int      `json:"min_seats"`
	MaxSeats  int      `json:"max_seats" doc:"1: a solo game, in which scores on the same start are compared."`
	FirstMS   float64  `json:"first_ms" doc:"Time limit of a seat's first answer."`
	TurnMS    float64  `json:"turn_ms" doc:"Time limit of each later answer."`
	Unit      string   `json:"unit,omitempty" doc:"What the score of a solo game counts."`
	Decimals  int      `json:"decimals,omitempty" doc:"Decimals of a score; absent: scores are whole numbers."`
	Ascending bool     `json:"ascending,omitempty" doc:"A smaller score is better."`
	Seed      string   `json:"seed" doc:"What a seed determines."`
	Openings  int      `json:"openings,omitempty" doc:"Number of openings, the starts of a game whose seed decides nothing; absent: seeds deal different starts."`
	Viewer    string   `json:"viewer,omitempty" doc:"Of one game alone: the digest of its files, where these have a viewer of its own. The page for a match is then /viewers/GAME/DIGEST/arbiter.html."`
	Builtins  []string `json:"builtins" doc:"Builtin bots as they are typed, the weakest first."`
	Boss      bossBody `json:"boss" doc:"The builtin boss, by levels."`
}

// bossBody is the levels of a builtin bot, the weakest first.
type bossBody struct {
	Unit   string      `json:"unit" doc:"What the ratings are, such as Elo above level 1 or mean score."`
	Levels []levelBody `json:"levels"`
}

// levelBody is a boss at a level.
type levelBody struct {
	Bot    string  `json:"bot" doc:"As it is typed, e.g. builtin:domain/boss?level=3."`
	Rating float64 `json:"rating" doc:"Measured on seeds that the levels were not chosen on."`
}

func gameOf(rules referee.Game) gameBody {
	info := rules.Info()
	g := gameBody{
		Name: info.Name, Title: info.Title, Rules: info.Rules, MinSeats: info.MinSeats, MaxSeats: info.MaxSeats,
		FirstMS: millis(info.First), TurnMS: millis(info.Turn), Seed: info.Seed, Unit: info.Unit, Decimals: info.Decimals, Ascending: info.Ascending,
	}
	if opener, ok := rules.(referee.Opener); ok {
		g.Openings = opener.OpeningCount()
	}
	g.Builtins = []string{} // in JSON no list is null
	for _, b := range bots.Of(info.Name).Bots {
		g.Builtins = append(g.Builtins, "builtin:"+info.Name+"/"+b.Name)
	}
	levels, unit := bots.Levels(info.Name)
	g.Boss.Unit = unit
	for _, l := range levels {
		g.Boss.Levels = append(g.Boss.Levels, levelBody{"builtin:" + l.Path, l.Rating})
	}
	return g
}

type gamesOut struct {
	Body struct {
		Games []gameBody `json:"games"`
	}
}

// GamePath names a game.
type GamePath struct {
	Game string `path:"game" doc:"Name of a game, e.g. domain."`
}

type gameOut struct{ Body gameBody }

func (s *Server) games() {
	tag := []string{"games"}
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/games", OperationID: "list-games", Tags: tag,
		Summary: "List the games",
	}, s.listGames)
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/games/{game}", OperationID: "get-game", Tags: tag,
		Summary: "Get a game's seats, time limits and seeds",
	}, s.getGame)
}

func (s *Server) listGames(context.Context, *struct{}) (*gamesOut, error) {
	var out gamesOut
	for _, g := range s.Scheduler.Games.All() {
		out.Body.Games = append(out.Body.Games, gameOf(g))
	}
	return &out, nil
}

func (s *Server) getGame(_ context.Context, in *GamePath) (*gameOut, error) {
	g, err := s.gameInPath(in.Game)
	if err != nil {
		return nil, err
	}
	out := gameOut{gameOf(g)}
	if digest, viewer := s.viewerOf(in.Game); viewer != nil {
		out.Body.Viewer = digest
	}
	return &out, nil
}

// gameInPath returns the game that a path names; an unknown one is
// a league.NotFoundError.
func (s *Server) gameInPath(name string) (referee.Game, error) {
	g, err := s.Scheduler.Games.Find(name)
	if err != nil {
		return nil, league.NotFoundError{Kind: league.AGame, Name: name}
	}
	return g, nil
}

// gameInBody returns the game that the field game of a body names; an unknown
// one is a league.FieldError.
func (s *Server) gameInBody(name string) (referee.Game, error) {
	g, err := s.Scheduler.Games.Find(name)
	if err != nil {
		return nil, league.FieldError{Field: "game", Err: err}
	}
	return g, nil
}
