package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/serving/scheduler"
)

// LimitsBody are time limits in place of the game's. A human has none.
type LimitsBody struct {
	FirstMS *float64 `json:"first_ms,omitempty" minimum:"0" maximum:"3600000" doc:"Time limit of a bot's first answer, instead of the game's; 0: the longest, one hour."`
	TurnMS  *float64 `json:"turn_ms,omitempty" minimum:"0" maximum:"3600000" doc:"Time limit of a bot's later answers, instead of the game's; 0: the longest, one hour."`
}

// SingleBody is what a single match is played from, with or without a human.
type SingleBody struct {
	Game    string          `json:"game"`
	Seed    string          `json:"seed,omitempty" pattern:"^-?[0-9]+$" default:"1" doc:"64 bits, as text."`
	Setup   json.RawMessage `json:"setup,omitempty" doc:"An explicit start position in the game's own fields, instead of a seed."`
	Opening int             `json:"opening,omitempty" minimum:"0" maximum:"100000" doc:"Number of an opening, from 1, instead of a seed, in games that have openings; 1 is the statement's own start."`
	LimitsBody
	Key string `json:"key,omitempty" maxLength:"200" doc:"Requests with the same key create one match. Without a key the request is not idempotent: each creates another match."`
}

// matchRequestBody asks for a single match.
type matchRequestBody struct {
	SingleBody
	Bots   []string `json:"bots" minItems:"1" maxItems:"16" doc:"Bots by seat: IDs of registered bots, or builtin ones; with scope admin also other bots on the server's machine."`
	Start  string   `json:"start,omitempty" maxLength:"400" doc:"A start of a book, as BOOK/NAME, instead of a seed."`
	Repeat int      `json:"repeat,omitempty" minimum:"0" maximum:"1000000" doc:"Repetition of the start: bots that use random numbers draw others."`
}

func (s *Server) playMatch(ctx context.Context, in *struct{ Body matchRequestBody }) (*matchOut, error) {
	request, err := s.requestOf(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	return s.play(ctx, request)
}

// requestOf decodes a body, with its start of a book.
func (s *Server) requestOf(ctx context.Context, b matchRequestBody) (scheduler.MatchRequest, error) {
	request, err := s.matchRequestOf(b)
	if err != nil || b.Start == "" {
		return request, err
	}
	if request.Setup != nil {
		return request, league.FieldError{Field: "start", Err: errors.New("given together with setup; want one of the two")}
	}
	request.Start, request.Setup, err = s.bookStart(ctx, request.Game, b.Start)
	return request, err
}

func (s *Server) playMatchAgain(ctx context.Context, in *MatchPath) (*matchOut, error) {
	request, err := s.Scheduler.Rematch(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return s.play(ctx, request)
}

// play queues a match.
func (s *Server) play(ctx context.Context, request scheduler.MatchRequest) (*matchOut, error) {
	request.By = s.asker(ctx)
	id, err := s.Scheduler.Play(ctx, request)
	if err != nil {
		return nil, err
	}
	out, err := s.getMatch(ctx, &matchIn{MatchPath: MatchPath{id}})
	if err != nil {
		return nil, err
	}
	out.Status = http.StatusAccepted
	return out, nil
}

// matchRequestOf decodes a body, apart from its test.
func (s *Server) matchRequestOf(b matchRequestBody) (scheduler.MatchRequest, error) {
	seed, err := strconv.ParseInt(b.Seed, 10, 64)
	if err != nil {
		return scheduler.MatchRequest{}, league.FieldError{Field: "seed", Err: errors.New("out of range: does not fit in 64 bits")}
	}
	request := scheduler.MatchRequest{Game: b.Game, Bots: b.Bots, Start: league.Start{Seed: seed}, Repeat: b.Repeat, Key: b.Key}
	if b.Setup != nil {
		request.Start.Seed, request.Setup = 0, b.Setup
	}
	if b.Opening > 0 {
		if b.Setup != nil {
			return request, league.FieldError{Field: "opening", Err: errors.New("given together with setup; want one of the two")}
		}
		if request.Start, request.Setup, err = s.openingOf(b.Game, b.Opening); err != nil {
			return request, err
		}
	}
	request.Limits, err = s.limitsOf(b)
	return request, err
}

// openingOf returns an opening of a game by its number, from 1, and its position.
func (s *Server) openingOf(game string, number int) (league.Start, json.RawMessage, error) {
	g, err := s.gameInBody(game)
	if err != nil {
		return league.Start{}, nil, err
	}
	starts, positions, err := league.Openings(g, "", number)
	if field := (league.FieldError{}); errors.As(err, &field) {
		err = league.FieldError{Field: "opening", Err: field.Err}
	}
	if err != nil {
		return league.Start{}, nil, err
	}
	start := starts[number-1]
	return start, positions[start.Position], nil
}

// limitsOf returns the game's time limits with the overrides of a body, or nil
// without any.
func (s *Server) limitsOf(b matchRequestBody) (*referee.TimeLimits, error) {
	first, turn := duration(b.FirstMS), duration(b.TurnMS)
	if first == nil && turn == nil {
		return nil, nil
	}
	g, err := s.gameInBody(b.Game)
	if err != nil {
		return nil, err
	}
	limits, err := league.LimitOverride{First: first, Turn: turn, Factor: 1}.Apply(g.Info().Limits())
	return &limits, err
}
