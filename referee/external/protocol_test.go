package external

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"
)

// messages reads all messages of a stream.
func messages(in io.Reader) (all []message, err error) {
	r := newReader(in)
	for {
		m, err := r.message()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		all = append(all, m)
	}
}

// "A line ends at CR, LF or CR LF, and the count of the header alone says where a message
// ends."
func TestMessages(t *testing.T) {
	view := message{"VIEW", []string{"KEY_FRAME 0", "{}"}}
	for _, tt := range []struct {
		name, text string
		want       []message
		err        string
	}{
		{"ends of three kinds", "[[VIEW] 2]\rKEY_FRAME 0\r\n{}\n[[INFOS] 0]\r\n", []message{view, {"INFOS", nil}}, ""},
		{"no blank before the count", "[[VIEW]2]\nKEY_FRAME 0\n{}\n", []message{view}, ""},
		{"empty lines", "[[A] 3]\n\r\r\n\n[[B] 1]\r\r", []message{{"A", []string{"", "", ""}}, {"B", []string{""}}}, ""},
		{"a header as a line", "[[A] 1]\n[[VIEW] 2]\n[[B] 0]\n", []message{{"A", []string{"[[VIEW] 2]"}}, {"B", nil}}, ""},
		{"the last line has no end", "[[SCORES] 1]\n0 5", []message{{"SCORES", []string{"0 5"}}}, ""},
		{"no UTF-8", "[[A] 1]\n\xff\xfe!\n", []message{{"A", []string{"\uFFFD!"}}}, ""},
		{"a print amid it", "[[A] 0]\nhello\n", []message{{"A", nil}}, `found "hello"; want the header of a message`},
		{"a count beside reason", "[[A] 999999999]\n", nil, "want the header of a message"},
		{"a negative count", "[[A] -1]\n", nil, "want the header of a message"},
		{"no name", "[[] 1]\n", nil, "want the header of a message"},
		{"it ends within a message", "[[A] 2]\nx\n", nil, "A: line 2 of 2: unexpected EOF"},
		{"a long message", "[[A] 2]\n" + strings.Repeat("x", maxMessage) + "\ny\n", nil, "a message of more than"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, in := range []io.Reader{strings.NewReader(tt.text), iotest.DataErrReader(strings.NewReader(tt.text)), small(tt.text)} {
				got, err := messages(in)
				if fmt.Sprint(got) != fmt.Sprint(tt.want) || (tt.err == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), tt.err) {
					t.Errorf("%.200q, error %.200v; want %q, %q", fmt.Sprint(got), err, tt.want, tt.err)
				}
			}
		})
	}
}

// The end of a line is the first CR or LF, wherever it stands in a long text.
func TestLineEnd(t *testing.T) {
	for _, at := range []int{0, 1, endBlock - 1, endBlock, endBlock + 1, 3*endBlock - 2} {
		for _, ends := range []string{"\n", "\r", "\r\n", "\n\r", "\n\n"} {
			text := []byte(strings.Repeat("x", at) + ends + strings.Repeat("y", endBlock) + "\r\n")
			if got := lineEnd(text); got != at {
				t.Errorf("%q after %d bytes: %d", ends, at, got)
			}
		}
		if got := lineEnd(make([]byte, at)); got != -1 {
			t.Errorf("no end in %d bytes: %d", at, got)
		}
	}
}

// small returns a reader of a text byte by byte, but for a long one.
func small(text string) io.Reader {
	if len(text) > 1<<16 {
		return strings.NewReader(text)
	}
	return iotest.OneByteReader(strings.NewReader(text))
}

