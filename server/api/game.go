package api

import (
	"context"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/server/league"
)

// gameBody describes a game.
type gameBody struct {
	Name     string  `json:"name"`
	Title    string  `json:"title"`
	Rules    int     `json:"rules" doc:"Version of the rules; incremented when they would play an old record differently."`
	MinSeats int     `json:"min_seats"`
	MaxSeats int     `json:"max_seats" doc:"1: a solo game, in which scores on the same start are compared."`
	FirstMS  float64 `json:"first_ms" doc:"Time limit of a seat's first answer."`
	TurnMS   float64 `json:"turn_ms" doc:"Time limit of each later answer."`
	Seed     string  `json:"seed" doc:"What a seed determines."`
}

func gameOf(info referee.Info) gameBody {
	return gameBody{info.Name, info.Title, info.Rules, info.MinSeats, info.MaxSeats, millis(info.First), millis(info.Turn), info.Seed}
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
	route(s, ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/games", OperationID: "list-games", Tags: tag,
		Summary: "List the games",
	}, listGames)
	route(s, ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/games/{game}", OperationID: "get-game", Tags: tag,
		Summary: "Get a game's seats, time limits and seeds",
	}, getGame)
}

func listGames(context.Context, *struct{}) (*gamesOut, error) {
	var out gamesOut
	for _, g := range games.All() {
		out.Body.Games = append(out.Body.Games, gameOf(g.Info()))
	}
	return &out, nil
}

func getGame(_ context.Context, in *GamePath) (*gameOut, error) {
	g, err := gameInPath(in.Game)
	if err != nil {
		return nil, err
	}
	return &gameOut{gameOf(g.Info())}, nil
}

// gameInPath returns the game that a path names; an unknown one is
// league.ErrNotFound.
func gameInPath(name string) (referee.Game, error) {
	g, err := games.Find(name)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", league.ErrNotFound, err)
	}
	return g, nil
}

// gameInBody returns the game that the field game of a body names; an unknown
// one is a league.FieldError.
func gameInBody(name string) (referee.Game, error) {
	g, err := games.Find(name)
	if err != nil {
		return nil, league.FieldError{Field: "game", Err: err}
	}
	return g, nil
}
