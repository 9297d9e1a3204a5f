package client

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"arbiter/referee"
	"arbiter/referee/replay"
	"arbiter/server/league"
)

// A Query selects matches. Empty fields match everything.
type Query struct {
	ID         string // prefix
	Game       string
	Tournament string
	Bot        string // ID, or the name before the "@"
	Result     league.SeatResult
	Reason     string
	Fault      string // kind, or "any"
	OwnFault   bool   // the fault is of the bot
	Filter     string // as league.ParseFilter reads it
	Sort       string // "" or "time", "margin", or what else the API sorts by
	Ascending  bool   // the lowest first
	Limit      int    // maximum number of matches; 0: no limit
}

// A Match is a match that has been played.
type Match struct {
	ID         string
	Tournament string
	Game       string
	Start      league.Start
	Seats      []Seat
	Reason     string
	Turns      int
	PlayedAt   time.Time `json:"played_at"`
	Faults     []referee.Fault
}

// A Seat is the result of one seat of a match.
type Seat struct {
	Bot   string
	Score int64
	Rank  int
	Fault referee.Kind
}

// maxPage is the largest page of matches that the API returns.
const maxPage = 200

// Matches lists matches, by default newest first.
func (c *Client) Matches(ctx context.Context, q Query) ([]Match, error) {
	query := url.Values{}
	for name, value := range map[string]string{
		"id": q.ID, "game": q.Game, "tournament": q.Tournament, "bot": q.Bot, "result": string(q.Result), "reason": q.Reason, "fault": q.Fault,
		"filter": q.Filter, "sort": q.Sort,
	} {
		if value != "" {
			query.Set(name, value)
		}
	}
	if q.OwnFault {
		query.Set("own_fault", "true")
	}
	if q.Ascending {
		query.Set("order", "asc")
	}
	var all []Match
	for {
		size := maxPage
		if q.Limit > 0 {
			size = min(size, q.Limit-len(all))
		}
		query.Set("limit", strconv.Itoa(size))
		var page struct {
			Matches []Match
			Next    string
		}
		if err := c.get(ctx, &page, query, "api", "matches"); err != nil {
			return nil, err
		}
		all = append(all, page.Matches...)
		if page.Next == "" || len(all) == q.Limit {
			return all, nil
		}
		query.Set("cursor", page.Next)
	}
}

// Match returns the match with an ID, or league.ErrNotFound.
func (c *Client) Match(ctx context.Context, id string) (m Match, err error) {
	return m, c.get(ctx, &m, nil, "api", "matches", id)
}

// A Decisive is the turn in which a match was decided against a seat.
type Decisive struct {
	Seat, Turn int
	By         string // what tells it
}

// Decisive returns the turn in which the match with an ID was decided against a seat.
func (c *Client) Decisive(ctx context.Context, id string, seat int) (d Decisive, err error) {
	return d, c.get(ctx, &d, url.Values{"seat": {strconv.Itoa(seat)}}, "api", "matches", id, "decisive")
}

// Replay returns the record of the match whose ID begins with the prefix. An
// unknown prefix is league.ErrNotFound; one of several matches is a
// league.UsageError that names two of them.
func (c *Client) Replay(ctx context.Context, prefix string) (*replay.Record, error) {
	id, err := c.matchID(ctx, prefix)
	if err != nil {
		return nil, err
	}
	text, err := c.fetch(ctx, request{method: http.MethodGet, path: []string{"api", "matches", id, "record"}, timeout: quickTimeout})
	if err != nil {
		return nil, err
	}
	rec, err := replay.Read(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("match %s: %w", id, err)
	}
	return rec, nil
}

// matchID returns the match ID that begins with the prefix.
func (c *Client) matchID(ctx context.Context, prefix string) (string, error) {
	missing := fmt.Errorf("%s: match %s: %w", c.base, prefix, league.ErrNotFound)
	const length = 20
	if len(prefix) > length || !isHex(prefix) {
		return "", missing
	}
	matches, err := c.Matches(ctx, Query{ID: prefix, Limit: 2})
	switch {
	case err != nil:
		return "", err
	case len(matches) == 0:
		return "", missing
	case len(matches) > 1:
		return "", league.Usagef("%s: match %s: ambiguous: matches %s and %s begin with it; give more characters", c.base, prefix, matches[0].ID, matches[1].ID)
	}
	return matches[0].ID, nil
}

// isHex reports whether a text may be the prefix of a match ID.
func isHex(text string) bool {
	_, err := hex.DecodeString(text + strings.Repeat("0", len(text)%2))
	return err == nil && text != "" && text == strings.ToLower(text)
}
