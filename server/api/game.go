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
	Rules    int     `json:"rules" doc:"Grows when the rules would play an old record differently."`
	MinSeats int     `json:"min_seats"`
	MaxSeats int     `json:"max_seats" doc:"1: a solo game, in which scores on the same start are compared."`
	FirstMS  float64 `json:"first_ms" doc:"Limit for a seat's first answer."`
	TurnMS   float64 `json:"turn_ms" doc:"Limit for each later answer."`
	Seed     string  `json:"seed" doc:"What a seed decides."`
}

func gameOf(info referee.Info) gameBody {
	return gameBody{
		info.Name, info.Title, info.Rules, info.MinSeats, info.MaxSeats,
		float64(info.First.Microseconds()) / 1e3, float64(info.Turn.Microseconds()) / 1e3, info.Seed,
	}
}

type gamesOut struct {
	Body struct {
		Games []gameBody `json:"games"`
	}
}

// GamePath names a game.
type GamePath struct {
	Game string `path:"game" doc:"Such as domain."`
}

type gameOut struct{ Body gameBody }

func (s *Server) games() {
	route(s, ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/games", OperationID: "list-games", Tags: []string{"games"},
		Summary: "List the games",
	}, func(_ context.Context, _ *struct{}) (*gamesOut, error) {
		var out gamesOut
		for _, g := range games.All() {
			out.Body.Games = append(out.Body.Games, gameOf(g.Info()))
		}
		return &out, nil
	})
	route(s, ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/games/{game}", OperationID: "get-game", Tags: []string{"games"},
		Summary: "Tell a game's seats, limits and seeds",
	}, func(_ context.Context, in *GamePath) (*gameOut, error) {
		g, err := findGame(in.Game)
		if err != nil {
			return nil, err
		}
		return &gameOut{gameOf(g.Info())}, nil
	})
}

// findGame finds a game of a path; there being none is 404.
func findGame(name string) (referee.Game, error) {
	g, err := games.Find(name)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", league.ErrNotFound, err)
	}
	return g, nil
}
