package replay

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"

	"arbiter/referee"
)

// ExportRecord writes the record as JSON lines of the present version.
func ExportRecord(rec *Record, w io.Writer) error {
	line, err := appendJSON(nil, present(rec.Header))
	if err != nil {
		return fmt.Errorf("export replay: header: %w", err)
	}
	out := bufio.NewWriter(w)
	out.Write(line) // a bufio.Writer keeps its first error for Flush
	for i := range rec.Turns {
		line = appendTurn(line[:0], &rec.Turns[i])
		out.Write(line)
	}
	return finish(out, rec.Footer)
}

// Compress writes the record as ExportRecord does, compressed as a Writer does it.
func Compress(w io.Writer, rec *Record) error {
	zip, err := gzip.NewWriterLevel(w, compression)
	if err != nil {
		return err
	}
	return errors.Join(ExportRecord(rec, zip), zip.Close())
}

// AppendFullHeader appends the first line of a full export.
func AppendFullHeader(dst []byte, h Header) ([]byte, error) {
	return appendJSON(dst, struct {
		Header
		Full bool `json:"full"`
	}{present(h), true})
}

// AppendScene appends the second line of a full export.
func AppendScene(dst []byte, scene any) ([]byte, error) {
	return appendJSON(dst, struct {
		Scene any `json:"scene"`
	}{scene})
}

// AppendFrame appends a frame as a line of a full export.
func AppendFrame(dst []byte, f Frame) ([]byte, error) { return appendJSON(dst, f) }

// ExportFull writes a full replay, which a viewer can show without the rules, as
// JSON lines: the header with "full", the scene, every frame, the footer. It
// stops with an error like Frames.
func ExportFull(rec *Record, g referee.Game, w io.Writer) error {
	var line []byte
	out := bufio.NewWriter(w)
	for frame, err := range Frames(rec, g) {
		if err != nil {
			return fmt.Errorf("export replay: %w", err)
		}
		header := rec.Header
		if header.Kept != nil { // the game's referee is a program of its own
			view, err := appendJSON(nil, frame.View)
			if err != nil {
				return fmt.Errorf("export replay: turn %d: %w", frame.Turn, err)
			}
			frame.View = json.RawMessage(view)
			header.Kept, frame.Kept = leaveFrame(header.Kept, view), leaveFrame(frame.Kept, view)
		}
		line = line[:0]
		if frame.Turn == 0 {
			if line, err = AppendFullHeader(line, header); err != nil {
				return fmt.Errorf("export replay: header: %w", err)
			}
			if line, err = AppendScene(line, frame.Scene); err != nil {
				return fmt.Errorf("export replay: scene: %w", err)
			}
		}
		if line, err = AppendFrame(line, frame); err != nil {
			return fmt.Errorf("export replay: turn %d: %w", frame.Turn, err)
		}
		if _, err := out.Write(line); err != nil {
			return fmt.Errorf("export replay: %w", err) // the reader is gone: stop replaying
		}
	}
	return finish(out, rec.Footer)
}

// finish writes the footer, if the record has one, and flushes.
func finish(out *bufio.Writer, f *Footer) error {
	if f != nil {
		line, err := AppendFooter(nil, f)
		if err != nil {
			return fmt.Errorf("export replay: footer: %w", err)
		}
		out.Write(line)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("export replay: %w", err)
	}
	return nil
}
