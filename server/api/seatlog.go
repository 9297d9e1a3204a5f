package api

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"arbiter/referee"
	"arbiter/referee/replay"
)

// SeatPath names a seat of a match.
type SeatPath struct {
	MatchPath
	Seat int `path:"seat" minimum:"0" maximum:"15"`
}

func (s *Server) getStderr(ctx context.Context, in *SeatPath) (*huma.StreamResponse, error) {
	rec, _, err := s.seat(ctx, in)
	if err != nil {
		return nil, err
	}
	return text(func(w io.Writer) error {
		for turn, said := range replay.Stderr(rec, in.Seat) {
			if len(said.Text) == 0 {
				continue
			}
			if _, err := fmt.Fprintf(w, "turn %d\n%s", turn, said.Text); err != nil {
				return err
			}
			if !bytes.HasSuffix(said.Text, []byte("\n")) {
				fmt.Fprintln(w)
			}
		}
		return nil
	}), nil
}

func (s *Server) getInput(ctx context.Context, in *SeatPath) (*huma.StreamResponse, error) {
	rec, g, err := s.seat(ctx, in)
	if err != nil {
		return nil, err
	}
	return text(func(w io.Writer) error {
		for input, err := range replay.Inputs(rec, g, in.Seat) {
			if err != nil {
				s.cut(err)
			}
			if _, err := w.Write(input.Text); err != nil {
				return err
			}
		}
		return nil
	}), nil
}

func (s *Server) seat(ctx context.Context, in *SeatPath) (*replay.Record, referee.Game, error) {
	rec, g, err := s.record(ctx, in.ID)
	if err == nil && in.Seat >= len(rec.Header.Seats) {
		err = huma.Error404NotFound(fmt.Sprintf("seat %d; the match has seats 0 to %d", in.Seat, len(rec.Header.Seats)-1))
	}
	return rec, g, err
}

// text answers with plain text; who reads it may go away at any time.
func text(write func(io.Writer) error) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(c huma.Context) {
		c.SetHeader("Content-Type", "text/plain; charset=utf-8")
		_, w := humachi.Unwrap(c)
		write(w)
	}}
}
