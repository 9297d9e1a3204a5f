// Package printable makes text of strangers safe to print. A bot chooses its answers,
// its stderr and its name, and a terminal obeys what it is sent. Escape sequences
// rewrite the screen, the title or the clipboard. Carriage returns hide a line,
// bidirectional controls reorder one, and invisible characters make one name look like
// another. A Writer stands in front of a terminal or a page and quotes these
// characters; Line does so for a value that has to stay in one line, Markdown for one
// in a document.
package printable

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Safe reports whether a character only ever draws itself. It refuses control
// characters (C0, DEL, C1), line and paragraph separators, and characters that change
// the direction of the text around them. It also refuses invisible ones: zero-width,
// tag and filler characters. Variation selectors of emoji are safe, joiners are not: a
// family is shown as its members.
func Safe(r rune) bool {
	switch {
	case r < ' ' || r == 0x7f:
		return false
	case r < 0x7f:
		return true
	}
	return !unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point) &&
		!(r >= 0xe0100 && r <= 0xe01ef) // variation selectors that no emoji uses
}

// Line returns text with every character that is not Safe quoted, line ends and
// tabs included: \u001b, or \x9b for a byte that is not UTF-8.
func Line(text string) string {
	if clean(text) {
		return text
	}
	return string(appendQuoted(nil, []byte(text), func(rune) bool { return false }))
}

// clean reports whether Line has nothing to quote.
func clean(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool { return !Safe(r) })
}

// Text is Line for a text of several lines: line ends, also CR LF, and tabs stay
// as they are.
func Text(text string) string { return string(appendText(nil, []byte(text))) }

// appendText appends text as Text returns it.
func appendText(to, text []byte) []byte {
	for i := 0; i < len(text); {
		end := nextLineEnd(text, i)
		to = appendQuoted(to, text[i:end.start], func(r rune) bool { return r == '\t' })
		to = append(to, text[end.start:end.end]...)
		i = end.end
	}
	return to
}

// A span is a part of a text.
type span struct{ start, end int }

// nextLineEnd returns the LF or CR LF that follows from, or the end of the text.
func nextLineEnd(text []byte, from int) span {
	for i := from; i < len(text); i++ {
		if text[i] == '\n' {
			if i > from && text[i-1] == '\r' {
				return span{i - 1, i + 1}
			}
			return span{i, i + 1}
		}
	}
	return span{len(text), len(text)}
}

// appendQuoted appends text with all characters quoted that are neither Safe nor
// allowed. The form \u001b is that of JSON, so that a JSON text keeps its meaning:
// it may contain such characters in strings alone.
func appendQuoted(to, text []byte, allowed func(rune) bool) []byte {
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		switch {
		case r == utf8.RuneError && size == 1:
			to = fmt.Appendf(to, `\x%02x`, text[0])
		case Safe(r) || allowed(r):
			to = append(to, text[:size]...)
		default:
			to = appendEscape(to, r)
		}
		text = text[size:]
	}
	return to
}

// appendEscape appends a character as it is written in JSON: \u001b.
func appendEscape(to []byte, r rune) []byte {
	for _, unit := range utf16.AppendRune(nil, r) {
		to = fmt.Appendf(to, `\u%04x`, unit)
	}
	return to
}
