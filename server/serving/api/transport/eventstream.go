package transport

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// An eventStream is a sink of server-sent events: each line is the data of an event.
// The event "end" follows the last line; "dropped", with the reason, means that the
// stream broke off. A client that reads nothing at all gets no reason. It acknowledges
// nothing, and no event can be sent behind a blocked write.
type eventStream struct {
	w              http.ResponseWriter
	control        *http.ResponseController
	slow, patience time.Duration
	behind         error // see Streams
}

// openEventStream begins the response. Requests of other origins are refused,
// since any page that a person visits could open one.
func (s *Streams) openEventStream(w http.ResponseWriter, r *http.Request) (sink, context.Context, error) {
	if foreign(r) {
		err := huma.Error403Forbidden("cross-origin live connection refused: only pages of this server may watch")
		WriteProblem(w, err)
		return nil, nil, err
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	e := &eventStream{w, http.NewResponseController(w), s.Slow, s.Patience, s.Behind}
	if err := e.control.Flush(); err != nil {
		return nil, nil, err
	}
	return e, r.Context(), nil
}

func (e *eventStream) send(lines [][]byte) error {
	var text bytes.Buffer
	for _, line := range lines {
		fmt.Fprintf(&text, "data: %s\n\n", bytes.TrimSuffix(line, []byte("\n")))
	}
	behind := false
	for piece := range slices.Chunk(text.Bytes(), Window) {
		began := time.Now()
		if err := e.write(piece); err != nil {
			return err
		}
		behind = behind || time.Since(began) > e.slow
	}
	if behind {
		return e.behind
	}
	return nil
}

func (e *eventStream) write(text []byte) error {
	if err := e.control.SetWriteDeadline(time.Now().Add(e.patience)); err != nil {
		return err
	}
	if _, err := e.w.Write(text); err != nil {
		return err
	}
	return e.control.Flush()
}

func (e *eventStream) end(reason error) {
	// The client may have gone; then the write fails and nobody misses it.
	if errors.Is(reason, io.EOF) {
		e.write([]byte("event: end\ndata:\n\n"))
		return
	}
	// A line end would begin a field or an event of whoever wrote the reason.
	e.write(fmt.Appendf(nil, "event: dropped\ndata: %s\n\n", strings.Join(strings.FieldsFunc(reason.Error(), isLineEnd), " ")))
}

// isLineEnd reports whether a character ends a line of server-sent events.
func isLineEnd(r rune) bool { return r == '\n' || r == '\r' }
