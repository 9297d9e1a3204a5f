package client

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"arbiter/server/league"
)

// Register makes a bot known that is found on the server's machine, as it is
// typed there.
func (c *Client) Register(ctx context.Context, game, typed string) (b league.Bot, err error) {
	body := struct {
		Game string `json:"game"`
		Bot  string `json:"bot"`
	}{game, typed}
	return b, c.post(ctx, body, &b, building, "api", "bots")
}

// Upload makes a bot known that is sent as an archive of its folder.
func (c *Client) Upload(ctx context.Context, game string, archive []byte) (b league.Bot, err error) {
	return b, c.do(ctx, request{
		method: http.MethodPost, path: []string{"api", "bots", "upload"}, query: url.Values{"game": {game}},
		body: archive, kind: "application/octet-stream", limit: building,
	}, &b)
}

// Bot returns a known bot by its ID, or league.ErrNotFound.
func (c *Client) Bot(ctx context.Context, game, id string) (b league.Bot, err error) {
	return b, c.get(ctx, &b, nil, "api", "bots", game, id)
}

// BotOfDigest returns a known bot by its digest, or league.ErrNotFound.
func (c *Client) BotOfDigest(ctx context.Context, game, digest string) (league.Bot, error) {
	var list struct{ Bots []league.Bot }
	if err := c.get(ctx, &list, url.Values{"game": {game}}, "api", "bots"); err != nil {
		return league.Bot{}, err
	}
	for _, b := range list.Bots {
		if b.Digest == digest {
			return b, nil
		}
	}
	return league.Bot{}, fmt.Errorf("bot of %s with the digest %s: %w", game, digest, league.ErrNotFound)
}
