package api

import (
	"bytes"
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/klauspost/compress/gzip"

	"arbiter/referee"
	"arbiter/referee/replay"
	"arbiter/server/serving/api/transport"
)

func (s *Server) records() {
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/matches/{id}/record", OperationID: "get-record", Tags: []string{"replays"},
		Summary: "Download the compact record of a match", Responses: contentResponse("application/gzip", "A .jsonl.gz file; see docs/replay-format.md."),
	}, s.getRecord)
}

func (s *Server) getRecord(ctx context.Context, in *struct {
	MatchPath
	IfNoneMatch string `header:"If-None-Match"`
}) (*huma.StreamResponse, error) {
	tag := `"` + in.ID + `"`
	if in.IfNoneMatch == tag {
		return notModified(tag), nil
	}
	rec, err := s.Store.Replay(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed)
	if err := errors.Join(replay.ExportRecord(rec, zip), zip.Close()); err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(c huma.Context) {
		c.SetHeader("Content-Type", "application/gzip")
		c.SetHeader("Content-Disposition", transport.Attachment(rec.Header.Game+"-"+in.ID+replay.Ext))
		c.SetHeader("ETag", tag)
		c.BodyWriter().Write(packed.Bytes())
	}}, nil
}

// record returns the record of a match and its game.
func (s *Server) record(ctx context.Context, id string) (*replay.Record, referee.Game, error) {
	rec, err := s.Store.Replay(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	g, err := s.Scheduler.Games.Find(rec.Header.Game)
	return rec, g, err
}
