package printable

import (
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"
)

// Size returns the columns and rows of a terminal; 80 and 24 if it does not tell.
func Size(terminal *os.File) (columns, rows int) {
	columns, rows, err := term.GetSize(int(terminal.Fd()))
	if err != nil || columns <= 0 || rows <= 0 {
		return 80, 24
	}
	return columns, rows
}

// Fit cuts a text to the part that a terminal shows without wrapping a line or scrolling, so
// that whoever draws on the terminal knows how many rows the text takes. Lines are cut to the
// columns. Of the lines, one less than the rows is kept, because the cursor stands in the last
// row. A dollar sign at the end of a line, and the number of lines, show what was cut.
func Fit(text string, columns, rows int) string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	if most := max(rows-1, 1); len(lines) > most {
		lines = append(lines[:most-1:most-1], "...\n")
	}
	for i, line := range lines {
		body := strings.TrimRight(line, " \n")
		if utf8.RuneCountInString(body) > columns {
			body = string([]rune(body)[:max(columns-1, 0)]) + "$"
		}
		if strings.HasSuffix(line, "\n") {
			body += "\n"
		}
		lines[i] = body
	}
	return strings.Join(lines, "")
}

// A Color is one of those that terminals have had for long.
type Color string

// The colours.
const (
	Red    Color = "31"
	Green  Color = "32"
	Yellow Color = "33"
)

// Print writes a text to w, coloured if w is a terminal, unless that is dumb or NO_COLOR is
// set. Control characters in the text are quoted.
func Print(w io.Writer, color Color, text string) error {
	terminal := Terminal(w)
	quoting, ok := w.(*Writer)
	if terminal == nil || !ok || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		_, err := io.WriteString(w, text)
		return err
	}
	return quoting.colored(color, text)
}

// colored writes a text between the escape sequences of a colour, which are ours.
func (w *Writer) colored(color Color, text string) error {
	if err := w.Flush(); err != nil {
		return err
	}
	body := strings.TrimRight(text, "\n")
	ends := text[len(body):]
	if _, err := io.WriteString(w.to, "\x1b["+string(color)+"m"); err != nil {
		return err
	}
	_, err := io.WriteString(w, body)
	if err == nil {
		err = w.Flush()
	}
	if _, reset := io.WriteString(w.to, "\x1b[0m"+ends); err == nil {
		err = reset
	}
	return err
}

// ASCII reports whether an environment names a locale of ASCII, or of a code page other than
// UTF-8, whose first half is ASCII. It reports false where no variable is set, as in most
// containers.
func ASCII(getenv func(string) string) bool {
	for _, variable := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		locale := getenv(variable)
		if locale == "" {
			continue
		}
		_, charset, ok := strings.Cut(locale, ".")
		charset, _, _ = strings.Cut(charset, "@")
		charset = strings.ToLower(strings.ReplaceAll(charset, "-", ""))
		return locale == "C" || locale == "POSIX" || ok && charset != "utf8"
	}
	return false
}

// appendASCII appends text without characters beyond ASCII. Ours have a spelling of
// their own; one that takes the place of two takes a blank of a table before it. Others
// are quoted as they are in JSON, and so is everything in a JSON value, which keeps its
// meaning: a value is written in one piece.
func appendASCII(to, text []byte) []byte {
	value := len(text) > 0 && (text[0] == '{' || text[0] == '[')
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		switch {
		case r < utf8.RuneSelf:
			to = append(to, byte(r))
		case value:
			to = appendEscape(to, r)
		case r == '±':
			if len(to) > 1 && to[len(to)-1] == ' ' && to[len(to)-2] == ' ' {
				to = to[:len(to)-1]
			}
			to = append(to, "+-"...)
		case r == '½':
			if len(to) > 0 && to[len(to)-1] >= '0' && to[len(to)-1] <= '9' {
				to = append(to, ' ')
			}
			to = append(to, "1/2"...)
		default:
			to = appendEscape(to, r)
		}
		text = text[n:]
	}
	return to
}
