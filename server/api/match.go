package api

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/scheduler"
)

// seatBody is what one seat of a match came to.
type seatBody struct {
	Bot       string       `json:"bot" doc:"ID of the bot."`
	Score     int64        `json:"score"`
	Rank      int          `json:"rank" doc:"1 is first; ties share a rank."`
	Fault     referee.Kind `json:"fault,omitempty" doc:"Kind of its first fault that was not forgiven."`
	Answers   int          `json:"answers"`
	WallMS    float64      `json:"wall_ms" doc:"Of all answers."`
	CPUMS     float64      `json:"cpu_ms"`
	MaxWallMS float64      `json:"max_wall_ms" doc:"Of the slowest answer."`
}

// matchBody is a match that was played.
type matchBody struct {
	ID         string              `json:"id"`
	State      string              `json:"state" enum:"waiting,playing,lost,played" doc:"Only a match that was played has a result; a lost one was lost by the machine."`
	Why        string              `json:"why,omitempty" doc:"Why it was lost."`
	Tournament string              `json:"tournament"`
	Game       string              `json:"game"`
	Rules      int                 `json:"rules"`
	Round      int                 `json:"round"`
	Start      startBody           `json:"start"`
	Repetition int                 `json:"repetition" doc:"Of the same bots on the same start, from 0."`
	Seats      []seatBody          `json:"seats"`
	Reason     string              `json:"reason" doc:"How it ended, in the words of the game's rules."`
	Turns      int                 `json:"turns"`
	PlayedAt   time.Time           `json:"played_at"`
	DurationMS float64             `json:"duration_ms"`
	Faults     []referee.Fault     `json:"faults"`
	Attributes []referee.Attribute `json:"attributes"`
	Metrics    []league.Metric     `json:"metrics"`
}

func matchOf(m league.Report) matchBody {
	b := matchBody{
		ID: m.ID, State: "played", Tournament: m.Tournament, Game: m.Game, Rules: m.Rules, Round: m.Pairing.Round, Start: startOf(m.Pairing.Start),
		Repetition: m.Pairing.Repetition, Reason: m.Result.Reason, Turns: m.Turns, PlayedAt: m.PlayedAt, DurationMS: millis(m.Duration),
		Seats: []seatBody{}, Faults: nonNil(m.Result.Faults), Attributes: nonNil(m.Attributes), Metrics: nonNil(m.Metrics),
	}
	faults := m.Outcome().Faults
	for seat, bot := range m.Pairing.Seats {
		times := m.Times[seat]
		b.Seats = append(b.Seats, seatBody{
			bot, m.Result.Scores[seat], m.Result.Ranks[seat], faults[seat], times.Answers,
			millis(times.Wall), millis(times.CPU), millis(times.MaxWall),
		})
	}
	return b
}

// comingOf is a match without a result yet.
func comingOf(m scheduler.Match, game, state, why string) matchBody {
	b := matchBody{
		ID: m.ID, State: state, Why: why, Tournament: m.Tournament, Game: game, Start: startOf(m.Start),
		Seats: []seatBody{}, Faults: []referee.Fault{}, Attributes: []referee.Attribute{}, Metrics: []league.Metric{},
	}
	for _, bot := range m.Seats {
		b.Seats = append(b.Seats, seatBody{Bot: bot})
	}
	return b
}

// MatchQuery chooses matches.
type MatchQuery struct {
	ID         string `query:"id" pattern:"^[0-9a-f]{0,20}$" doc:"The beginning of the match's ID."`
	Game       string `query:"game"`
	Tournament string `query:"tournament"`
	Bot        string `query:"bot" doc:"ID, or the name before the @."`
	Reason     string `query:"reason"`
	Fault      string `query:"fault" doc:"A kind, or any."`
	Filter     string `query:"filter" maxLength:"1000" doc:"Conditions such as cols<34,fault=timeout; see docs/tournaments.md."`
}

func (q MatchQuery) query() league.Query {
	return league.Query{IDPrefix: q.ID, Game: q.Game, Tournament: q.Tournament, Bot: q.Bot, Reason: q.Reason, Fault: q.Fault}
}

