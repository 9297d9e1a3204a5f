package referee

import (
	"strings"
	"testing"
)

// "An answer without a newline is the commonest first bug": of a garbled answer the
// fault says so where the text shows it, and of nothing else.
func TestGarbledLineEnds(t *testing.T) {
	const blank, two = "a blank line counts as an answer: print one line end", "two answers in one line: print a line end after each"
	for line, want := range map[string]string{
		"":                                  blank,
		" ":                                 blank,
		"MOVE 1 1MOVE 1 1":                  two, // keeper
		"ATTACK 2 10 3ATTACK 2 -1 4":        two,
		"MOVE 3 4 7MOVE 3 4 8":              two, // ctf
		"WAIT 0WAIT 1":                      two,
		"3 4 U5 5 D":                        two, // domain
		"MOVE NMOVE S":                      two, // flames
		"MVOE 3 4 7":                        "",
		"MOVE 1":                            "",
		"MOVE 1 x":                          "",
		"MOVE x y":                          "",
		"MOVE1 1 1":                         "",
		"MOVE 1 2 3":                        "",
		"MOVE 1x 2":                         "",
		"3 4 up":                            "",
		"3 4U 5":                            "",
		"debug: 12 monsters":                "text for people goes to stderr",
		"PASS":                              "",
		"MOVE A1 2":                         "",
		strings.Repeat("9", MaxQuote) + "M": "",
	} {
		f := Fault{Turn: 1, Kind: Garbled, Line: line, Why: "why"}
		_, hint, _ := strings.Cut(f.Error(), "why")
		if want == "" && hint != "" || !strings.Contains(hint, want) {
			t.Errorf("%q: %q; want %q", line, hint, want)
		}
		f.Kind = Illegal
		if !strings.HasSuffix(f.Error(), "why") {
			t.Errorf("%q: %s; want no hint for an answer that could be read", line, f.Error())
		}
	}
}

// An answer in another encoding than UTF-8 is named as that, where its text shows it.
func TestGarbledEncoding(t *testing.T) {
	for answer, want := range map[string]string{
		"MOVE 1 1 caf\xe9":                  "not UTF-8", // Latin-1
		"\xff\xfeM\x00O\x00V\x00E\x00 \x00": "UTF-16",
		"M\x00O\x00V\x00E\x00 \x001\x00":    "UTF-16",
		"\ufeffMOVE 1 1":                    "byte order mark",
		"MVOE 1 1 café":                     "",
		"MVOE 1 1 \x00":                     "",
	} {
		f := Fault{Turn: 1, Kind: Garbled, Line: Quote(answer), Why: "why"}
		if _, hint, _ := strings.Cut(f.Error(), "why"); want == "" && hint != "" || !strings.Contains(hint, want) {
			t.Errorf("%q: %q; want %q", answer, hint, want)
		}
	}
}
