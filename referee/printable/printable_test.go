package printable_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"arbiter/referee/printable"
)

// "Line returns text with every character that is not Safe quoted, line ends and
// tabs included."
func TestLine(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"plain", "WAIT é 日本 \u2764\ufe0f", "WAIT é 日本 \u2764\ufe0f"},
		{"OSC and BEL", "\x1b]0;owned\a", `\u001b]0;owned\u0007`},
		{"CSI", "\x1b[2J", `\u001b[2J`},
		{"CSI as one character", "\u009b2J", `\u009b2J`},
		{"CSI as one byte", "\x9b2J", `\x9b2J`},
		{"a return to the line's start", "wrong\rright", `wrong\u000dright`},
		{"a line end", "a\nb", `a\u000ab`},
		{"DEL", "a\x7f", `a\u007f`},
		{"a right-to-left override", "a\u202eb", `a\u202eb`},
		{"a left-to-right isolate", "a\u2066b", `a\u2066b`},
		{"the marks", "\u061c\u200e\u200f", `\u061c\u200e\u200f`},
		{"zero-width characters", "a\u200b\u200c\u200d\u2060\ufeff", `a\u200b\u200c\u200d\u2060\ufeff`},
		{"a soft hyphen", "a\u00ad", `a\u00ad`},
		{"tag characters, as JSON has them", "a\U000e0041", `a\udb40\udc41`},
		{"variation selectors of no emoji", "a\U000e0100", `a\udb40\udd00`},
		{"fillers that are letters", "a\u3164\u115f", `a\u3164\u115f`},
		{"line and paragraph separators", "\u2028\u2029\u0085", `\u2028\u2029\u0085`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := printable.Line(tt.text); got != tt.want {
				t.Errorf("%q; want %q", got, tt.want)
			}
		})
	}
}

// texts draws texts of the characters that matter, cut anywhere.
func texts() *rapid.Generator[string] {
	parts := rapid.SampledFrom([]string{"a", "\n", "\r", "\r\n", "\t", "\x1b", "\a", "\x9b", "é", "日", "\U0001F600", "\u202e", "\u2066", "\u200b", "\U000e0041", "\xe2", "\x80", `"`, `\`})
	return rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOf(parts).Draw(t, "parts"), "") })
}

// "A Writer quotes what is written to it as Text does", however it is cut into
// writes, and nothing that a terminal obeys comes out of it.
func TestWriter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := texts().Draw(t, "text")
		var out bytes.Buffer
		w := printable.NewWriter(&out)
		for rest := []byte(text); len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "n")
			if written, err := w.Write(rest[:n]); written != n || err != nil {
				t.Fatalf("wrote %d, %v; want %d", written, err, n)
			}
			rest = rest[n:]
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		if want := printable.Text(text); out.String() != want {
			t.Fatalf("%q; want %q", &out, want)
		}
		if !utf8.Valid(out.Bytes()) {
			t.Fatalf("%q is not UTF-8", &out)
		}
		for _, r := range strings.ReplaceAll(out.String(), "\r\n", "\n") {
			if r != '\n' && r != '\t' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Bidi_Control) {
				t.Fatalf("%q contains %U", &out, r)
			}
		}
	})
}

// "JSON keeps its meaning" behind a Writer.
func TestJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := map[string]string{"bot": strings.ToValidUTF8(texts().Draw(t, "text"), "?")}
		var out bytes.Buffer
		encoder := json.NewEncoder(printable.NewWriter(&out))
		encoder.SetIndent("", "\t")
		if err := encoder.Encode(value); err != nil {
			t.Fatal(err)
		}
		var got map[string]string
		if err := json.Unmarshal(out.Bytes(), &got); err != nil || got["bot"] != value["bot"] {
			t.Fatalf("%q, %v; want %q", got, err, value)
		}
	})
}

// Text whole and clean is returned as it is.
func TestTextOfSeveralLines(t *testing.T) {
	for text, want := range map[string]string{
		"one\r\ntwo\n\tthree": "one\r\ntwo\n\tthree",
		"one\rtwo\r":          `one\u000dtwo\u000d`,
		"a\x1b[31mred\n":      `a\u001b[31mred` + "\n",
	} {
		if got := printable.Text(text); got != want {
			t.Errorf("%q; want %q", got, want)
		}
	}
}
