package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	"arbiter/server/live"
)

// events are server-sent events: each line is one event's data. After the last
// one comes an event "end"; when the stream breaks off, "dropped" with the
// reason. Who takes nothing at all is not told: such a client never says how
// much it has read, and behind what is stuck nothing can be sent.
type events struct {
	w              http.ResponseWriter
	control        *http.ResponseController
	slow, patience time.Duration
}

func (s *Server) openEvents(w http.ResponseWriter, r *http.Request) (sink, context.Context, error) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	e := &events{w, http.NewResponseController(w), s.Slow, s.Patience}
	if err := e.control.Flush(); err != nil {
		return nil, nil, err
	}
	return e, r.Context(), nil
}

func (e *events) send(lines [][]byte) error {
	var text bytes.Buffer
	for _, line := range lines {
		fmt.Fprintf(&text, "data: %s\n\n", bytes.TrimSuffix(line, []byte("\n")))
	}
	behind := false
	for piece := range slices.Chunk(text.Bytes(), window) {
		began := time.Now()
		if err := e.write(piece); err != nil {
			return err
		}
		behind = behind || time.Since(began) > e.slow
	}
	if behind {
		return live.ErrBehind
	}
	return nil
}

func (e *events) write(text []byte) error {
	if err := e.control.SetWriteDeadline(time.Now().Add(e.patience)); err != nil {
		return err
	}
	if _, err := e.w.Write(text); err != nil {
		return err
	}
	return e.control.Flush()
}

func (e *events) end(err error) {
	if errors.Is(err, io.EOF) {
		e.write([]byte("event: end\ndata:\n\n")) // it may be gone: then nobody misses it
		return
	}
	e.write(fmt.Appendf(nil, "event: dropped\ndata: %s\n\n", err))
}
