package client

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"

	"arbiter/server/league"
	"arbiter/server/playing/ladder"
)

// A Ladder is where an open ladder of the server stands.
type Ladder struct {
	Name    string                 `json:"name"`
	Game    string                 `json:"game"`
	State   league.TournamentState `json:"state"` // league.Idle while it has no two bots
	Why     string                 `json:"why"`
	Rounds  int                    `json:"rounds"`
	Matches int                    `json:"matches"`
	Names   []string               `json:"names"` // that bots play for once what was asked is done; nil from an older server
	ladder.Table
	Failures []league.LadderFailure `json:"failures"` // newest first
}

// Ladder returns where a ladder stands, or league.ErrNotFound.
func (c *Client) Ladder(ctx context.Context, name string) (l Ladder, err error) {
	return l, c.get(ctx, &l, nil, "api", "ladders", name)
}

// OpenLadder opens a ladder. One of that name and game stays as it is.
func (c *Client) OpenLadder(ctx context.Context, name, game string, timeFactor float64) (l Ladder, err error) {
	body, err := json.Marshal(struct {
		Game       string  `json:"game"`
		TimeFactor float64 `json:"time_factor"`
	}{game, timeFactor})
	if err != nil {
		return l, err
	}
	return l, c.do(ctx, request{method: http.MethodPut, path: []string{"api", "ladders", name}, body: body, contentType: "application/json", timeout: quickTimeout}, &l)
}

// EnterLadder lets a bot enter a ladder, by its ID; version, when set, is its version there.
// changed is false for the bot that
// plays for its name already.
func (c *Client) EnterLadder(ctx context.Context, name, bot, version string) (changed bool, err error) {
	var entry struct{ Changed bool }
	body, err := json.Marshal(struct {
		Bot string `json:"bot"`
	}{bot})
	if err != nil {
		return false, err
	}
	r := request{method: http.MethodPost, path: []string{"api", "ladders", name, "entries"}, body: body, contentType: "application/json", timeout: buildTimeout}
	if version != "" { // in the query, of which an older server takes no notice
		r.query = url.Values{"version": {version}}
	}
	err = c.do(ctx, r, &entry)
	return entry.Changed, err
}

// LeaveLadder lets the bot of a name leave a ladder.
func (c *Client) LeaveLadder(ctx context.Context, name, bot string) error {
	_, err := c.fetch(ctx, request{method: http.MethodDelete, path: []string{"api", "ladders", name, "entries", bot}, timeout: quickTimeout})
	return err
}

// PauseLadder pauses a ladder, and ResumeLadder goes on with it.
func (c *Client) PauseLadder(ctx context.Context, name string) error {
	return c.post(ctx, struct{}{}, &struct{}{}, quickTimeout, "api", "ladders", name, "pause")
}

// ResumeLadder goes on with a paused ladder.
func (c *Client) ResumeLadder(ctx context.Context, name string) error {
	return c.post(ctx, struct{}{}, &struct{}{}, buildTimeout, "api", "ladders", name, "resume")
}
