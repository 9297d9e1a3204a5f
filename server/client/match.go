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

	"arbiter/referee"
	"arbiter/referee/replay"
	"arbiter/server/league"
)

// maxPage is the largest page of matches that the API returns.
const maxPage = 200

// A match is one as the API tells it.
type match struct {
	league.MatchSummary
	Start  league.Start    `json:"start"`
	Faults []referee.Fault `json:"faults"`
}

// summary returns the match as package league has it.
func (m match) summary() league.MatchSummary {
	s := m.MatchSummary
	s.Start, s.Faults = m.Start.String(), m.Faults
	return s
}

// Matches implements league.MatchService.
func (c *Client) Matches(ctx context.Context, q league.Query, f league.Filter) ([]league.MatchSummary, error) {
	query := url.Values{}
	sort := ""
	if q.ByMargin {
		sort = "margin"
	}
	for name, value := range map[string]string{
		"id": q.IDPrefix, "game": q.Game, "tournament": q.Tournament, "bot": q.Bot, "result": string(q.Result), "reason": q.Reason, "fault": q.Fault,
		"filter": f.String(), "sort": sort,
	} {
		if value != "" {
			query.Set(name, value)
		}
	}
	if q.OwnFault {
		query.Set("own_fault", "true")
	}
	if q.ByMargin && !q.BestFirst() {
		query.Set("order", "asc")
	}
	all := []league.MatchSummary{}
	for {
		size := maxPage
		if q.Limit > 0 {
			size = min(size, q.Limit-len(all))
		}
		query.Set("limit", strconv.Itoa(size))
		var page struct {
			Matches []match
			Next    string
		}
		if err := c.get(ctx, &page, query, "api", "matches"); err != nil {
			return nil, err
		}
		for _, m := range page.Matches {
			all = append(all, m.summary())
		}
		if page.Next == "" || len(all) == q.Limit {
			return all, nil
		}
		query.Set("cursor", page.Next)
	}
}

// Match implements league.MatchService.
func (c *Client) Match(ctx context.Context, prefix string) (league.MatchSummary, error) {
	var m match
	err := c.get(ctx, &m, nil, "api", "matches", prefix)
	return m.summary(), err
}

// A Decisive is the turn in which a match was decided against a seat. By is a whatif.DecidedBy.
type Decisive struct {
	Seat, Turn int
	By         string // what tells it
}

// Decisive returns the turn in which the match with an ID was decided against a seat.
func (c *Client) Decisive(ctx context.Context, id string, seat int) (d Decisive, err error) {
	return d, c.get(ctx, &d, url.Values{"seat": {strconv.Itoa(seat)}}, "api", "matches", id, "decisive")
}

// Replay implements league.MatchService. A prefix of several matches is a
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
	matches, err := c.Matches(ctx, league.Query{IDPrefix: prefix, Limit: 2}, league.Filter{})
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
