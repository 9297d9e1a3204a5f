package api

import (
	"bytes"
	"errors"
	"iter"

	"arbiter/referee"
	"arbiter/referee/replay"
)

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
