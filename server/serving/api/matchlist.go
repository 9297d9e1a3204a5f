package api

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"arbiter/server/kept/index"
	"arbiter/server/league"
	"arbiter/server/serving/api/transport"
)

type matchesIn struct {
	transport.Conditional
	MatchQuery
	Rated       bool   `query:"rated" doc:"Only matches that the ratings of their game count: those of tournaments, between bots."`
	Leaderboard string `query:"leaderboard" maxLength:"100" doc:"Only matches that this leaderboard counts; its game and filter are asked for beside it."`
	Result      string `query:"result" enum:"won,drawn,lost,upset" doc:"How two-seat matches ended for the bot or, without a bot, for the seat that the filter selects. upset: won against the odds, with fewer than 0.25 points expected by the ratings of the game."`
	Sort        string `query:"sort" enum:"time,score,margin,turns,duration,expected" default:"time" doc:"score, margin and expected are those of the bot or, without one, of the seat that the filter selects, else of the highest score. margin: the score less the other's, or the score of a solo game. expected: the points that the ratings of the game let expect."`
	Order       string `query:"order" enum:"asc,desc" default:"desc"`
	Cursor      string `query:"cursor" doc:"The value of next from the previous page."`
	Limit       int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
}

type matchesOut struct {
	transport.Tagged
	Body struct {
		Matches []matchBody `json:"matches" doc:"In the order asked for; by default newest first."`
		Seats   []int       `json:"seats" doc:"By match: the seat that result, sort and filter are about."`
		Total   int         `json:"total" doc:"Number of matches on all pages."`
		Next    string      `json:"next,omitempty" doc:"Cursor of the next page; absent on the last page."`
	}
}

func (s *Server) listMatches(ctx context.Context, in *matchesIn) (*matchesOut, error) {
	filter, err := filterOf(in.Filter, in.Game)
	if err != nil {
		return nil, err
	}
	if in.Fault != "" && in.Fault != league.AnyFault {
		if err := league.CheckFault(in.Fault); err != nil {
			return nil, invalidQuery("fault", err)
		}
	}
	if in.OwnFault && in.Fault == "" {
		return nil, invalidQuery("own_fault", errors.New("no fault is asked for; want fault with it, such as fault=any"))
	}
	if in.ID != "" {
		return s.matchesByID(ctx, in, filter)
	}
	q := index.Query{
		Tournament: in.Tournament, Game: in.Game, Bot: in.Bot, Reason: in.Reason, Fault: in.Fault, OwnFault: in.OwnFault, Filter: filter,
		Result: league.SeatResult(in.Result), Sort: index.Sort(in.Sort), Ascending: in.Order == "asc", Limit: in.Limit, After: in.Cursor,
	}
	if in.Rated {
		q.Counted = &league.Counted{}
	}
	if in.Leaderboard != "" {
		l, _, err := s.leaderboardAndFilter(ctx, in.Leaderboard)
		if err != nil {
			return nil, err
		}
		counted := l.At(time.Now())
		q.Counted = &counted
	}
	version, err := s.index.Version(ctx)
	if err != nil {
		return nil, err
	}
	out := &matchesOut{}
	if out.Tagged, err = s.router.Tag(in.Conditional, "matches", version, in.MatchQuery, q.Counted, in.Result, in.Sort, in.Order, in.Cursor, in.Limit); err != nil {
		return nil, err
	}
	page, err := s.index.List(ctx, q)
	if err != nil {
		return nil, invalidCursor(err)
	}
	marks := make([]league.Mark, len(page.Seats))
	for i, at := range page.Seats {
		marks[i] = at.Mark
	}
	reports, err := s.Store.MatchesAt(ctx, marks)
	if err != nil {
		return nil, err
	}
	out.Body.Matches, out.Body.Seats, out.Body.Total, out.Body.Next = []matchBody{}, []int{}, page.Total, page.Next
	for i, m := range reports {
		out.Body.Matches = append(out.Body.Matches, matchOf(m))
		out.Body.Seats = append(out.Body.Seats, page.Seats[i].Seat)
	}
	return out, nil
}

// matchesByID lists the matches whose IDs begin with a prefix, newest first.
// There are so few that they are one page.
func (s *Server) matchesByID(ctx context.Context, in *matchesIn, filter league.Filter) (*matchesOut, error) {
	q := in.query()
	q.Limit = in.Limit
	matches, err := s.Store.Matches(ctx, q)
	if err != nil {
		return nil, err
	}
	out := &matchesOut{Tagged: transport.Tagged{CacheControl: transport.Revalidate}}
	out.Body.Matches, out.Body.Seats = []matchBody{}, []int{}
	for _, m := range matches {
		if filter.Match(m.Match()) {
			out.Body.Matches, out.Body.Seats = append(out.Body.Matches, matchOf(m)), append(out.Body.Seats, 0)
		}
	}
	out.Body.Total = len(out.Body.Matches)
	return out, nil
}

// formatCursor returns a cursor as clients pass it back: milliseconds of the
// Unix epoch and an ID.
func formatCursor(c league.Cursor) string { return fmt.Sprintf("%d-%s", c.PlayedAt.UnixMilli(), c.ID) }

// parseCursor parses the text of formatCursor; "" is the beginning.
func parseCursor(text string) (league.Cursor, error) {
	if text == "" {
		return league.Cursor{}, nil
	}
	at, id, ok := strings.Cut(text, "-")
	ms, err := strconv.ParseInt(at, 10, 64)
	if !ok || err != nil {
		return league.Cursor{}, fmt.Errorf("found %.60q; want the value of next from the previous page", text)
	}
	return league.Cursor{PlayedAt: time.UnixMilli(ms), ID: id}, nil
}
