package printable

import (
	"fmt"
	"strings"
	"unicode"
)

// Quote quotes a word of a command line if a shell would interpret it. The result
// has no character that a terminal obeys, whatever the word: where one must be, it
// is in the form $'...' of bash and zsh.
func Quote(word string) string {
	plain := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_@%+=:,./-", r)
	}
	switch {
	case Line(word) != word:
		return quoteBytes(word)
	case word == "" || word[0] == '=' || strings.ContainsFunc(word, func(r rune) bool { return !plain(r) }):
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}

// quoteBytes quotes a word whose every byte that is not printable ASCII becomes
// three octal digits.
func quoteBytes(word string) string {
	var b strings.Builder
	b.WriteString("$'")
	for _, c := range []byte(word) {
		switch {
		case c == '\'' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c > '~':
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('\'')
	return b.String()
}
