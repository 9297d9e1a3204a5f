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

// seatBody is the result of one seat of a match.
type seatBody struct {
	Bot       string       `json:"bot" doc:"ID of the bot."`
	Score     int64        `json:"score"`
	Rank      int          `json:"rank" doc:"1 is first; ties share a rank."`
	Fault     referee.Kind `json:"fault,omitempty" doc:"Kind of the first fault that was not forgiven."`
	Answers   int          `json:"answers" doc:"Number of answers."`
	WallMS    float64      `json:"wall_ms" doc:"Wall time of all answers."`
	CPUMS     float64      `json:"cpu_ms" doc:"CPU time of all answers."`
	MaxWallMS float64      `json:"max_wall_ms" doc:"Wall time of the slowest answer."`
}

// matchBody is a match: queued, running, lost or played.
type matchBody struct {
	ID         string              `json:"id"`
	State      string              `json:"state" enum:"waiting,playing,lost,played" doc:"Only a played match has a result; lost: ended by an error of the server."`
	Why        string              `json:"why,omitempty" doc:"Why the match was lost."`
	Tournament string              `json:"tournament"`
	Game       string              `json:"game"`
	Rules      int                 `json:"rules"`
	Round      int                 `json:"round"`
	Start      startBody           `json:"start"`
	Repetition int                 `json:"repetition" doc:"Number of earlier matches of the same bots on the same start."`
	Seats      []seatBody          `json:"seats"`
	Reason     string              `json:"reason" doc:"How the match ended, in the words of the game's rules."`
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

// unfinishedMatchOf returns a match without a result.
func unfinishedMatchOf(m scheduler.Match, game, state, why string) matchBody {
	b := matchBody{
		ID: m.ID, State: state, Why: why, Tournament: m.Tournament, Game: game, Start: startOf(m.Start),
		Seats: []seatBody{}, Faults: []referee.Fault{}, Attributes: []referee.Attribute{}, Metrics: []league.Metric{},
	}
	for _, bot := range m.Seats {
		b.Seats = append(b.Seats, seatBody{Bot: bot})
	}
	return b
}

// MatchQuery selects matches.
type MatchQuery struct {
	ID         string `query:"id" pattern:"^[0-9a-f]{0,20}$" doc:"Prefix of the match ID."`
	Game       string `query:"game"`
	Tournament string `query:"tournament"`
	Bot        string `query:"bot" doc:"Bot ID, or the name before the @."`
	Reason     string `query:"reason"`
	Fault      string `query:"fault" doc:"Kind of fault, or any."`
	Filter     string `query:"filter" maxLength:"1000" doc:"Conditions, e.g. cols<34,fault=timeout; see docs/tournaments.md."`
}

func (q MatchQuery) query() league.Query {
	return league.Query{IDPrefix: q.ID, Game: q.Game, Tournament: q.Tournament, Bot: q.Bot, Reason: q.Reason, Fault: q.Fault}
}

type matchesIn struct {
	MatchQuery
	Cursor string `query:"cursor" doc:"The value of next from the previous page."`
	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
}

type matchesOut struct {
	Body struct {
		Matches []matchBody `json:"matches" doc:"Newest first."`
		Next    string      `json:"next,omitempty" doc:"Cursor of the next page; absent on the last page."`
	}
}

// MatchPath names a match.
type MatchPath struct {
	ID string `path:"id" pattern:"^[0-9a-f]{20}$" doc:"Match ID: 20 hexadecimal characters."`
}

type matchOut struct {
	Status int
	Body   matchBody
}

func (s *Server) matches() {
	tag := []string{"matches"}
	route(s, ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/matches", OperationID: "list-matches", Tags: tag,
		Summary: "List matches, newest first", Description: "A filter examines at most 5000 matches per page, so a page may be empty and still have a next one.",
	}, s.listMatches)
	route(s, ScopePlay, huma.Operation{
		Method: http.MethodPost, Path: "/api/matches", OperationID: "play-match", Tags: tag, DefaultStatus: http.StatusAccepted,
		Summary: "Play a match now", Description: "Queued before all tournaments; watch it at /api/live/{id}. The queue survives a restart of the server.",
	}, s.playMatch)
	route(s, ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/matches/{id}", OperationID: "get-match", Tags: tag,
		Summary: "Get a match, including queued and running ones",
	}, s.getMatch)
	route(s, ScopePlay, huma.Operation{
		Method: http.MethodPost, Path: "/api/matches/{id}/again", OperationID: "play-match-again", Tags: tag, DefaultStatus: http.StatusAccepted,
		Summary: "Play a match again exactly", Description: "The same bots play the same start with the same random seeds. Not idempotent: each call creates another match.",
	}, s.playMatchAgain)
	route(s, ScopePlay, huma.Operation{
		Method: http.MethodPost, Path: "/api/matches/{id}/cancel", OperationID: "cancel-match", Tags: tag,
		Summary: "Cancel a single match that is waiting or running", Description: "Its state becomes lost. Idempotent. A match that has been played or belongs to a tournament is a conflict (409).",
	}, s.cancelMatch)
}

func (s *Server) cancelMatch(ctx context.Context, in *MatchPath) (*matchOut, error) {
	if err := s.Scheduler.CancelMatch(ctx, in.ID); err != nil {
		return nil, err
	}
	return s.getMatch(ctx, in)
}

// maxScanned bounds how many matches a page with a filter examines.
const maxScanned = 5000

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
	q := in.query()
	if q.Before, err = parseCursor(in.Cursor); err != nil {
		return nil, invalidQuery("cursor", err)
	}
	q.Limit = in.Limit + 1
	out := &matchesOut{}
	out.Body.Matches = []matchBody{}
	for scanned := 0; scanned < maxScanned; {
		page, err := s.Store.Matches(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, m := range page {
			if len(out.Body.Matches) == in.Limit {
				out.Body.Next = formatCursor(q.Before)
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
	out.Body.Next = formatCursor(q.Before)
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
	if b, ok := s.unfinishedMatch(in.ID); ok {
		return &matchOut{http.StatusOK, b}, nil
	}
	// It may have ended after the first query.
	m, again := s.Store.Match(ctx, in.ID)
	if again != nil {
		return nil, err
	}
	return &matchOut{http.StatusOK, matchOf(m)}, nil
}

// unfinishedMatch returns a match that the scheduler knows: queued, running or
// lost.
func (s *Server) unfinishedMatch(id string) (matchBody, bool) {
	if single, ok := s.Scheduler.SingleMatch(id); ok {
		return unfinishedMatchOf(single.Match, single.Game, string(single.Status), single.Why), true
	}
	for _, p := range s.Scheduler.Playing() {
		if p.ID == id {
			return unfinishedMatchOf(p.Match, p.Game, string(scheduler.Playing), ""), true
		}
	}
	return matchBody{}, false
}
