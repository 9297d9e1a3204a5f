package heropath

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"unicode/utf8"
)

// maxDepth is how deep a document may nest; a test or an answer nests 3 deep.
const maxDepth = 1000

// manyKeys is from how many keys on an object finds duplicates by a map.
const manyKeys = 16

// A reader reads one JSON document strictly: RFC 8259 to the letter, UTF-8, no
// key twice in an object. It reads what the caller asks for and validates what
// the caller skips. The first error sticks; then every method stops at once.
type reader struct {
	text  []byte
	pos   int
	depth int
	keys  [][]byte // of the objects being read, innermost last
	why   string   // the error, empty for none
	deep  bool     // it is that the document nests too deep, which JSON allows
	at    int      // where it is in text
}

func newReader(text []byte) *reader {
	r := &reader{text: text}
	if !utf8.Valid(text) {
		for r.pos < len(text) {
			c, size := utf8.DecodeRune(text[r.pos:])
			if c == utf8.RuneError && size == 1 {
				break
			}
			r.pos += size
		}
		r.fail(r.pos, fmt.Sprintf("byte 0x%02x is not UTF-8", text[r.pos]))
	}
	return r
}

// fail keeps the first error and moves to the end of the text.
func (r *reader) fail(at int, why string) {
	if r.why == "" {
		r.why, r.at = why, at
	}
	r.pos = len(r.text)
}

// want fails with what stands at the position and what should.
func (r *reader) want(what string) {
	if r.pos >= len(r.text) {
		r.fail(len(r.text), "the document ends too early; want "+what)
		return
	}
	c, _ := utf8.DecodeRune(r.text[r.pos:])
	r.fail(r.pos, fmt.Sprintf("found %q; want %s", c, what))
}

// place tells where an offset is, in lines and bytes from 1.
func (r *reader) place(offset int) string {
	before := r.text[:offset]
	return fmt.Sprintf("line %d, byte %d", 1+bytes.Count(before, []byte("\n")), offset-bytes.LastIndexByte(before, '\n'))
}

// failed returns the error with its place, or "".
func (r *reader) failed() string {
	if r.why == "" {
		return ""
	}
	return r.place(r.at) + ": " + r.why
}

// peek returns the next byte that is no white space, without taking it; 0 is
// the end.
func (r *reader) peek() byte {
	for r.pos < len(r.text) {
		c := r.text[r.pos]
		if c > ' ' || c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return c
		}
		r.pos++
	}
	return 0
}

// end fails unless only white space is left.
func (r *reader) end() {
	r.peek()
	if r.why == "" && r.pos < len(r.text) {
		r.want("nothing after the document")
	}
}

// open takes the bracket that begins an object or a list.
func (r *reader) open() {
	r.pos++
	if r.depth++; r.depth > maxDepth {
		r.deep = r.why == ""
		r.fail(r.pos-1, fmt.Sprintf("nested deeper than %d", maxDepth))
	}
}

// more moves to the next member of an object or element of a list and reports
// whether there is one; it takes the closing bracket.
func (r *reader) more(first *bool, closing byte) bool {
	if r.why != "" {
		return false
	}
	c := r.peek()
	switch {
	case c == closing:
		r.pos++
		r.depth--
		return false
	case *first:
		*first = false
	case c == ',':
		r.pos++
		if r.peek() == closing {
			r.want("another element after the comma")
		}
	default:
		r.want("',' or '" + string(closing) + "'")
	}
	return r.why == ""
}

// A list iterates over the elements of a JSON list.
type list struct {
	r     *reader
	first bool
}

// list begins a list; the next byte is '['.
func (r *reader) list() list {
	r.open()
	return list{r, true}
}

// next reports whether there is another element; the caller then reads it.
func (l *list) next() bool { return l.r.more(&l.first, ']') }

// An object iterates over the members of a JSON object.
type object struct {
	r     *reader
	first bool
	base  int             // where its keys begin in r.keys
	seen  map[string]bool // its keys, once they are many
	key   []byte          // of the current member
}

// object begins an object; the next byte is '{'.
func (r *reader) object() object {
	r.open()
	return object{r: r, first: true, base: len(r.keys)}
}

// next reads the key of the next member; the caller then reads the value.
func (o *object) next() bool {
	r := o.r
	if !r.more(&o.first, '}') {
		r.keys = r.keys[:o.base]
		return false
	}
	if r.peek() != '"' {
		r.want("a key in double quotes")
		return false
	}
	at := r.pos
	o.key = r.string()
	if o.duplicate() {
		r.fail(at, fmt.Sprintf("key %q for the second time in one object", o.key))
	}
	if r.peek() != ':' {
		r.want("':' after the key")
		return false
	}
	r.pos++
	return r.why == ""
}

// duplicate notes the current key and reports whether the object had it.
func (o *object) duplicate() bool {
	r := o.r
	if o.seen == nil {
		for _, k := range r.keys[o.base:] {
			if string(k) == string(o.key) {
				return true
			}
		}
		r.keys = append(r.keys, o.key)
		if len(r.keys)-o.base < manyKeys {
			return false
		}
		o.seen = make(map[string]bool)
		for _, k := range r.keys[o.base:] {
			o.seen[string(k)] = true
		}
		return false
	}
	if o.seen[string(o.key)] {
		return true
	}
	o.seen[string(o.key)] = true
	return false
}

