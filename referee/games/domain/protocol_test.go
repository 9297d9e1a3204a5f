package domain

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"arbiter/referee"
)

// "A single line x y direction message", "message to print a message,
// optional", "direction is denoted by U, D, L or R".
func TestParseAnswer(t *testing.T) {
	for _, tt := range []struct {
		name, line string
		want       Action
		message    string
	}{
		{"no message", "3 4 U", Action{At(3, 4), Up}, ""},
		{"down", "0 0 D", Action{At(0, 0), Down}, ""},
		{"left", "6 6 L", Action{At(6, 6), Left}, ""},
		{"right", "6 0 R", Action{At(6, 0), Right}, ""},
		{"a message", "3 4 U hello there ", Action{At(3, 4), Up}, "hello there "},
		{"a message of digits", "3 4 U 5 6 D", Action{At(3, 4), Up}, "5 6 D"},
		{"more blanks and tabs", "3 \t 4\v\fU\t hi", Action{At(3, 4), Up}, "hi"},
		{"blanks at the end", "3 4 U  ", Action{At(3, 4), Up}, ""},
		{"a message glued by a sign", "3 4 D!wow", Action{At(3, 4), Down}, "!wow"},
		{"a message glued by a digit", "3 4 D7", Action{At(3, 4), Down}, "7"},
		{"cut at CR", "3 4 L\rhi", Action{At(3, 4), Left}, ""},
		{"cut at LF", "3 4 L one\ntwo", Action{At(3, 4), Left}, "one"},
		// "Odd characters in a message: part of it, like any other: only CR and
		// LF end the line, and only the four blanks separate words."
		{"odd characters", "3 4 L a\x00\x1b[2J\u0085b\u2028c\u202ed", Action{At(3, 4), Left}, "a\x00\x1b[2J\u0085b\u2028c\u202ed"},
		{"blanks of other alphabets", "3 4 L\u0085\u00a0\u2028", Action{At(3, 4), Left}, "\u0085\u00a0\u2028"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			action, message, err := ParseAnswer(tt.line)
			if err != nil || action != tt.want || message != tt.message {
				t.Errorf("%q: %v, message %q, error %v; want %v, %q", tt.line, action, message, err, tt.want, tt.message)
			}
		})
	}
}

