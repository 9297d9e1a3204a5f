package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"
	"github.com/danielgtaylor/huma/v2"
	"github.com/klauspost/compress/gzip"

	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/referee/replay"
	"arbiter/referee/replay/htmlexport"
)

// maxRecordUpload is the most that a record in a body may have: a usual one
// has some kilobytes, one of 4 MiB of stderr some more.
const maxRecordUpload = 16 << 20

type replayIn struct {
	MatchPath
	From        int    `query:"from" minimum:"0" doc:"The first turn; 0 is the start position."`
	To          int    `query:"to" minimum:"-1" default:"-1" doc:"The last turn; -1 for all."`
	Encoding    string `header:"Accept-Encoding"`
	IfNoneMatch string `header:"If-None-Match"`
}

type framesIn struct {
	Encoding string `header:"Accept-Encoding"`
	RawBody  []byte `contentType:"application/octet-stream" doc:"A record or a full export, compressed or not."`
}

const jsonLines = "application/jsonl"

func (s *Server) replays() {
	route(s, ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/matches/{id}/replay", OperationID: "get-replay", Tags: []string{"replays"},
		Summary: "Every frame of a match, as JSON lines", Responses: answers(jsonLines, "The full export of docs/replay-format.md: header, scene, frames from..to, footer."),
		Description: "The frames are made from the stored record by playing it again. Games with big worlds list in a frame only what changed: such a replay is read from turn 0.",
	}, s.getReplay)
	route(s, ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/matches/{id}/replay.html", OperationID: "get-replay-page", Tags: []string{"replays"},
		Summary: "The replay as one HTML file, for download", Responses: answers("text/html", "The viewer with the full export inside; it opens from disk."),
	}, s.getReplayPage)
	route(s, ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/matches/{id}/record", OperationID: "get-record", Tags: []string{"replays"},
		Summary: "The compact record of a match, for download", Responses: answers("application/gzip", "A .jsonl.gz file; see docs/replay-format.md."),
	}, s.getRecord)
	route(s, ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/matches/{id}/seats/{seat}/stderr", OperationID: "get-stderr", Tags: []string{"replays"},
		Summary: "What a bot wrote to stderr, turn by turn", Responses: answers("text/plain", "Its text, under a line with the number of each turn."),
	}, s.getStderr)
	route(s, ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/matches/{id}/seats/{seat}/input", OperationID: "get-input", Tags: []string{"replays"},
		Summary: "Exactly what a bot was sent, to feed it under a debugger", Responses: answers("text/plain", "Every input of the match, one after the other."),
	}, s.getInput)
	route(s, ScopeRead, huma.Operation{
		Method: http.MethodPost, Path: "/api/replays/frames", OperationID: "make-frames", Tags: []string{"replays"},
		Summary: "Make the frames of a record in the body", Responses: answers(jsonLines, "The full export."), MaxBodyBytes: maxRecordUpload,
		Description: "Nothing is kept, so it needs no more than reading.",
	}, s.makeFrames)
}

// answers describes a body that is no JSON document.
func answers(contentType, about string) map[string]*huma.Response {
	return map[string]*huma.Response{"200": {Description: about, Content: map[string]*huma.MediaType{
		contentType: {Schema: &huma.Schema{Type: huma.TypeString}},
	}}}
}

func (s *Server) getReplay(ctx context.Context, in *replayIn) (*huma.StreamResponse, error) {
	rec, g, err := s.record(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	tag := fmt.Sprintf(`"%s-%d-%s-%d-%d"`, in.ID, g.Info().Rules, s.Version, in.From, in.To)
	if in.IfNoneMatch == tag {
		return notModified(tag), nil
	}
	return s.frames(rec, g, in.Encoding, tag, in.From, in.To)
}

func notModified(tag string) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(c huma.Context) {
		c.SetHeader("ETag", tag)
		c.SetStatus(http.StatusNotModified)
	}}
}

