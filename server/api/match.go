package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/scheduler"
)

// startBody is where a match starts.
type startBody struct {
	Seed  string `json:"seed" doc:"As text: 64 bits do not fit into a JavaScript number."`
	Setup string `json:"setup,omitempty" doc:"Digest of an explicit position."`
	Name  string `json:"name" doc:"What people call the start."`
}

func startOf(start league.Start) startBody {
	return startBody{strconv.FormatInt(start.Seed, 10), start.Position, start.String()}
}

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

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1e3 }

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

// nonNil makes an empty list of none, for JSON.
func nonNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
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

type wishBody struct {
	Game    string          `json:"game"`
	Bots    []string        `json:"bots" minItems:"1" maxItems:"16" doc:"By seat: the ID of a known bot, or a bot as it would be typed on the server's machine."`
	Seed    string          `json:"seed,omitempty" pattern:"^-?[0-9]+$" default:"1" doc:"64 bits, as text."`
	Setup   json.RawMessage `json:"setup,omitempty" doc:"An explicit start position in the game's own fields, instead of a seed."`
	Test    string          `json:"test,omitempty" maxLength:"400" doc:"A position of a test set, as SET/NAME, instead of a seed."`
	Repeat  int             `json:"repeat,omitempty" minimum:"0" maximum:"1000000" doc:"Bots that draw play another match on the same start."`
	FirstMS *float64        `json:"first_ms,omitempty" minimum:"0" maximum:"3600000" doc:"Instead of the game's limit; 0 for none."`
	TurnMS  *float64        `json:"turn_ms,omitempty" minimum:"0" maximum:"3600000"`
	Key     string          `json:"key,omitempty" maxLength:"200" doc:"Wishes with the same key are one match. Without it each is another match: only then this is not idempotent."`
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

// inQuery says which field of the query is wrong.
func inQuery(field string, err error) error {
	return huma.Error422UnprocessableEntity(field+": "+err.Error(), &huma.ErrorDetail{Location: "query." + field, Message: err.Error()})
}

func cursorText(c league.Cursor) string { return fmt.Sprintf("%d-%s", c.PlayedAt.UnixMilli(), c.ID) }

func parseCursor(text string) (league.Cursor, error) {
	if text == "" {
		return league.Cursor{}, nil
	}
	at, id, ok := strings.Cut(text, "-")
	ms, err := strconv.ParseInt(at, 10, 64)
	if !ok || err != nil {
		return league.Cursor{}, fmt.Errorf("found %.60q; want what a page gave as next", text)
	}
	return league.Cursor{PlayedAt: time.UnixMilli(ms), ID: id}, nil
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

func (s *Server) playMatch(ctx context.Context, in *struct{ Body wishBody }) (*matchOut, error) {
	w, err := wishOf(in.Body)
	if err != nil {
		return nil, err
	}
	if in.Body.Test != "" {
		if w.Setup != nil {
			return nil, league.FieldError{Field: "test", Err: errors.New("there is a setup too; want one of the two")}
		}
		if w.Start, w.Setup, err = s.test(ctx, w.Game, in.Body.Test); err != nil {
			return nil, err
		}
	}
	return s.play(ctx, w)
}

// wishOf reads a wish.
func wishOf(b wishBody) (scheduler.Wish, error) {
	seed, err := strconv.ParseInt(b.Seed, 10, 64)
	if err != nil {
		return scheduler.Wish{}, league.FieldError{Field: "seed", Err: errors.New("it does not fit into 64 bits")}
	}
	w := scheduler.Wish{Game: b.Game, Bots: b.Bots, Start: league.Start{Seed: seed}, Repeat: b.Repeat, Key: b.Key}
	if b.Setup != nil {
		w.Start.Seed, w.Setup = 0, b.Setup
	}
	if b.FirstMS != nil || b.TurnMS != nil {
		g, err := findGame(b.Game)
		if err != nil {
			return w, league.FieldError{Field: "game", Err: err}
		}
		limits := g.Info().Limits()
		if b.FirstMS != nil {
			limits.First = time.Duration(*b.FirstMS * 1e6)
		}
		if b.TurnMS != nil {
			limits.Turn = time.Duration(*b.TurnMS * 1e6)
		}
		w.Limits = &limits
	}
	return w, nil
}

func (s *Server) playAgain(ctx context.Context, in *MatchPath) (*matchOut, error) {
	w, err := s.Scheduler.Again(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return s.play(ctx, w)
}

func (s *Server) play(ctx context.Context, w scheduler.Wish) (*matchOut, error) {
	id, err := s.Scheduler.Play(ctx, w)
	if err != nil {
		return nil, err
	}
	out, err := s.getMatch(ctx, &MatchPath{id})
	if err != nil {
		return nil, err
	}
	out.Status = http.StatusAccepted
	return out, nil
}
