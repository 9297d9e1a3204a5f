package api

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"arbiter/referee"
	"arbiter/referee/replay"
	"arbiter/server/serving/api/transport"
)

// SeatPath names a seat of a match.
type SeatPath struct {
	MatchPath
	Seat int `path:"seat" minimum:"0" maximum:"15"`
}

func (s *Server) seatLogs() {
	tag := []string{"replays"}
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/matches/{id}/seats/{seat}/stderr", OperationID: "get-stderr", Tags: tag,
		Summary: "Get a bot's stderr, turn by turn", Responses: contentResponse("text/plain", "The text of each turn under a line with its number."),
	}, s.getStderr)
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/matches/{id}/seats/{seat}/input", OperationID: "get-input", Tags: tag,
		Summary: "Get the exact input of a bot, e.g. to replay it under a debugger", Responses: contentResponse("text/plain", "All inputs of the match, concatenated."),
	}, s.getInput)
}

func (s *Server) getStderr(ctx context.Context, in *SeatPath) (*huma.StreamResponse, error) {
	rec, _, err := s.seatRecord(ctx, in)
	if err != nil {
		return nil, err
	}
	return plainText(func(w io.Writer) error {
		for turn, stderr := range replay.Stderr(rec, in.Seat) {
			if len(stderr.Text) == 0 {
				continue
			}
			if _, err := fmt.Fprintf(w, "turn %d\n%s", turn, stderr.Text); err != nil {
				return err
			}
			if !bytes.HasSuffix(stderr.Text, []byte("\n")) {
				fmt.Fprintln(w)
			}
		}
		return nil
	}), nil
}

func (s *Server) getInput(ctx context.Context, in *SeatPath) (*huma.StreamResponse, error) {
	rec, g, err := s.seatRecord(ctx, in)
	if err != nil {
		return nil, err
	}
	return plainText(func(w io.Writer) error {
		for input, err := range replay.Inputs(rec, g, in.Seat) {
			if err != nil {
				s.abort(err)
			}
			if _, err := w.Write(input.Text); err != nil {
				return err
			}
		}
		return nil
	}), nil
}

// seatRecord returns the record of a match that has the seat, and its game.
func (s *Server) seatRecord(ctx context.Context, in *SeatPath) (*replay.Record, referee.Game, error) {
	rec, g, err := s.record(ctx, in.ID)
	if err == nil && in.Seat >= len(rec.Header.Seats) {
		err = huma.Error404NotFound(fmt.Sprintf("seat %d: not found; the match has seats 0 to %d", in.Seat, len(rec.Header.Seats)-1))
	}
	return rec, g, err
}

// plainText responds with text/plain. An error of write means that the client
// has gone.
func plainText(write func(io.Writer) error) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(c huma.Context) {
		c.SetHeader("Content-Type", "text/plain; charset=utf-8")
		_, w := humachi.Unwrap(c)
		write(w)
	}}
}
