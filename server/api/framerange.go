package api

import (
	"bytes"
	"io"

	"arbiter/referee"
	"arbiter/referee/replay"
)

// exportRange writes a full export with the frames of some turns only.
func exportRange(rec *replay.Record, g referee.Game, w io.Writer, from, to int) error {
	if from == 0 && to < 0 {
		return replay.ExportFull(rec, g, w)
	}
	lines := &chosen{w: w, from: from, to: to, last: len(rec.Turns)}
	return replay.ExportFull(rec, g, lines)
}

// chosen passes on the lines of a full export but frames outside of a range.
// Lines come whole or in pieces.
type chosen struct {
	w              io.Writer
	from, to, last int
	line           int
	rest           []byte
}

func (c *chosen) Write(text []byte) (int, error) {
	c.rest = append(c.rest, text...)
	for {
		end := bytes.IndexByte(c.rest, '\n')
		if end < 0 {
			return len(text), nil
		}
		turn := c.line - 2 // header and scene come before turn 0
		frame := turn >= 0 && turn <= c.last
		if !frame || turn >= c.from && (c.to < 0 || turn <= c.to) {
			if _, err := c.w.Write(c.rest[:end+1]); err != nil {
				return 0, err
			}
		}
		c.line++
		c.rest = c.rest[end+1:]
	}
}
