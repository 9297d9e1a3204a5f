package client

import (
	"context"
	"errors"
	"fmt"
	"time"

	"arbiter/referee"
)

// A serverGame is a game that the server plays and this program does not know.
type serverGame struct{ info referee.Info }

// Info implements referee.Game.
func (g serverGame) Info() referee.Info { return g.info }

// New implements referee.Game: its matches are dealt at the server.
func (g serverGame) New(referee.Setup, int) (referee.Match, error) {
	return nil, fmt.Errorf("game %s: its referee is at the server; nothing is played here", g.info.Name)
}

// Game returns what the server says of a game. Its matches are not dealt here.
func (c *Client) Game(ctx context.Context, name string) (referee.Game, error) {
	if name == "" {
		return nil, errors.New("no game; want a name, see arbiter games")
	}
	var g struct {
		Name     string  `json:"name"`
		Title    string  `json:"title"`
		Rules    int     `json:"rules"`
		MinSeats int     `json:"min_seats"`
		MaxSeats int     `json:"max_seats"`
		FirstMS  float64 `json:"first_ms"`
		TurnMS   float64 `json:"turn_ms"`
		Seed     string  `json:"seed"`
	}
	if err := c.get(ctx, &g, nil, "api", "games", name); err != nil {
		return nil, err
	}
	limit := func(ms float64) time.Duration { return time.Duration(ms * float64(time.Millisecond)) }
	return serverGame{referee.Info{
		Name: g.Name, Title: g.Title, Rules: g.Rules, MinSeats: g.MinSeats, MaxSeats: g.MaxSeats,
		First: limit(g.FirstMS), Turn: limit(g.TurnMS), Seed: g.Seed,
	}}, nil
}