// value reads a value of any kind and returns its text.
func (r *reader) value() []byte {
	c := r.peek()
	from := r.pos
	switch {
	case c == '{':
		for o := r.object(); o.next(); {
			r.value()
		}
	case c == '[':
		for l := r.list(); l.next(); {
			r.value()
		}
	case c == '"':
		r.string()
	case c == '-' || c >= '0' && c <= '9':
		r.number()
	case c == 't':
		r.word("true")
	case c == 'f':
		r.word("false")
	case c == 'n':
		r.word("null")
	default:
		r.want("a value")
	}
	if r.why != "" {
		return nil
	}
	return r.text[from:r.pos]
}

func (r *reader) word(word string) {
	if !bytes.HasPrefix(r.text[r.pos:], []byte(word)) {
		r.want("a value (true, false and null are the only bare words)")
		return
	}
	r.pos += len(word)
}

// number reads a number by the grammar of JSON.
func (r *reader) number() {
	if r.text[r.pos] == '-' {
		r.pos++
	}
	if zero := r.pos; r.digits() && r.text[zero] == '0' && r.pos > zero+1 {
		r.fail(zero, "a number with a leading 0")
		return
	}
	if r.pos < len(r.text) && r.text[r.pos] == '.' {
		r.pos++
		r.digits()
	}
	if r.pos < len(r.text) && r.text[r.pos]|0x20 == 'e' {
		r.pos++
		if r.pos < len(r.text) && (r.text[r.pos] == '+' || r.text[r.pos] == '-') {
			r.pos++
		}
		r.digits()
	}
}

// digits reads at least one digit.
func (r *reader) digits() bool {
	from := r.pos
	for r.pos < len(r.text) && r.text[r.pos]-'0' <= 9 {
		r.pos++
	}
	if r.pos == from {
		r.want("a digit")
		return false
	}
	return true
}

// string reads a string, the next byte being '"', and returns its content
// with escapes decoded.
func (r *reader) string() []byte {
	r.pos++
	from := r.pos
	for i := from; i < len(r.text); i++ {
		switch c := r.text[i]; {
		case c == '"':
			r.pos = i + 1
			return r.text[from:i]
		case c == '\\':
			r.pos = i
			return r.escaped(slices.Clone(r.text[from:i]))
		case c < ' ':
			r.fail(i, fmt.Sprintf("control character 0x%02x in a string; want it escaped", c))
			return nil
		}
	}
	r.fail(len(r.text), `the document ends too early; want '"'`)
	return nil
}

// escaped reads the rest of a string from its first backslash on.
func (r *reader) escaped(decoded []byte) []byte {
	for r.pos < len(r.text) {
		c := r.text[r.pos]
		switch {
		case c == '"':
			r.pos++
			return decoded
		case c == '\\':
			decoded = r.escape(decoded)
		case c < ' ':
			r.fail(r.pos, fmt.Sprintf("control character 0x%02x in a string; want it escaped", c))
		default:
			decoded = append(decoded, c)
			r.pos++
		}
	}
	r.fail(len(r.text), `the document ends too early; want '"'`)
	return nil
}

// escape decodes one escape sequence. Half of a surrogate pair alone becomes
// U+FFFD.
func (r *reader) escape(decoded []byte) []byte {
	at := r.pos
	if at+1 >= len(r.text) {
		r.fail(len(r.text), "the document ends in an escape")
		return nil
	}
	c := r.text[at+1]
	if c == 'u' {
		u, ok := r.hex(at)
		if !ok {
			return nil
		}
		r.pos = at + 6
		if u >= 0xD800 && u < 0xDC00 && bytes.HasPrefix(r.text[r.pos:], []byte(`\u`)) {
			low, ok := r.hex(r.pos)
			if !ok {
				return nil
			}
			if low >= 0xDC00 && low < 0xE000 {
				u = 0x10000 + (u-0xD800)<<10 + low - 0xDC00
				r.pos += 6
			}
		}
		return utf8.AppendRune(decoded, u)
	}
	i := bytes.IndexByte([]byte(`"\/bfnrt`), c)
	if i < 0 {
		r.fail(at, fmt.Sprintf(`escape \%c; want one of \" \\ \/ \b \f \n \r \t \u`, c))
		return nil
	}
	r.pos += 2
	return append(decoded, "\"\\/\b\f\n\r\t"[i])
}

// hex returns the code unit of the \uXXXX at the offset.
func (r *reader) hex(at int) (rune, bool) {
	var u rune
	for i := at + 2; i < at+6; i++ {
		var digit byte = 0xFF
		if i < len(r.text) {
			switch c := r.text[i]; {
			case c >= '0' && c <= '9':
				digit = c - '0'
			case c|0x20 >= 'a' && c|0x20 <= 'f':
				digit = c | 0x20 - 'a' + 10
			}
		}
		if digit == 0xFF {
			r.fail(at, `\u without four hexadecimal digits`)
			return 0, false
		}
		u = u<<4 | rune(digit)
	}
	return u, true
}

// integer reads any value and returns it when it is an integer literal that
// fits 64 bits; text is the value as it stands.
func (r *reader) integer() (n int64, ok bool, text []byte) {
	text = r.value()
	if len(text) == 0 {
		return 0, false, text
	}
	digits := text
	if text[0] == '-' {
		digits = text[1:]
	}
	var u uint64
	for _, c := range digits {
		if c < '0' || c > '9' || u > (math.MaxUint64-9)/10 {
			return 0, false, text
		}
		u = u*10 + uint64(c-'0')
	}
	if text[0] == '-' {
		return -int64(u), u <= -math.MinInt64, text
	}
	return int64(u), u <= math.MaxInt64, text
}
