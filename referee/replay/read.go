package replay

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/klauspost/compress/gzip"

	"arbiter/referee"
)

// Open reads the record in a file.
func Open(path string) (*Record, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read replay: %w", err)
	}
	defer f.Close()
	rec, err := Read(f)
	if errors.As(err, new(*fs.PathError)) { // it has the path
		return nil, fmt.Errorf("read replay: %w", err)
	}
	if err != nil {
		return nil, fmt.Errorf("read replay %s: %w", path, err)
	}
	return rec, nil
}

// Read reads a record or a full export, compressed or not. A cut one is read
// up to its last whole turn and Record.Truncated says where it ends; a record
// with an incomplete header or an invalid line is an error that names the line.
// A file that exceeds the limits of a record is an error too: no file takes more
// time than in proportion to its text, or more memory than a few times MaxRecord.
func Read(r io.Reader) (*Record, error) { return ReadAtMost(r, MaxText) }

// ReadAtMost is Read with a lower limit than MaxText: a file with more than most
// bytes of text, which may be compressed to a thousandth of that, is an error.
func ReadAtMost(r io.Reader, most int64) (*Record, error) {
	text, err := plain(r)
	if err != nil {
		return nil, err
	}
	lines := lineReader{in: bufio.NewReaderSize(text, 16<<10), room: most}
	var d decoder
	number, cut := 0, 0 // lines read; the line that the file ends in
	for lines.next() {
		line := lines.line
		number++
		if line[len(line)-1] != '\n' && !json.Valid(line) {
			cut = number // no beginning of a JSON object is one
			break
		}
		if d == nil {
			d, err = newDecoder(line)
		} else {
			err = d.line(line)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
	err = lines.err
	switch {
	case errors.Is(err, errLongLine):
		return nil, fmt.Errorf("line %d: more than %d bytes; no record has such a line", number+1, MaxLine)
	case errors.Is(err, errLongText):
		return nil, fmt.Errorf("line %d: the text has more than %d bytes; want a shorter replay", number+1, most)
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF):
		return nil, fmt.Errorf("after line %d: %w", number, err)
	case d == nil:
		return nil, errors.New("the file ends before its header is whole")
	}
	rec := d.record()
	switch {
	case cut > 0:
		rec.Truncated = fmt.Sprintf("the file ends inside line %d; %s", cut, whole(len(rec.Turns)))
	case rec.Footer == nil && rec.Header.Imported.Ending(0) != "":
		rec.Truncated = rec.Header.Imported.Ending(len(rec.Turns))
	case rec.Footer == nil:
		rec.Truncated = fmt.Sprintf("the file ends after line %d without a result; %s", number, whole(len(rec.Turns)))
	case err != nil:
		rec.Truncated = "the file ends before its checksum; all lines are whole"
	}
	return rec, nil
}

// whole says which turns a cut record has.
func whole(turns int) string {
	switch turns {
	case 0:
		return "no turn is whole"
	case 1:
		return "turn 1 is whole"
	}
	return fmt.Sprintf("turns 1 to %d are whole", turns)
}

// plain returns the text of a file that may be compressed.
func plain(r io.Reader) (io.Reader, error) {
	in := bufio.NewReader(r)
	head, err := in.Peek(2)
	switch {
	case len(head) == 0 && err == io.EOF:
		return nil, errors.New("the file is empty; want a replay")
	case len(head) == 0:
		return nil, err
	case head[0] == '{':
		return in, nil
	case head[0] != 0x1f || len(head) == 2 && head[1] != 0x8b:
		return nil, fmt.Errorf("the file begins with %q; want a replay: JSON lines, gzip-compressed or not", head)
	}
	zip, err := gzip.NewReader(in)
	if errors.Is(err, io.ErrUnexpectedEOF) || err == io.EOF {
		return nil, errors.New("the file ends before its header is whole")
	}
	return zip, err
}

// A decoder takes the lines after the header, each one a whole line. Every
// envelope version has its own, and each makes today's Record: so an old
// version is upgraded in one place, and the rest of the package knows only the
// present.
type decoder interface {
	line(line []byte) error
	record() *Record
}

// newDecoder returns the decoder for the envelope that the header names.
func newDecoder(header []byte) (decoder, error) {
	var envelope struct {
		Replay *int `json:"replay"`
		Full   bool `json:"full"`
	}
	if err := json.Unmarshal(header, &envelope); err != nil {
		return nil, fmt.Errorf("no replay header: %w", referee.ExplainJSON(err))
	}
	if envelope.Replay == nil {
		return nil, errors.New(`a JSON object without the key "replay"; want the header of a replay`)
	}
	switch version := *envelope.Replay; {
	case version == 1 && envelope.Full:
		return newFullV1(header)
	case version == 1:
		return newRecordV1(header)
	case version > Version:
		return nil, fmt.Errorf("replay version %d, made by a newer arbiter; this one reads versions up to %d", version, Version)
	default:
		return nil, fmt.Errorf("replay version %d; want 1 to %d", version, Version)
	}
}