// A line of a megabyte is fine, and a referee that never stops is stopped.
func TestBounds(t *testing.T) {
	line := strings.Repeat("x", 1<<20)
	if got, err := messages(strings.NewReader("[[VIEW] 1]\n" + line + "\n")); err != nil || got[0].lines[0] != line {
		t.Errorf("error %v; want the line of a megabyte", err)
	}
	endless := io.MultiReader(strings.NewReader("[[VIEW] 1]\n"), zeros{})
	if _, err := messages(endless); !errors.Is(err, errLong) {
		t.Errorf("error %v; want %v", err, errLong)
	}
	r := newReader(repeated("[[INFOS] 1]\n" + line + "\n"))
	n := 0
	var err error
	for ; err == nil; n++ {
		_, err = r.message()
	}
	if !errors.Is(err, errMuch) || n < maxOutput/len(line)-1 {
		t.Errorf("error %v after %d messages; want %v", err, n, errMuch)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

type repeated string

func (r repeated) Read(p []byte) (int, error) { return copy(p, r), nil }

// "A blank in place of all that some language takes for the end of a line, of NUL and of what
// is not UTF-8."
func TestClean(t *testing.T) {
	for line, want := range map[string]string{
		"MOVE 1 2":       "MOVE 1 2",
		"héllo\t中😀":      "héllo\t中😀",
		"a\u0085b":       "a b",
		"a\u2028b\u2029": "a b ",
		"a\rb\x00c\nd":   "a b c d",
		"a\v\f\x1c\x1d":  "a    ",
		"a\xff\xfeb":     "a b",
		"":               "",
	} {
		if got := clean(line); got != want {
			t.Errorf("clean(%q) is %q; want %q", line, got, want)
		}
	}
}

// What arrives in whatever pieces reads the same, and no more memory is used than the text
// has. What was written is read as it was, unless a line has an end in it.
func FuzzReader(f *testing.F) {
	for _, text := range []string{
		"[[VIEW] 2]\nKEY_FRAME 0\n{}\n[[MONITORING] 0]\n[[INFOS] 0]\n[[NEXT_PLAYER_INPUT] 1]\r\n3\r[[NEXT_PLAYER_INFO] 3]\n0\n1\n1000\n",
		"[[TOOLTIP] 2]\na\n1\n[[SUMMARY] 1]\n$0\n[[UINPUT] 1]\nseed=1\n[[METADATA] 1]\n{\"a\":1}\n[[SCORES] 3]\n0 1\n1 -1\n2 5\n",
		"[[SCORES]2]\r\r\n0 1", "[[FAIL] 1]\n\xff", "[[A] 99999", "\r\n\n[[", "[[A]0]\r01", "[[SET_PLAYER_OUTPUT] 1]\na\u2028b\x00\v",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		whole, err := messages(bytes.NewReader(text))
		pieces, errPieces := messages(iotest.OneByteReader(bytes.NewReader(text)))
		if fmt.Sprint(whole, err) != fmt.Sprint(pieces, errPieces) {
			t.Fatalf("at once %q, %v; in pieces %q, %v", whole, err, pieces, errPieces)
		}
		var again []byte
		lines := 0
		for _, m := range whole {
			again = appendMessage(again, m.name, m.lines...)
			lines += len(m.lines)
			for _, line := range m.lines {
				if !utf8.ValidString(line) || strings.ContainsAny(line, "\r\n") {
					t.Fatalf("the line %q", line)
				}
			}
		}
		if lines > len(text) {
			t.Fatalf("%d lines of %d bytes", lines, len(text))
		}
		if back, err := messages(bytes.NewReader(again)); err != nil || fmt.Sprint(back) != fmt.Sprint(whole) {
			t.Fatalf("written again: %q, %v; want %q", back, err, whole)
		}
		for r := newReader(bytes.NewReader(text)); ; {
			x, err := engine{}.exchange(r, 3)
			if err != nil {
				break
			}
			if q := x.Asks; q != nil && (q.Seat < 0 || q.Seat > 2 || q.Lines < 0) || q == nil && len(x.Scores) != 3 {
				t.Fatalf("the exchange %+v", x)
			}
			kept, err := json.Marshal(x)
			if err != nil {
				t.Fatal(err)
			}
			back, err := readKept(kept)
			if err != nil || !bytes.Equal(back.appendState(nil), x.appendState(nil)) {
				t.Fatalf("kept as %s, read as %+v, error %v", kept, back, err)
			}
		}
		line := clean(string(text))
		if strings.ContainsFunc(line, endsLine) || !utf8.ValidString(line) {
			t.Fatalf("clean returns %q", line)
		}
		if back, err := messages(bytes.NewReader(appendMessage(nil, "SET_PLAYER_OUTPUT", line, "END"))); err != nil || len(back) != 1 || !slices.Equal(back[0].lines, []string{line, "END"}) {
			t.Fatalf("a bot's line %q becomes %q, %v", line, back, err)
		}
	})
}