func (s *Server) getReplayPage(ctx context.Context, in *struct {
	MatchPath
	Encoding    string `header:"Accept-Encoding"`
	IfNoneMatch string `header:"If-None-Match"`
}) (*huma.StreamResponse, error) {
	if s.ReplayPage == nil {
		return nil, huma.Error501NotImplemented(htmlexport.ErrNoTemplate.Error())
	}
	rec, g, err := s.record(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	tag := fmt.Sprintf(`"%s-%d-%s-%x"`, in.ID, g.Info().Rules, s.Version, xxhash.Sum64(s.ReplayPage))
	if in.IfNoneMatch == tag {
		return notModified(tag), nil
	}
	header := map[string]string{
		"Content-Type":        "text/html; charset=utf-8",
		"Content-Disposition": fmt.Sprintf(`attachment; filename="%s-%s%s"`, rec.Header.Game, in.ID, htmlexport.Ext),
		// Where it is shown all the same, its script does not run: here it
		// would speak for the reader of this server.
		"Content-Security-Policy": "sandbox",
	}
	return s.playedAgain(rec, g, in.Encoding, tag, header, func(w io.Writer) error {
		return htmlexport.Write(w, s.ReplayPage, rec, g)
	})
}

// frames streams a full export.
func (s *Server) frames(rec *replay.Record, g referee.Game, encoding, tag string, from, to int) (*huma.StreamResponse, error) {
	header := map[string]string{"Content-Type": jsonLines}
	return s.playedAgain(rec, g, encoding, tag, header, func(w io.Writer) error {
		return exportRange(rec, g, w, from, to)
	})
}

// playedAgain streams what is made by playing a record again. A record that
// this build of the rules plays differently is told before the first byte when
// the start differs, and by a cut stream afterwards.
func (s *Server) playedAgain(rec *replay.Record, g referee.Game, encoding, tag string, header map[string]string, write func(io.Writer) error) (*huma.StreamResponse, error) {
	for _, err := range replay.Frames(rec, g) { // the start only
		var different *replay.Difference
		if errors.As(err, &different) {
			return nil, huma.Error410Gone("the rules have changed since: " + err.Error())
		}
		if err != nil {
			return nil, huma.Error422UnprocessableEntity(err.Error())
		}
		break
	}
	return &huma.StreamResponse{Body: func(c huma.Context) {
		for name, value := range header {
			c.SetHeader(name, value)
		}
		c.SetHeader("Vary", "Accept-Encoding")
		if tag != "" {
			c.SetHeader("ETag", tag)
		}
		if !strings.Contains(encoding, "gzip") {
			s.cut(write(c.BodyWriter()))
			return
		}
		c.SetHeader("Content-Encoding", "gzip")
		zip, err := gzip.NewWriterLevel(c.BodyWriter(), gzip.BestSpeed)
		if err == nil {
			err = write(zip)
		}
		if err == nil {
			err = zip.Close()
		}
		s.cut(err)
	}}, nil
}

// cut breaks off a stream that cannot be finished, so that nobody takes it for
// a whole one.
func (s *Server) cut(err error) {
	if err != nil {
		s.Log.Warn("replay was cut", "error", err)
		panic(http.ErrAbortHandler)
	}
}

func (s *Server) makeFrames(_ context.Context, in *framesIn) (*huma.StreamResponse, error) {
	rec, err := replay.Read(bytes.NewReader(in.RawBody))
	if err != nil {
		return nil, huma.Error422UnprocessableEntity(err.Error(), &huma.ErrorDetail{Location: "body", Message: err.Error()})
	}
	g, err := games.Find(rec.Header.Game)
	if err != nil {
		return nil, huma.Error422UnprocessableEntity(err.Error(), &huma.ErrorDetail{Location: "body", Message: err.Error()})
	}
	return s.frames(rec, g, in.Encoding, "", 0, -1)
}

// lines returns the lines of a stored match's full export, for those who came
// to watch when it was over.
func (s *Server) lines(ctx context.Context, id string) ([][]byte, error) {
	rec, g, err := s.record(ctx, id)
	if err != nil {
		return nil, err
	}
	var full bytes.Buffer
	if err := replay.ExportFull(rec, g, &full); err != nil {
		return nil, err
	}
	return slices.Collect(bytes.Lines(full.Bytes())), nil
}
