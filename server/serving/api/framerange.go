package api

import (
	"bytes"
	"io"

	"arbiter/referee"
	"arbiter/referee/replay"
)

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