type matchesIn struct {
	MatchQuery
	Cursor string `query:"cursor" doc:"What the page before gave as next."`
	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
}

type matchesOut struct {
	Body struct {
		Matches []matchBody `json:"matches" doc:"Newest first."`
		Next    string      `json:"next,omitempty" doc:"The cursor of the next page; absent on the last one."`
	}
}

// MatchPath names a match.
type MatchPath struct {
	ID string `path:"id" pattern:"^[0-9a-f]{20}$" doc:"ID of the match: 20 hexadecimal characters."`
}

type matchOut struct {
	Status int
	Body   matchBody
}

func (s *Server) matches() {
	route(s, ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/matches", OperationID: "list-matches", Tags: []string{"matches"},
		Summary: "List matches, newest first", Description: "A filter looks at 5000 matches a page at the most; such a page may be empty and still have a next one.",
	}, s.listMatches)
	route(s, ScopePlay, huma.Operation{
		Method: http.MethodPost, Path: "/api/matches", OperationID: "play-match", Tags: []string{"matches"}, DefaultStatus: http.StatusAccepted,
		Summary: "Play a match now", Description: "It is played before all tournaments; watch it at /api/live/{id}. A match that still waits when the server ends is played by the next one.",
	}, s.playMatch)
	route(s, ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/matches/{id}", OperationID: "get-match", Tags: []string{"matches"},
		Summary: "Tell a match, also one that is waiting or being played",
	}, s.getMatch)
	route(s, ScopePlay, huma.Operation{
		Method: http.MethodPost, Path: "/api/matches/{id}/again", OperationID: "play-match-again", Tags: []string{"matches"}, DefaultStatus: http.StatusAccepted,
		Summary: "Play a match again exactly", Description: "The same bots on the same start with the same numbers to draw from. Not idempotent: each call is another match.",
	}, s.playAgain)
}

// mostScanned is how many matches a page with a filter looks at.
const mostScanned = 5000

func (s *Server) listMatches(ctx context.Context, in *matchesIn) (*matchesOut, error) {
	filter, err := league.ParseFilter(in.Filter)
	if err != nil {
		return nil, inQuery("filter", err)
	}
	q := in.query()
	if q.Before, err = parseCursor(in.Cursor); err != nil {
		return nil, inQuery("cursor", err)
	}
	q.Limit = in.Limit + 1
	out := &matchesOut{}
	out.Body.Matches = []matchBody{}
	for scanned := 0; scanned < mostScanned; {
		page, err := s.Store.Matches(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, m := range page {
			if len(out.Body.Matches) == in.Limit {
				out.Body.Next = cursorText(q.Before)
				return out, nil
			}
			q.Before = m.Cursor()
			if in.Filter == "" || filter.Match(m.Match()) {
				out.Body.Matches = append(out.Body.Matches, matchOf(m))
			}
		}
		if len(page) < q.Limit {
			return out, nil
		}
		scanned += len(page)
	}
	out.Body.Next = cursorText(q.Before)
	return out, nil
}

func (s *Server) getMatch(ctx context.Context, in *MatchPath) (*matchOut, error) {
	m, err := s.Store.Match(ctx, in.ID)
	if err == nil {
		return &matchOut{http.StatusOK, matchOf(m)}, nil
	}
	if !errors.Is(err, league.ErrNotFound) {
		return nil, err
	}
	if single, ok := s.Scheduler.Single(in.ID); ok {
		return &matchOut{http.StatusOK, comingOf(single.Match, single.Game, single.Stage, single.Why)}, nil
	}
	for _, p := range s.Scheduler.Playing() {
		if p.ID == in.ID {
			return &matchOut{http.StatusOK, comingOf(p.Match, p.Game, scheduler.Playing, "")}, nil
		}
	}
	// It may have ended between the two questions.
	m, again := s.Store.Match(ctx, in.ID)
	if again != nil {
		return nil, err
	}
	return &matchOut{http.StatusOK, matchOf(m)}, nil
}
