package client

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/playing/ladder"
	"arbiter/server/playing/resolve"
)

// A ladderStanding is one as the API tells it.
type ladderStanding struct {
	Name    string                 `json:"name"`
	Game    string                 `json:"game"`
	Seats   int                    `json:"seats"`
	State   league.TournamentState `json:"state"`
	Why     string                 `json:"why"`
	Rounds  int                    `json:"rounds"`
	Matches int                    `json:"matches"`
	Names   []string               `json:"names"`
	league.LadderTable
	Asked []struct {
		Name, Bot string
		At        time.Time
	}
	Failures []league.LadderFailure `json:"failures"`
}

func (l ladderStanding) standing() league.LadderStanding {
	var asked []league.LadderRequest
	for _, a := range l.Asked {
		r := league.LadderRequest{Ladder: l.Name, Name: a.Name, AskedAt: a.At}
		if a.Bot != "" {
			r.Bot = &league.Bot{ID: a.Bot}
		}
		asked = append(asked, r)
	}
	return league.LadderStanding{
		OpenLadder: league.OpenLadder{Name: l.Name, Game: l.Game, Seats: l.Seats}, LadderTable: l.LadderTable, State: l.State, Why: l.Why, Rounds: l.Rounds, Matches: l.Matches,
		Names: l.Names, Asked: asked, Failures: l.Failures,
	}
}

// Ladder implements league.LadderService.
func (c *Client) Ladder(ctx context.Context, name string) (league.LadderStanding, error) {
	var l ladderStanding
	err := c.get(ctx, &l, nil, "api", "ladders", name)
	return l.standing(), err
}

// OpenLadder implements league.LadderService.
func (c *Client) OpenLadder(ctx context.Context, o league.OpenLadder) (league.LadderStanding, error) {
	if o.Limits != (referee.TimeLimits{}) {
		return league.LadderStanding{}, league.Usagef("--server: a ladder on a server has the game's time limits, which --time-factor multiplies; leave the other --time flags and --clock out")
	}
	var l ladderStanding
	body, err := json.Marshal(struct {
		Game       string  `json:"game"`
		Seats      int     `json:"seats,omitempty"`
		TimeFactor float64 `json:"time_factor"`
	}{o.Game, o.Seats, o.TimeFactor})
	if err == nil {
		err = c.do(ctx, request{method: http.MethodPut, path: []string{"api", "ladders", o.Name}, body: body, contentType: "application/json", timeout: quickTimeout}, &l)
	}
	return l.standing(), err
}

// EnterLadder implements league.LadderService. A bot that is a folder or a file here is
// uploaded.
func (c *Client) EnterLadder(ctx context.Context, name, typed string, may func(league.Bot) error) (bot league.Bot, news bool, err error) {
	l, err := c.Ladder(ctx, name)
	if err != nil {
		return bot, false, err
	}
	bots, err := c.enterBots(ctx, l.Game, name, []string{typed})
	if err != nil {
		return bot, false, err
	}
	if may != nil {
		if err := may(bots[0]); err != nil {
			return bots[0], false, err
		}
	}
	query := url.Values{}
	if _, bot := resolve.SplitName(typed); strings.HasPrefix(bot, resolve.GitPrefix) {
		version, err := resolve.Commit(ctx, bot)
		if err != nil {
			return bots[0], false, err
		}
		query.Set("version", version)
	}
	body, err := json.Marshal(struct {
		Bot string `json:"bot"`
	}{bots[0].ID})
	if err != nil {
		return bots[0], false, err
	}
	var entry struct{ Changed bool }
	err = c.do(ctx, request{method: http.MethodPost, path: []string{"api", "ladders", name, "entries"}, query: query, body: body, contentType: "application/json", timeout: buildTimeout}, &entry)
	return bots[0], entry.Changed, err
}

// LeaveLadder implements league.LadderService.
func (c *Client) LeaveLadder(ctx context.Context, name, bot string) error {
	l, err := c.Ladder(ctx, name)
	if err == nil {
		err = ladder.CheckName(name, bot, l.Names)
	}
	if err != nil {
		return err
	}
	_, err = c.fetch(ctx, request{method: http.MethodDelete, path: []string{"api", "ladders", name, "entries", bot}, timeout: quickTimeout})
	return err
}

// PauseLadder implements league.LadderService.
func (c *Client) PauseLadder(ctx context.Context, name string) error {
	return c.post(ctx, struct{}{}, &struct{}{}, quickTimeout, "api", "ladders", name, "pause")
}

// PlayLadder implements league.LadderService.
func (c *Client) PlayLadder(ctx context.Context, name string, matches int) error {
	query := url.Values{}
	if matches > 0 {
		query.Set("matches", strconv.Itoa(matches))
	}
	return c.do(ctx, request{method: http.MethodPost, path: []string{"api", "ladders", name, "resume"}, query: query, timeout: buildTimeout}, &struct{}{})
}
