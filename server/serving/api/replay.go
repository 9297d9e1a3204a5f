package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"strings"

	"github.com/cespare/xxhash/v2"
	"github.com/danielgtaylor/huma/v2"
	"github.com/klauspost/compress/gzip"

	"arbiter/referee"
	"arbiter/referee/codingame"
	"arbiter/referee/replay"
	"arbiter/referee/replay/htmlexport"
	"arbiter/server/serving/api/transport"
)

// maxRecordUpload is the maximum size in bytes of an uploaded record. A usual one
// has a few kilobytes; stderr may add 4 MiB.
const maxRecordUpload = 16 << 20

// maxRecordText is the maximum size in bytes of an uploaded record without its
// compression.
const maxRecordText = 128 << 20

type replayIn struct {
	MatchPath
	From        int    `query:"from" minimum:"0" doc:"First turn; 0 is the start position."`
	To          int    `query:"to" minimum:"-1" default:"-1" doc:"Last turn; -1: the last of the match."`
	Encoding    string `header:"Accept-Encoding"`
	IfNoneMatch string `header:"If-None-Match"`
}

type framesIn struct {
	Encoding string `header:"Accept-Encoding"`
	Match    int    `query:"match" minimum:"1" default:"1" doc:"Which match of a file of CodinGame that has several, from 1. Those of players who play beside each other count apart."`
	RawBody  []byte `contentType:"application/octet-stream" doc:"A record, a full export, or a match of CodinGame: the site's answer for its number, or what a local run of its engine writes. Compressed or not."`
}

const jsonLines = "application/jsonl"

func (s *Server) replays() {
	tag := []string{"replays"}
	transport.Route(s.router, transport.ScopeRead, s.router.Expensive(huma.Operation{
		Method: http.MethodGet, Path: "/api/matches/{id}/replay", OperationID: "get-replay", Tags: tag,
		Summary: "Get the frames of a match as JSON lines", Responses: contentResponse(jsonLines, "The full export of docs/replay-format.md: header, scene, frames from..to, footer."),
		Description: "Frames are generated from the stored record by playing it again. In games with large worlds a frame lists only what changed, so such a replay must be read from turn 0.",
	}), s.getReplay)
	transport.Route(s.router, transport.ScopeRead, s.router.Expensive(huma.Operation{
		Method: http.MethodGet, Path: "/api/matches/{id}/replay.html", OperationID: "get-replay-page", Tags: tag,
		Summary: "Download the replay as one HTML file", Responses: contentResponse("text/html", "The viewer with the full export embedded; it opens from disk."),
	}), s.getReplayPage)
	transport.Route(s.router, transport.ScopeRead, s.router.Expensive(huma.Operation{
		Method: http.MethodPost, Path: "/api/replays/frames", OperationID: "make-frames", Tags: tag,
		Summary: "Generate the frames of a record in the body", Responses: contentResponse(jsonLines, "The full export."), MaxBodyBytes: maxRecordUpload,
		Description: "Nothing is stored, so scope read suffices. A match of CodinGame is played through the rules: where they differ, imported in the header says so, and the frames end there. The header " + matchesHeader + " of the response has the number of matches in the file.",
	}), s.makeFrames)
}

// contentResponse describes a response body that is not a JSON document.
func contentResponse(contentType, description string) map[string]*huma.Response {
	return map[string]*huma.Response{"200": {Description: description, Content: map[string]*huma.MediaType{
		contentType: {Schema: &huma.Schema{Type: huma.TypeString}},
	}}}
}

func notModified(tag string) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(c huma.Context) {
		c.SetHeader("ETag", tag)
		c.SetStatus(http.StatusNotModified)
	}}
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
	return s.streamFrames(rec, g, in.Encoding, tag, in.From, in.To)
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
		"Content-Disposition": transport.Attachment(rec.Header.Game + "-" + in.ID + htmlexport.Ext),
		// A browser that shows the file all the same must not run its script,
		// which would act for the user on this server.
		"Content-Security-Policy": "sandbox",
	}
	return s.streamReplay(rec, g, in.Encoding, tag, header, func(w io.Writer) error {
		return htmlexport.Write(w, s.ReplayPage, rec, g)
	})
}

