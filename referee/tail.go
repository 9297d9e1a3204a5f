package referee

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// TailLines and TailBytes are the most that a Tail keeps: enough for the frames of
// a traceback and its exception, and little enough to be stored with a fault.
const (
	TailLines = 10
	TailBytes = 2 << 10
)

// A Tail keeps the last lines of a bot's stderr, at most TailLines and TailBytes.
// The zero value is empty.
type Tail struct{ kept []byte }

// Add takes more of the stderr.
func (t *Tail) Add(text []byte) {
	if len(text) >= TailBytes {
		t.kept = append(t.kept[:0], text[len(text)-TailBytes:]...)
		return
	}
	if cut := len(t.kept) + len(text) - TailBytes; cut > 0 {
		t.kept = append(t.kept[:0], t.kept[cut:]...)
	}
	t.kept = append(t.kept, text...)
}

// Clear empties the tail.
func (t *Tail) Clear() { t.kept = t.kept[:0] }

// String returns the lines as valid UTF-8, without blanks and line ends behind the last one. It
// may contain the bot's control characters: quote them before a terminal shows them.
func (t *Tail) String() string {
	text := bytes.TrimRight(t.kept, " \t\r\n")
	for len(text) > 0 && !utf8.RuneStart(text[0]) {
		text = text[1:] // of a character that was cut
	}
	start := len(text)
	for range TailLines {
		start = bytes.LastIndexByte(text[:start], '\n')
		if start < 0 {
			break
		}
	}
	return strings.ToValidUTF8(string(text[start+1:]), "\uFFFD")
}
