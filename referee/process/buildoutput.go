package process

import (
	"fmt"

	"arbiter/referee/printable"
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
		return printable.Text(string(o.first) + last)
	}
	return fmt.Sprintf("%s\n... %d bytes left out ...\n%s", printable.Text(string(o.first)), dropped, printable.Text(last))
}
