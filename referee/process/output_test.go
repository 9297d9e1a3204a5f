package process

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"arbiter/referee"
)

// A document ends where its first bracket is closed; text that opens neither
// an object nor an array ends with its line.
func TestDocumentEnd(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"object", `{"a": [1, {}]}`, `{"a": [1, {}]}`},
		{"array over lines", "[1,\n2]\n", "[1,\n2]"},
		{"blanks before", " \r\n\t{}", " \r\n\t{}"},
		{"brackets in a string", `{"a": "}]"}`, `{"a": "}]"}`},
		{"escaped quote", `["\"]"]`, `["\"]"]`},
		{"escaped backslash", `["\\"]`, `["\\"]`},
		{"more on the line", `{} x`, `{}`},
		{"wrong bracket", `{]`, `{]`},
		{"a word", "WAIT\nWAIT\n", "WAIT"},
		{"a number", "7\n", "7"},
		{"not yet", `{"a": "}`, "none"},
		{"a word without its end", "WAIT", "none"},
		{"blank", " \n", "none"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var d document
			got := "none"
			if end, ok := d.end([]byte(tt.text)); ok {
				got = tt.text[:end]
			}
			if got != tt.want {
				t.Errorf("%q; want %q", got, tt.want)
			}
		})
	}
}

// What stands on the same line after a document and has arrived belongs to
// the answer; blanks after it belong to nothing.
func TestAfterDocument(t *testing.T) {
	for _, tt := range []struct{ name, text, answer, left string }{
		{"nothing", "{}", "{}", ""},
		{"line end", "{}\r\n", "{}", ""},
		{"blank lines", "{}\n \n\n", "{}", ""},
		{"second document", "{} {}\n", "{} {}", ""},
		{"second line", "{}\n{}\n", "{}", "{}\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var o output
			o.begin(referee.Document)
			o.add(copy(o.space(), tt.text))
			end, ok, _ := o.complete()
			if !ok {
				t.Fatal("not complete")
			}
			if answer := o.take(end); len(answer) != 1 || answer[0] != tt.answer || string(o.buf) != tt.left {
				t.Errorf("answer %q, left %q; want %q and %q", answer, o.buf, tt.answer, tt.left)
			}
		})
	}
}

// A line of MaxLine bytes is one, ended by LF or CR LF; a longer one is a flood,
// ended or not.
func TestMaxLine(t *testing.T) {
	longest := strings.Repeat("x", MaxLine)
	for _, lines := range []int{1, 2, referee.Document} {
		for _, tt := range []struct {
			text  string
			flood bool
		}{
			{longest, false},
			{longest + "\n", false},
			{longest + "\r", false},
			{longest + "\r\n", false},
			{longest + "\rx", true},
			{longest + "\r\r\n", true},
			{longest + "x", true},
			{longest + "x\r\n", true},
			{longest + "x\n", true},
		} {
			var o output
			o.begin(lines)
			for rest := tt.text; rest != ""; {
				n := copy(o.space(), rest)
				o.add(n)
				rest = rest[n:]
			}
			if _, _, flood := o.complete(); flood != tt.flood {
				t.Errorf("%d lines asked, %d bytes: flood %v; want %v", lines, len(tt.text), flood, tt.flood)
			}
		}
	}
}

// However an output is cut into pieces, the answers are the same, and they
// stay when the next ones are read.
func TestOutputInPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.StringMatching(`[A-Z 0-9]{0,700}`), 1, 20).Draw(t, "lines")
		text := strings.Join(lines, "\n") + "\n"
		var o output
		var got []string
		o.begin(1)
		for text != "" || len(o.buf) > 0 {
			if end, ok, flood := o.complete(); flood {
				t.Fatal("flood")
			} else if ok {
				got = append(got, o.take(end)...)
				o.begin(1)
				continue
			}
			n := min(rapid.IntRange(1, 500).Draw(t, "piece"), len(text))
			n = copy(o.space(), text[:n])
			o.add(n)
			text = text[n:]
		}
		if strings.Join(got, "\n") != strings.Join(lines, "\n") {
			t.Fatalf("lines %q; want %q", got, lines)
		}
	})
}

// The scanner finds the end of every JSON document, and the same end in
// however many pieces it comes.
func FuzzDocument(f *testing.F) {
	f.Add([]byte(`{"moves": ["}", "\"", {}]} x`), 3)
	f.Add([]byte(" \n[[],\n[]]\n"), 1)
	f.Add([]byte("WAIT\n"), 2)
	f.Fuzz(func(t *testing.T, text []byte, piece int) {
		var whole document
		end, ok := whole.end(text)
		if piece > 0 {
			var d document
			for n := 0; n < len(text); {
				n = min(n+piece%64+1, len(text))
				e, done := d.end(text[:n])
				if done {
					if !ok || e != end {
						t.Fatalf("%q ends at %d in pieces and at %d, %v at once", text, e, end, ok)
					}
					break
				}
				if n == len(text) && ok {
					t.Fatalf("%q ends at %d at once and never in pieces", text, end)
				}
			}
		}
		trimmed := bytes.Trim(text, blank)
		if len(trimmed) > 0 && (trimmed[0] == '{' || trimmed[0] == '[') && json.Valid(text) {
			if !ok || !bytes.Equal(bytes.TrimLeft(text[:end], blank), trimmed) {
				t.Fatalf("document %q ends at %d, %v", text, end, ok)
			}
		}
	})
}

// "What it writes is bounded": text behind commands is kept up to MaxAnswersMatch, and
// then of each line as much as any command needs.
func TestAnswersOfAMatchAreBounded(t *testing.T) {
	var o output
	left, kept := MaxAnswersMatch, 0
	for range 200 {
		o.begin(1)
		n := copy(o.spaceFor(MaxLine+1), "MOVE 3 4 "+strings.Repeat("x", MaxLine-9)+"\n")
		o.add(n)
		end, ok, flood := o.complete()
		if !ok || flood {
			t.Fatal("a line of MaxLine is an answer")
		}
		lines := o.take(end)
		o.bound(lines, &left)
		if !strings.HasPrefix(lines[0], "MOVE 3 4 x") {
			t.Fatalf("%.20q; want the command", lines[0])
		}
		kept += len(lines[0])
	}
	if most := MaxAnswersMatch + 200*shortLine; kept > most {
		t.Errorf("%d bytes are kept; want at most %d", kept, most)
	}

	o = output{}
	o.begin(referee.Document)
	o.add(copy(o.spaceFor(13<<20), `{"a": [1]} `+strings.Repeat("x", 13<<20-100)))
	end, ok, flood := o.complete()
	if !ok || flood {
		t.Fatal("a document with text behind it is an answer")
	}
	lines := o.take(end)
	left = MaxAnswersMatch
	if o.bound(lines, &left); !strings.HasPrefix(lines[0], `{"a": [1]} x`) || len(lines[0]) > 2*shortLine {
		t.Errorf("%d bytes of a document are kept: %.20q", len(lines[0]), lines[0])
	}
}

// spaceFor returns space for a read of n bytes.
func (o *output) spaceFor(n int) []byte {
	o.buf = slices.Grow(o.buf, n)
	return o.space()
}
