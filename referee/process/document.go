package process

import "bytes"

// blank are the bytes that mean nothing around a JSON document.
const blank = " \t\r\n"

// A document finds the end of one JSON value that begins with { or [, fed in
// pieces. It counts brackets and understands strings; whether the text is
// JSON at all is the game's to judge.
type document struct {
	scanned  int  // bytes looked at
	begun    bool // the first byte that is not blank was seen
	line     bool // it opens neither an object nor an array: one line is the answer
	depth    int  // open brackets
	inString bool
	escaped  bool // the byte before, in a string, was a backslash
}

// end looks at the bytes of buf that were not there the last time and reports
// where the document ends.
func (d *document) end(buf []byte) (end int, ok bool) {
	if !d.begun {
		rest := bytes.TrimLeft(buf[d.scanned:], blank)
		d.scanned = len(buf) - len(rest)
		if len(rest) == 0 {
			return 0, false
		}
		d.begun = true
		d.line = rest[0] != '{' && rest[0] != '['
	}
	if d.line {
		i := bytes.IndexByte(buf[d.scanned:], '\n')
		if i < 0 {
			d.scanned = len(buf)
			return 0, false
		}
		return d.scanned + i, true
	}
	for i := d.scanned; i < len(buf); i++ {
		switch c := buf[i]; {
		case d.escaped:
			d.escaped = false
		case d.inString:
			d.escaped = c == '\\'
			d.inString = c != '"'
		case c == '"':
			d.inString = true
		case c == '{' || c == '[':
			d.depth++
		case c == '}' || c == ']':
			if d.depth--; d.depth == 0 {
				d.scanned = i + 1
				return i + 1, true
			}
		}
	}
	d.scanned = len(buf)
	return 0, false
}
