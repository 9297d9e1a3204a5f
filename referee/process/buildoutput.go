package process

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// What is kept of a build's output, in bytes: enough for a compiler's first
// errors, which explain the others, and for its last words.
const (
	keptFirst = 16 << 10
	keptLast  = 48 << 10
)

// A buildOutput keeps the first and the last part of what is written to it.
// Its memory does not grow with the output.
type buildOutput struct {
	first []byte
	last  []byte // a ring once it is full
	next  int    // where the ring goes on, which is its oldest byte
	total int64
}

// Write never fails.
func (o *buildOutput) Write(text []byte) (int, error) {
	n := len(text)
	o.total += int64(n)
	head := min(len(text), keptFirst-len(o.first))
	o.first = append(o.first, text[:head]...)
	text = text[head:]
	text = text[max(0, len(text)-keptLast):]
	fill := min(len(text), keptLast-len(o.last))
	o.last = append(o.last, text[:fill]...)
	for text = text[fill:]; len(text) > 0; {
		copied := copy(o.last[o.next:], text)
		o.next = (o.next + copied) % keptLast
		text = text[copied:]
	}
	return n, nil
}

// String returns the output as it may be shown, with a note of what was left
// out between its two parts.
func (o *buildOutput) String() string {
	last := string(o.last[o.next:]) + string(o.last[:o.next])
	dropped := o.total - int64(len(o.first)+len(last))
	if dropped == 0 {
		return Printable(string(o.first) + last)
	}
	return fmt.Sprintf("%s\n... %d bytes left out ...\n%s", Printable(string(o.first)), dropped, Printable(last))
}

// Printable returns text of a stranger as a terminal may show it: control
// characters other than line feeds and tabs, characters that reorder text, and
// what is no UTF-8 are written as in a Go string.
func Printable(text string) string {
	var b strings.Builder
	text = strings.ReplaceAll(text, "\r\n", "\n")
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == '\n' || r == '\t' || strconv.IsPrint(r) && (r != utf8.RuneError || size > 1) {
			b.WriteString(text[i : i+size])
		} else {
			quoted := strconv.Quote(text[i : i+size])
			b.WriteString(quoted[1 : len(quoted)-1])
		}
		i += size
	}
	return b.String()
}
