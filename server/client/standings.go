package client

import (
	"context"
	"net/url"

	"arbiter/server/league"
)

// Scoreboard implements league.TournamentService. The server knows no table of best scores.
func (c *Client) Scoreboard(ctx context.Context, q league.ScoreboardQuery) (s league.Scoreboard, err error) {
	query := url.Values{}
	for name, value := range map[string]string{"tournament": q.Tournament, "game": q.Game, "filter": q.Filter.String(), "anchor": q.Anchor} {
		if value != "" {
			query.Set(name, value)
		}
	}
	if q.Singles {
		query.Set("singles", "true")
	}
	return s, c.get(ctx, &s, query, "api", "scoreboard")
}
