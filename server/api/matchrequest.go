package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"arbiter/server/league"
	"arbiter/server/scheduler"
)

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
