package replay

import (
	"bufio"
	"errors"
	"io"
)

// Errors of a lineReader.
var (
	errLongLine = errors.New("line too long")
	errLongText = errors.New("text too long")
)

// A lineReader reads lines in time proportional to their length: it looks at
// each byte once, however small the pieces in which the text arrives. It keeps
// the line ends, so that a cut line can be distinguished from a whole one.
type lineReader struct {
	in     *bufio.Reader
	room   int64  // bytes that the rest of the text may have
	line   []byte // the last line, valid until next
	pieces []byte // a line that is longer than the reader's buffer
	err    error  // why there is no further line; nil at the end of the text
	done   bool
}

// next reads the next line. After an error of the text's reader, it is what came
// before it.
func (r *lineReader) next() bool {
	r.line, r.pieces = nil, r.pieces[:0]
	for !r.done {
		piece, err := r.in.ReadSlice('\n')
		r.room -= int64(len(piece))
		switch {
		case len(r.pieces)+len(piece) > MaxLine:
			r.done, r.err = true, errLongLine
			return false
		case r.room < 0:
			r.done, r.err = true, errLongText
			return false
		case err == nil && len(r.pieces) == 0:
			r.line = piece
			return true
		}
		r.pieces = append(r.pieces, piece...)
		switch {
		case err == nil:
			r.line = r.pieces
			return true
		case err == io.EOF:
			r.done = true
		case !errors.Is(err, bufio.ErrBufferFull):
			r.done, r.err = true, err
		}
	}
	r.line = r.pieces
	return len(r.line) > 0
}
