package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// events are server-sent events: each line is one event's data. After the last
// one comes an event "end"; when the stream breaks off, "dropped" with the
// reason.
type events struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

func openEvents(w http.ResponseWriter, r *http.Request) (sink, context.Context, error) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	e := &events{w, http.NewResponseController(w)}
	if err := e.control.Flush(); err != nil {
		return nil, nil, err
	}
	return e, r.Context(), nil
}

func (e *events) send(_ context.Context, lines [][]byte) error {
	var text bytes.Buffer
	for _, line := range lines {
		fmt.Fprintf(&text, "data: %s\n\n", bytes.TrimSuffix(line, []byte("\n")))
	}
	return e.write(text.Bytes())
}

func (e *events) write(text []byte) error {
	if err := e.control.SetWriteDeadline(time.Now().Add(patience)); err != nil {
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
