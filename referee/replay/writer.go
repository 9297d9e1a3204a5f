package replay

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"github.com/klauspost/compress/gzip"

	"arbiter/referee"
)

// compression was chosen by measurement (BenchmarkCompression): for the 12 kB of
// a match of 100 turns, this library's levels "stateless" and 1 take 21 us, its
// level 6 takes 33 us for 13 % less, the standard library 35 and 77 us for the
// same. In a tournament, where the bots have evicted its large tables from the
// caches, level 1 takes 36 us more; its records are at most 3 % smaller.
const compression = gzip.StatelessCompression

// chunk is how much text is compressed at once: all of a usual match, a small
// part of one whose bots write a lot.
const chunk = 64 << 10

// A Writer is a referee.Recorder that makes the record of a match in memory. It
// is meant to be reused, to keep its buffers: a worker has one Writer and calls
// Reset for every match. An aborted match leaves nothing on disk.
type Writer struct {
	match referee.Match
	kept  referee.Witness // the match, if it is one
	chain Chain
	turn  Turn   // of the last call of Turn
	text  []byte // lines that are not compressed yet
	size  int    // bytes of all turns
	room  int    // what is left of MaxStderr
	cut   int    // bytes of stderr that were not kept
	zip   *gzip.Writer
	out   bytes.Buffer
	ended bool
}

// NewWriter returns a Writer that records the match, which must be at its start.
// It fills in Replay and Start of the header.
func NewWriter(h Header, m referee.Match) (*Writer, error) {
	var w Writer
	if err := w.Reset(h, m); err != nil {
		return nil, err
	}
	return &w, nil
}

// Reset begins the record of another match. It invalidates what Bytes returned.
func (w *Writer) Reset(h Header, m referee.Match) error {
	if w.zip == nil {
		zip, err := gzip.NewWriterLevel(&w.out, compression)
		if err != nil {
			return err
		}
		w.zip = zip
	}
	w.out.Reset()
	w.zip.Reset(&w.out)
	w.match = m
	w.size, w.room, w.cut, w.ended = 0, MaxStderr, 0, false
	w.turn.Kept = nil
	w.chain.restart()

	h.Start = w.chain.Next(m)
	if w.kept, _ = m.(referee.Witness); w.kept != nil {
		h.Referee, h.Kept = w.kept.Referee(), w.kept.AppendKept(nil)
	}
	var err error
	if w.text, err = appendJSON(w.text[:0], present(h)); err != nil {
		return fmt.Errorf("replay header: %w", err)
	}
	return nil
}

// Turn records a turn. It must be called after the match's Step.
func (w *Writer) Turn(t *referee.Turn) error {
	w.turn.Number = t.Number
	w.turn.Answers = w.turn.Answers[:0]
	for seat := range t.Asked.All() {
		reply := &t.Replies[seat]
		w.turn.Answers = append(w.turn.Answers, Answer{
			Seat: seat, Lines: reply.Lines, Fault: reply.Fault,
			Wall: reply.Wall, CPU: reply.CPU,
			Late: w.keep(reply.Late), Stderr: w.keep(reply.Stderr),
		})
	}
	w.turn.Digest = w.chain.Next(w.match)
	if w.kept != nil {
		w.turn.Kept = w.kept.AppendKept(w.turn.Kept[:0])
	}

	before := len(w.text)
	w.text = appendTurn(w.text, &w.turn)
	line := len(w.text) - before
	w.size += line
	if line > MaxLine || w.size > MaxRecord || t.Number > MaxTurns {
		return fmt.Errorf("replay: turn %d has %d bytes and all turns %d; the most is %d and %d, in %d turns",
			t.Number, line, w.size, MaxLine, MaxRecord, MaxTurns)
	}
	if len(w.text) < chunk {
		return nil
	}
	return w.flush()
}

// End records the result and completes the record.
func (w *Writer) End(result referee.Result, late [][]byte) error {
	footer := Footer{Result: result, Late: make([][]byte, len(late))}
	for seat, text := range late {
		footer.Late[seat] = w.keep(text)
	}
	footer.Cut = w.cut
	var err error
	if w.text, err = AppendFooter(w.text, &footer); err != nil {
		return fmt.Errorf("replay footer: %w", err)
	}
	if err := w.flush(); err != nil {
		return err
	}
	err = w.zip.Close()
	w.ended = err == nil
	return err
}

// keep returns the part of the stderr that still fits into MaxStderr.
func (w *Writer) keep(text []byte) []byte {
	if len(text) > w.room {
		w.cut += len(text) - w.room
		text = text[:w.room]
	}
	w.room -= len(text)
	return text
}

func (w *Writer) flush() error {
	_, err := w.zip.Write(w.text)
	w.text = w.text[:0]
	return err
}

// Bytes returns the compressed record, or nil before End. It is valid until
// Reset.
func (w *Writer) Bytes() []byte {
	if !w.ended {
		return nil
	}
	return w.out.Bytes()
}

// Play returns the digest of how the match was played up to the last turn that was
// recorded. It covers every state of the match and nothing else. Who played, in which
// seats, what bots said and how long they thought do not count.
func (w *Writer) Play() Digest { return w.chain.Play() }

// Save writes the record to a file atomically: under its name there is never a
// partial one, and it is synced when Save returns.
func (w *Writer) Save(path string) error {
	if !w.ended {
		return fmt.Errorf("write replay %s: the match has not ended", path)
	}
	return WriteFile(path, w.out.Bytes())
}

// WriteFile is Save for a record that Bytes has returned.
func WriteFile(path string, record []byte) error {
	if err := save(path, record); err != nil {
		var cause syscall.Errno // the name of the temporary file would only confuse
		if errors.As(err, &cause) {
			err = cause
		}
		return fmt.Errorf("write replay %s: %w", path, err)
	}
	return nil
}

// save writes a temporary file in the same folder, syncs it and renames it.
func save(path string, data []byte) error {
	dir, name := filepath.Split(path)
	if dir == "" {
		dir = "."
	}
	f, err := os.CreateTemp(dir, "."+name+".*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return syncDir(dir)
}

// syncDir syncs a folder, so that a rename in it survives a power cut.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
