package process

import (
	"bytes"
	"slices"
	"strings"

	"arbiter/referee"
)

// MaxLine is the longest line of an answer, in bytes without its LF or CR LF: many times the longest
// that any statement asks for, and few enough that a bot which never ends its
// line is told so before it fills the memory.
const MaxLine = 64 << 10

// MaxDocument is the longest answer that is one JSON document, in bytes: five
// times the longest that a contest's limits allow.
const MaxDocument = 64 << 20

// MaxAnswersMatch is how much of a bot's answers in lines is kept of one match, in
// bytes: many times what any command needs. Beyond it, and of what follows a document,
// shortLine of each is kept: commands with text behind them stay what they are.
const (
	// MaxAnswersMatch is how much of a bot's answers is kept of one match, in bytes: many times
	// what any command needs. After that only the first KiB of each line is kept, so that
	// commands with text behind them stay what they are. Of text behind a JSON document it is
	// the first KiB, too.
	MaxAnswersMatch = 1 << 20
	shortLine       = 1 << 10
)

const (
	firstBuffer = 4 << 10 // holds an ordinary answer
	keptBuffer  = 1 << 20 // a larger one is given back after its answer
	textBlock   = 4 << 10 // answers are cut from blocks of this size
)

// An output collects what a bot writes to stdout and finds the answer in it.
type output struct {
	buf   []byte // read and not yet taken as an answer
	lines int    // of a complete answer, or referee.Document

	scanned int      // bytes of buf that were looked at, when lines are asked
	start   int      // where the line that is not complete yet starts
	found   int      // complete lines
	doc     document // the scanner, when a document is asked
	docEnd  int      // where a complete document ends, before what follows it on its line

	afterDocument bool // blanks at the start of buf still belong to the last answer

	answer []string        // of the last answer, used again
	texts  strings.Builder // the block that answers are cut from
}

// clear empties the output, for another player.
func (o *output) clear() {
	o.buf = o.buf[:0]
	o.afterDocument = false
}

// begin starts the search for an answer of so many lines.
func (o *output) begin(lines int) {
	o.lines = lines
	o.scanned, o.start, o.found = 0, 0, 0
	o.doc = document{}
}

// space returns where the next read goes.
func (o *output) space() []byte {
	if len(o.buf) == cap(o.buf) {
		o.buf = slices.Grow(o.buf, max(firstBuffer, len(o.buf)))
	}
	return o.buf[len(o.buf):cap(o.buf)]
}

// add takes over n bytes that were read into space.
func (o *output) add(n int) {
	o.buf = o.buf[:len(o.buf)+n]
	if o.afterDocument {
		rest := bytes.TrimLeft(o.buf, blank)
		o.buf = o.buf[:copy(o.buf, rest)]
		o.afterDocument = len(rest) == 0
	}
}

// complete reports where the answer ends, the end of its last line not
// included, or that it is too long to be one.
func (o *output) complete() (end int, ok, flood bool) {
	if o.lines == referee.Document {
		end, ok = o.doc.end(o.buf)
		switch {
		case o.doc.line:
			line := o.buf
			if ok {
				line = o.buf[:end]
			}
			return end, ok, tooLong(line)
		case ok:
			o.docEnd = end
			return o.lineEnd(end), true, end > MaxDocument
		}
		return 0, false, len(o.buf) > MaxDocument
	}
	for o.found < o.lines {
		i := bytes.IndexByte(o.buf[o.scanned:], '\n')
		if i < 0 {
			o.scanned = len(o.buf)
			return 0, false, tooLong(o.buf[o.start:])
		}
		end = o.scanned + i
		if tooLong(o.buf[o.start:end]) {
			return 0, false, true
		}
		o.scanned, o.start = end+1, end+1
		o.found++
	}
	return end, true, false
}

// tooLong reports whether a line, or what has arrived of it, has more than
// MaxLine bytes. A CR at its end is the beginning of its CR LF.
func tooLong(line []byte) bool { return len(bytes.TrimSuffix(line, []byte("\r"))) > MaxLine }

// lineEnd returns where the line that a document ends on ends, as far as it
// has arrived: what follows the document there is part of the answer.
func (o *output) lineEnd(end int) int {
	if i := bytes.IndexByte(o.buf[end:], '\n'); i >= 0 {
		return end + i
	}
	return len(o.buf)
}

// take returns the answer that ends at end. The slice is valid until the next
// take, the strings for good.
func (o *output) take(end int) []string {
	text := o.text(o.buf[:end])
	o.answer = o.answer[:0]
	if o.lines == referee.Document {
		o.answer = append(o.answer, strings.TrimSuffix(text, "\r"))
	} else {
		for line := range strings.SplitSeq(text, "\n") {
			o.answer = append(o.answer, strings.TrimSuffix(line, "\r"))
		}
	}
	rest := o.buf[min(end+1, len(o.buf)):]
	if cap(o.buf) > keptBuffer {
		o.buf = nil
	}
	o.buf = append(o.buf[:0], rest...)
	o.afterDocument = false
	if o.lines == referee.Document {
		o.afterDocument = true
		o.add(0)
	}
	return o.answer
}

// bound cuts the last answer to what the match may still keep, which left says.
func (o *output) bound(lines []string, left *int) {
	for i, line := range lines {
		most := max(shortLine, *left)
		if o.lines == referee.Document && !o.doc.line {
			most = o.docEnd + shortLine
		}
		if len(line) > most {
			lines[i] = strings.Clone(line[:most])
		}
		*left -= len(lines[i])
	}
}

// text returns b as a string. Short ones share a block, so that a turn costs
// no allocation; a block that is full is left to the strings cut from it.
func (o *output) text(b []byte) string {
	if len(b) > textBlock/8 {
		return string(b)
	}
	if o.texts.Cap()-o.texts.Len() < len(b) {
		o.texts.Reset()
		o.texts.Grow(textBlock)
	}
	start := o.texts.Len()
	o.texts.Write(b)
	return o.texts.String()[start:]
}

// half returns what has arrived of the line that is not complete.
func (o *output) half() []byte {
	if o.lines == referee.Document {
		return o.buf
	}
	return o.buf[o.start:]
}

// unended reports whether the last line that has arrived has no line end, blanks
// alone not counted: an answer may be there that cannot be seen to be complete.
func (o *output) unended() bool {
	if o.lines == referee.Document && !o.doc.line {
		return false // its last bracket ends it
	}
	last := o.buf[bytes.LastIndexByte(o.buf, '\n')+1:]
	return len(bytes.Trim(last, blank)) > 0
}

// firstLine returns the first line of what has arrived.
func (o *output) firstLine() []byte {
	line, _, _ := bytes.Cut(o.buf, []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r"))
}
