package external

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"arbiter/referee"
)

// What a referee may send. A published one sends less than 2 MB in a match, with frames of
// up to 100 kB.
const (
	maxMessage = 8 << 20  // bytes of a message
	maxOutput  = 64 << 20 // bytes of a match
	maxLines   = 1 << 17  // lines of a message
)

// firstRead is how much is read at once until a line is longer.
const firstRead = 64 << 10

// A message is one of the protocol, in either direction:
//
//	[[NAME] 2]
//	line 1
//	line 2
type message struct {
	name  string
	lines []string
}

// A reader reads messages. A line ends at CR, LF or CR LF, and the count of the header
// alone says where a message ends: a line of it may look like a header.
type reader struct {
	in    io.Reader
	buf   []byte
	start int  // of what is not taken yet
	cr    bool // the last line ended at a CR: an LF that follows belongs to it
	left  int  // bytes that may still come
}

func newReader(in io.Reader) *reader { return &reader{in: in, left: maxOutput} }

// Errors of a reader.
var (
	errMuch = fmt.Errorf("more than %d bytes in a match", maxOutput)
	errLong = fmt.Errorf("a message of more than %d bytes", maxMessage)
)

// A protocolError reports output that is no message.
type protocolError struct{ line string }

func (e *protocolError) Error() string {
	return fmt.Sprintf("its output is not that of a referee: found %q; want the header of a message, such as [[VIEW] 2]. What is for people goes to stderr", referee.Quote(e.line))
}

// message reads a message. io.EOF is the end of the stream in front of one; within one it is
// io.ErrUnexpectedEOF.
func (r *reader) message() (m message, err error) {
	header, err := r.line(maxMessage)
	if err != nil {
		return m, err
	}
	name, count, ok := parseHeader(header)
	if !ok {
		return m, &protocolError{header}
	}
	m.name = name
	for size := 0; len(m.lines) < count; {
		line, err := r.line(maxMessage - size)
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return m, fmt.Errorf("%s: line %d of %d: %w", name, len(m.lines)+1, count, err)
		}
		size += len(line) + 1
		m.lines = append(m.lines, line)
	}
	return m, nil
}

// parseHeader parses the header of a message. The blank before the count may be missing.
func parseHeader(line string) (name string, count int, ok bool) {
	line, begins := strings.CutPrefix(line, "[[")
	name, rest, named := strings.Cut(line, "]")
	digits, ends := strings.CutSuffix(strings.TrimPrefix(rest, " "), "]")
	if !begins || !named || !ends || name == "" || strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") != "" {
		return "", 0, false
	}
	n, err := strconv.ParseUint(digits, 10, 31)
	return name, int(n), err == nil && n <= maxLines
}

// line reads a line of at most most bytes, as valid UTF-8. The last line of the stream may
// have no end.
func (r *reader) line(most int) (string, error) {
	for looked := 0; ; {
		if r.cr && r.start < len(r.buf) {
			r.cr = false
			if r.buf[r.start] == '\n' {
				r.start++
			}
		}
		rest := r.buf[r.start:]
		end := lineEnd(rest[looked:])
		switch {
		case end < 0 && len(rest) > most, end >= 0 && looked+end > most:
			return "", errLong
		case end >= 0:
			end += looked
			r.start += end + 1
			r.cr = rest[end] == '\r'
			return strings.ToValidUTF8(string(rest[:end]), "\uFFFD"), nil
		}
		looked = len(rest)
		err := r.fill()
		if errors.Is(err, io.EOF) && len(r.buf) > 0 {
			r.start = len(r.buf)
			return strings.ToValidUTF8(string(r.buf), "\uFFFD"), nil
		}
		if err != nil {
			return "", err
		}
	}
}

// endBlock is how far lineEnd looks for an LF before it looks for a CR: short, as the LF is
// looked for again behind each CR.
const endBlock = 512

// lineEnd returns the index of the first CR or LF, or -1. bytes.IndexAny looks at a byte at a
// time.
func lineEnd(text []byte) int {
	for at := 0; at < len(text); at += endBlock {
		block := text[at:min(at+endBlock, len(text))]
		lf := bytes.IndexByte(block, '\n')
		if lf >= 0 {
			block = block[:lf]
		}
		if cr := bytes.IndexByte(block, '\r'); cr >= 0 {
			return at + cr
		}
		if lf >= 0 {
			return at + lf
		}
	}
	return -1
}

// fill reads more. What was taken makes room first.
func (r *reader) fill() error {
	if r.start > 0 {
		r.buf = r.buf[:copy(r.buf, r.buf[r.start:])]
		r.start = 0
	}
	if len(r.buf) == cap(r.buf) {
		r.buf = slices.Grow(r.buf, max(firstRead, len(r.buf)))
	}
	n, err := r.in.Read(r.buf[len(r.buf):cap(r.buf)])
	r.buf = r.buf[:len(r.buf)+n]
	if r.left -= n; r.left < 0 {
		return errMuch
	}
	if n > 0 {
		return nil
	}
	return err
}

// appendMessage appends a message. No line may have a line end.
func appendMessage(dst []byte, name string, lines ...string) []byte {
	dst = fmt.Appendf(dst, "[[%s] %d]\n", name, len(lines))
	for _, line := range lines {
		dst = append(append(dst, line...), '\n')
	}
	return dst
}

// clean returns a line of a bot as the referee gets it: with a blank in place of all that
// some language takes for the end of a line, of NUL and of what is not UTF-8. A referee that
// found two lines in one would take the second for a message, and a bot could answer for its
// opponent.
func clean(line string) string {
	if !strings.ContainsFunc(line, func(r rune) bool { return r >= 0x80 || endsLine(r) }) {
		return line
	}
	return strings.Map(func(r rune) rune {
		if endsLine(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(line, " "))
}

// endsLine reports whether some language takes a character for the end of a line or a text:
// Java's Scanner U+0085, U+2028, U+2029, CR and LF, and Python's splitlines VT, FF, FS, GS
// and RS as well.
func endsLine(r rune) bool {
	switch r {
	case 0, '\n', '\v', '\f', '\r', 0x1c, 0x1d, 0x1e, 0x85, 0x2028, 0x2029:
		return true
	}
	return false
}
