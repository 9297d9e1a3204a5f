package client

import (
	"context"
	"net/url"

	"arbiter/server/league"
)

// A Tournament is what a server says of a tournament.
type Tournament struct {
	Game   string
	Format league.Format
	Series league.Series
	State  league.TournamentState
}

// Tournament returns a tournament, or league.ErrNotFound.
func (c *Client) Tournament(ctx context.Context, id string) (t Tournament, err error) {
	return t, c.get(ctx, &t, nil, "api", "tournaments", id)
}

// A Matrix has the results of every two bots, in the order of the standings.
type Matrix struct {
	Bots   []string // at most 100
	Matrix [][]league.Duel
}

// Standings returns the standings of a tournament and its matrix. The filter
// selects matches; "" selects all.
func (c *Client) Standings(ctx context.Context, tournament, filter string) (s league.Standings, m Matrix, err error) {
	query := filterQuery(filter)
	if err := c.get(ctx, &s, query, "api", "tournaments", tournament, "standings"); err != nil {
		return s, m, err
	}
	return s, m, c.get(ctx, &m, query, "api", "tournaments", tournament, "matrix")
}

// Placings returns the ranking of a tournament by the rules of its format.
func (c *Client) Placings(ctx context.Context, tournament string) ([]league.Placing, error) {
	var body struct{ Placings []league.Placing }
	err := c.get(ctx, &body, nil, "api", "tournaments", tournament, "placings")
	return body.Placings, err
}

// Ratings returns the standings of all tournaments of a game, with singles also of its
// single matches. The anchor is the ID of the bot whose Elo is 0; "" for the mean of
// all bots.
func (c *Client) Ratings(ctx context.Context, game, filter, anchor string, singles bool) (s league.Standings, err error) {
	query := filterQuery(filter)
	if singles {
		query.Set("singles", "true")
	}
	if anchor != "" {
		query.Set("anchor", anchor)
	}
	return s, c.get(ctx, &s, query, "api", "ratings", game)
}

func filterQuery(filter string) url.Values {
	if filter == "" {
		return url.Values{}
	}
	return url.Values{"filter": {filter}}
}
