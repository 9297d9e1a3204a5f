package client

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"arbiter/server/league"
)

// Register registers a bot that is on the server's machine, as it would be typed
// there. A bot that does not exist or cannot be built is a *Problem.
func (c *Client) Register(ctx context.Context, game, typed string) (b league.Bot, err error) {
	body := struct {
		Game string `json:"game"`
		Bot  string `json:"bot"`
	}{game, typed}
	return b, c.post(ctx, body, &b, buildTimeout, "api", "bots")
}

// Upload registers a bot from a .tar.gz or .zip archive of its folder. With a ladder
// that it is to enter, a build that fails is kept there.
func (c *Client) Upload(ctx context.Context, game, ladder string, archive []byte) (b league.Bot, err error) {
	query := url.Values{"game": {game}}
	if ladder != "" {
		query.Set("ladder", ladder)
	}
	return b, c.do(ctx, request{
		method: http.MethodPost, path: []string{"api", "bots", "upload"}, query: query,
		body: archive, contentType: "application/octet-stream", timeout: buildTimeout,
	}, &b)
}

// Bot returns a known bot by its ID, or league.ErrNotFound.
func (c *Client) Bot(ctx context.Context, game, id string) (b league.Bot, err error) {
	return b, c.get(ctx, &b, nil, "api", "bots", game, id)
}

// SameBot returns the known bot that is the same as another one, of which only the
// digests need be known, or league.ErrNotFound.
func (c *Client) SameBot(ctx context.Context, game string, same league.Bot) (league.Bot, error) {
	var list struct{ Bots []league.Bot }
	if err := c.get(ctx, &list, url.Values{"game": {game}}, "api", "bots"); err != nil {
		return league.Bot{}, err
	}
	for _, b := range list.Bots {
		if b.Same(same) {
			return b, nil
		}
	}
	return league.Bot{}, fmt.Errorf("bot of %s with digest %s: %w", game, same.Content(), league.ErrNotFound)
}
