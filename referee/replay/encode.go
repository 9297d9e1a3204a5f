package replay

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"

	"arbiter/referee"
)

// A line of a record is one JSON object. Header and footer come once a match
// and are left to encoding/json; turns are appended by hand, so that recording
// costs little more than copying the answers.

// appendJSON appends v as one line.
func appendJSON(dst []byte, v any) ([]byte, error) {
	line := bytes.NewBuffer(dst)
	enc := json.NewEncoder(line)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return line.Bytes(), err
}

// present returns the header as the present version writes it.
func present(h Header) Header {
	h.Replay = Version
	h.Setup = bytes.ToValidUTF8(h.Setup, []byte("\uFFFD"))
	return h
}

func appendTurn(dst []byte, t *Turn) []byte {
	dst = append(dst, `{"t":`...)
	dst = strconv.AppendInt(dst, int64(t.Number), 10)
	dst = append(dst, `,"s":[`...)
	for i := range t.Answers {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendAnswer(dst, &t.Answers[i])
	}
	if t.Kept != nil {
		dst = append(dst, `],"k":`...)
		dst = append(dst, t.Kept...)
		dst = append(dst, `,"d":"`...)
	} else {
		dst = append(dst, `],"d":"`...)
	}
	dst = t.Digest.append(dst)
	return append(dst, "\"}\n"...)
}

func appendAnswer(dst []byte, a *Answer) []byte {
	dst = append(dst, `{"n":`...)
	dst = strconv.AppendInt(dst, int64(a.Seat), 10)
	if a.Fault != nil {
		dst = appendFault(dst, a.Fault)
	} else {
		dst = appendLines(dst, a.Lines)
	}
	dst = append(dst, `,"w":`...)
	dst = strconv.AppendInt(dst, a.Wall.Microseconds(), 10)
	dst = append(dst, `,"c":`...)
	dst = strconv.AppendInt(dst, a.CPU.Microseconds(), 10)
	dst = appendStderr(dst, "l", a.Late)
	dst = appendStderr(dst, "e", a.Stderr)
	return append(dst, '}')
}

// appendFault leaves out the turn and the seat: they are those of the line.
func appendFault(dst []byte, f *referee.Fault) []byte {
	dst = append(dst, `,"f":{"kind":`...)
	dst = appendText(dst, strings.ToValidUTF8(string(f.Kind), "\uFFFD"))
	if f.Line != "" {
		dst = append(dst, `,"line":`...)
		dst = appendText(dst, strings.ToValidUTF8(f.Line, "\uFFFD"))
	}
	dst = append(dst, `,"why":`...)
	dst = appendText(dst, strings.ToValidUTF8(f.Why, "\uFFFD"))
	return append(dst, '}')
}

// appendLines appends the answer as text and, when that is not valid UTF-8, its
// exact bytes in base64.
func appendLines(dst []byte, lines []string) []byte {
	exact := true
	dst = append(dst, `,"a":[`...)
	for i, line := range lines {
		if i > 0 {
			dst = append(dst, ',')
		}
		if !utf8.ValidString(line) {
			exact = false
			line = strings.ToValidUTF8(line, "\uFFFD")
		}
		dst = appendText(dst, line)
	}
	dst = append(dst, ']')
	if exact {
		return dst
	}
	dst = append(dst, `,"a64":[`...)
	for i, line := range lines {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendBase64(dst, []byte(line))
	}
	return append(dst, ']')
}

func appendStderr(dst []byte, key string, text []byte) []byte {
	if len(text) == 0 {
		return dst
	}
	dst = append(dst, `,"`...)
	dst = append(dst, key...)
	dst = append(dst, `":`...)
	if utf8.Valid(text) {
		return appendText(dst, text)
	}
	dst = appendText(dst, bytes.ToValidUTF8(text, []byte("\uFFFD")))
	dst = append(dst, `,"`...)
	dst = append(dst, key...)
	dst = append(dst, `64":`...)
	return appendBase64(dst, text)
}

func appendBase64(dst, data []byte) []byte {
	dst = append(dst, '"')
	dst = base64.StdEncoding.AppendEncode(dst, data)
	return append(dst, '"')
}

// appendText appends valid UTF-8 as a JSON string.
func appendText[T string | []byte](dst []byte, text T) []byte {
	const digits = "0123456789abcdef"
	dst = append(dst, '"')
	done := 0
	for i := range len(text) {
		c := text[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		dst = append(dst, text[done:i]...)
		done = i + 1
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\n':
			dst = append(dst, `\n`...)
		case '\t':
			dst = append(dst, `\t`...)
		default:
			dst = append(dst, `\u00`...)
			dst = append(dst, digits[c>>4], digits[c&15])
		}
	}
	dst = append(dst, text[done:]...)
	return append(dst, '"')
}

// footerLine is the last line of a record.
type footerLine struct {
	Result *referee.Result `json:"result"`
	Late   []stderrLine    `json:"late,omitempty"`
	Cut    int             `json:"cut,omitempty"`
}

// A stderrLine is the stderr of a seat after its last answer.
type stderrLine struct {
	Seat  int    `json:"n"`
	Text  string `json:"e"`
	Exact []byte `json:"e64,omitempty"` // base64, only when the text is not UTF-8
}

// AppendFooter appends the last line of a record or a full export.
func AppendFooter(dst []byte, f *Footer) ([]byte, error) {
	result := f.Result
	if result.Faults == nil {
		result.Faults = []referee.Fault{} // never null
	}
	line := footerLine{Result: &result, Cut: f.Cut}
	for seat, text := range f.Late {
		if len(text) > 0 {
			line.Late = append(line.Late, newStderrLine(seat, text))
		}
	}
	return appendJSON(dst, line)
}

func newStderrLine(seat int, text []byte) stderrLine {
	shown, exact := readable(text)
	return stderrLine{Seat: seat, Text: shown, Exact: exact}
}

// readable returns the text as valid UTF-8 and, when that changed it, the exact
// bytes.
func readable(text []byte) (shown string, exact []byte) {
	if utf8.Valid(text) {
		return string(text), nil
	}
	return strings.ToValidUTF8(string(text), "\uFFFD"), text
}