func (s *Server) makeFrames(_ context.Context, in *framesIn) (*huma.StreamResponse, error) {
	if codingame.Is(in.RawBody) {
		return s.makeForeignFrames(in)
	}
	rec, err := replay.ReadAtMost(bytes.NewReader(in.RawBody), maxRecordText)
	if err != nil {
		return nil, invalidBody(err)
	}
	g, err := s.Scheduler.Games.Find(rec.Header.Game)
	if err != nil {
		return nil, invalidBody(err)
	}
	return s.streamFrames(rec, g, in.Encoding, "", 0, -1)
}

// streamFrames streams a full export with the frames of the turns from..to.
func (s *Server) streamFrames(rec *replay.Record, g referee.Game, encoding, tag string, from, to int) (*huma.StreamResponse, error) {
	header := map[string]string{"Content-Type": jsonLines}
	return s.streamReplay(rec, g, encoding, tag, header, func(w io.Writer) error {
		return writeRange(rec, g, w, from, to)
	})
}

// streamReplay streams what write makes by playing a record again. If this build
// of the rules plays it differently, the response is an error when the start
// position differs, and is cut off when a later turn does.
func (s *Server) streamReplay(rec *replay.Record, g referee.Game, encoding, tag string, header map[string]string, write func(io.Writer) error) (*huma.StreamResponse, error) {
	for _, err := range replay.Frames(rec, g) { // the start position only
		var different *replay.Difference
		if errors.As(err, &different) {
			return nil, huma.Error410Gone("the rules have changed since this match: "+err.Error(), &huma.ErrorDetail{Location: "rules", Message: different.Why})
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
			s.abort(write(c.BodyWriter()))
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
		s.abort(err)
	}}, nil
}

// abort cuts the connection on an error, so that the client cannot take an
// incomplete response for a complete one.
func (s *Server) abort(err error) {
	if err != nil {
		s.Log.Warn("replay was cut off", "error", err)
		panic(http.ErrAbortHandler)
	}
}

// writeRange writes a full export with the frames of the turns from..to only; a
// negative to means the last turn.
func writeRange(rec *replay.Record, g referee.Game, w io.Writer, from, to int) error {
	if from == 0 && to < 0 {
		return replay.ExportFull(rec, g, w)
	}
	return replay.ExportFull(rec, g, &frameRange{w: w, from: from, to: to, last: len(rec.Turns)})
}

// A frameRange is an io.Writer that passes on the lines of a full export except
// the frames outside a range of turns. Writes need not end at line boundaries.
type frameRange struct {
	w              io.Writer
	from, to, last int
	line           int
	rest           []byte
}

func (f *frameRange) Write(text []byte) (int, error) {
	for piece := range bytes.Lines(text) {
		f.rest = append(f.rest, piece...)
		if piece[len(piece)-1] != '\n' {
			break
		}
		turn := f.line - 2 // the header and the scene precede turn 0
		frame := turn >= 0 && turn <= f.last
		if !frame || turn >= f.from && (f.to < 0 || turn <= f.to) {
			if _, err := f.w.Write(f.rest); err != nil {
				return 0, err
			}
		}
		f.line++
		f.rest = f.rest[:0]
	}
	return len(text), nil
}

// errEnough ends an export whose lines nobody takes any more.
var errEnough = errors.New("no more lines are wanted")

// fullLines yields the lines of a full export with their line ends. It stops
// after an error.
func fullLines(rec *replay.Record, g referee.Game) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		lines := &lineWriter{yield: func(line []byte) bool { return yield(line, nil) }}
		if err := replay.ExportFull(rec, g, lines); err != nil && !errors.Is(err, errEnough) {
			yield(nil, err)
		}
	}
}

// A lineWriter is an io.Writer that yields each line. Writes need not end at
// line boundaries.
type lineWriter struct {
	yield func(line []byte) bool
	rest  []byte
}

// Write implements io.Writer. The error is errEnough.
func (w *lineWriter) Write(text []byte) (int, error) {
	for line := range bytes.Lines(text) {
		w.rest = append(w.rest, line...)
		if line[len(line)-1] != '\n' {
			break
		}
		if !w.yield(w.rest) {
			return 0, errEnough
		}
		w.rest = nil
	}
	return len(text), nil
}