// Your program loses when "it provides an unrecognized command".
func TestUnrecognizedAnswers(t *testing.T) {
	for _, tt := range []struct{ name, line, why string }{
		{"empty", "", `empty line; want "x y direction message" such as "3 4 U"`},
		{"empty before CR", "\r3 4 U", "empty line"},
		{"leading blank", " 3 4 U", "blank before x"},
		{"blank line", "  ", "blank before x"},
		{"words", "WAIT", `x is "WAIT"; want one digit from 0 to 6`},
		{"a command", "MOVE 3 4 U", `x is "MOVE"`},
		{"outside the board", "7 3 U", `x is "7"; want one digit from 0 to 6`},
		{"outside the board below", "3 9 U", `y is "9"`},
		{"negative", "-1 3 U", `x is "-1"`},
		{"two digits", "10 3 U", `x is "10"`},
		{"leading zero", "03 3 U", `x is "03"`},
		{"sign", "+3 3 U", `x is "+3"`},
		{"fraction", "3.0 3 U", `x is "3.0"`},
		{"comma", "3,4,U", `x is "3,4,U"`},
		{"glued direction", "3 4U", `y is "4U"`},
		{"a no-break space", "3\u00a04 U", `x is`},
		{"full-width digit", "３ 4 U", `x is "３"`},
		{"no-break space", "3\u00a04 U", `x is "3\u00a04"`},
		{"x alone", "3", "nothing after x 3"},
		{"x and a blank", "3 ", "no y"},
		{"no direction", "3 4", "nothing after y 4"},
		{"no direction but a blank", "3 4 ", "no direction after x and y"},
		{"lower case", "3 4 d", `unknown direction "d"; want U, D, L or R`},
		{"a word", "3 4 DOWN", `unknown direction "DOWN"`},
		{"a word and a message", "3 4 Left hello", `unknown direction "Left"`},
		{"another letter", "3 4 X", `unknown direction "X"`},
		{"no letter", "3 4 _ hello", `unknown direction "_"`},
		{"a digit", "3 4 5", `unknown direction "5"`},
		{"a foreign letter", "3 4 É", `unknown direction "É"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := newMatch(t)
			answerWith(m, tt.line)
			r := m.Result()
			f := r.FaultOf(0)
			if f == nil || f.Kind != referee.Garbled || f.Turn != 1 || !strings.HasPrefix(f.Why, tt.why) {
				t.Errorf("%q: fault %v, want garbled: %s", tt.line, f, tt.why)
			}
			if r.Reason != reasonInvalid || !slices.Equal(r.Scores, []int64{scoreInvalid, 0}) {
				t.Errorf("%q: result %+v, want a loss by %s", tt.line, r, reasonInvalid)
			}
			if m.state != Start() {
				t.Errorf("%q: the position has changed", tt.line)
			}
		})
	}
}

// "Your program does not provide a command in the allotted time": whatever
// kept it from answering. Only a seat that ran out of time is said to have timed
// out.
func TestNoAnswer(t *testing.T) {
	for _, kind := range []referee.Kind{referee.Timeout, referee.Crash, referee.Flood, referee.Unasked, referee.Garbled} {
		m := newMatch(t)
		answerWith(m, "0 1 U")
		m.Drop(1, referee.Fault{Turn: 2, Seat: 1, Kind: kind, Why: "dropped by the test"})
		m.Step()
		want := reasonForfeit
		if kind == referee.Timeout {
			want = reasonTimeout
		}
		r := m.Result()
		if r.Reason != want || !slices.Equal(r.Scores, []int64{0, scoreTimeout}) || r.Winner() != 0 {
			t.Errorf("%s: result %+v, want a loss by %s", kind, r, want)
		}
		if f := r.FaultOf(1); f == nil || f.Kind != kind {
			t.Errorf("%s: fault %v", kind, f)
		}
	}
}

// "Initial input: width height, x y, opponentX opponentY", then "the
// opponent's last action (-1 -1 _ for the first turn)". The second player is
// sent the position after the first action, and that action.
func TestInput(t *testing.T) {
	m := newMatch(t)
	for i, tt := range []struct{ input, answer string }{
		{"7 7\n0 0\n6 6\n-1 -1 _\n", "1  2\tU hello"},
		{"7 7\n6 6\n1 2\n1 2 U\n", "6 5 L"},
		{"6 5 L\n", "1 2 R"},
		{"1 2 R\n", "6 4 L"},
	} {
		if got := string(m.Input(i%2, nil)); got != tt.input {
			t.Errorf("turn %d: input %q, want %q", i+1, got, tt.input)
		}
		answerWith(m, tt.answer)
	}
	if got := string(m.Input(0, []byte("kept "))); got != "kept 6 4 L\n" {
		t.Errorf("Input does not append: %q", got)
	}
}

// Spectators see a message of fewer than 20 characters as it is, of a longer
// one the first 17 and three dots, and a blank for none.
func TestShown(t *testing.T) {
	for _, tt := range []struct{ name, message, want string }{
		{"none", "", " "},
		{"short", "hi ", "hi "},
		{"19 characters", "1234567890123456789", "1234567890123456789"},
		{"20 characters", "12345678901234567890", "12345678901234567..."},
		{"letters of two bytes", strings.Repeat("é", 25), strings.Repeat("é", 17) + "..."},
		{"a character of two units at the cut", strings.Repeat("x", 15) + "😀 and more", strings.Repeat("x", 15) + "😀..."},
		{"a character of two units across the cut", strings.Repeat("x", 16) + "😀 and more", strings.Repeat("x", 16) + "\uFFFD..."},
		{"characters of two units count twice", strings.Repeat("😀", 10), strings.Repeat("😀", 8) + "\uFFFD..."},
		{"no UTF-8", "a\xffb", "a\uFFFDb"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := shown(tt.message); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func FuzzParseAnswer(f *testing.F) {
	for _, line := range []string{
		"3 4 U", "3 4 D hello", "6\t0\vR!wow", "0 0 d", "7 7 U", " 1 1 U", "1 1", "", "\r\n",
		"3 4 L 12345678901234567890", "1 2 R \xff\xfe", "-1 -1 _", "0 6 U\u2028x", "3 3 U" + strings.Repeat("😀", 12),
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		action, message, err := ParseAnswer(line)
		if err != nil {
			if err.Error() == "" || message != "" {
				t.Errorf("%q: message %q, error %q", line, message, err)
			}
			return
		}
		if action.To >= CellCount || action.Wall >= directions {
			t.Fatalf("%q: %v is no action", line, action)
		}
		if !strings.HasPrefix(line, action.String()[:1]) {
			t.Errorf("%q: read as %v", line, action)
		}
		again, _, err := ParseAnswer(string(appendAction(nil, action)) + " " + message)
		if err != nil || again != action {
			t.Errorf("%q: %v reads again as %v, %v", line, action, again, err)
		}
		text := shown(message)
		if n := len(utf16.Encode([]rune(text))); !utf8.ValidString(text) || n == 0 || n > maxMessage {
			t.Errorf("%q: shown as %q, %d units", message, text, n)
		}
	})
}
