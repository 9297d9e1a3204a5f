package flames

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbiter/referee"
)

// "Next height lines: a string of length width representing the map"; "Line 1:
// 2 space-separated integers charX charY"; "hp ap jumpsLeft"; and so on.
func TestInput(t *testing.T) {
	m, err := Game{}.New(referee.Setup{Position: []byte(`{
		"arena": ["#####", "#S..#", "#...#", "#####"],
		"flames": [[3, 2], [3, 1], [1, 2]],
		"glyphs": [[2, 2]], "waves": [[]]}`)}, 1)
	if err != nil {
		t.Fatal(err)
	}
	first := "4 5\n#####\n#S..#\n#...#\n#####\n"
	turn := "1 1\n40 10 2\n3\n3 1\n1 2\n3 2\n1\n2 2\n5\nPASS\nMOVE S\nMOVE E\nJUMP E\nIMMO SE\n"
	if diff := cmp.Diff(first+turn, string(m.Input(0, nil))); diff != "" {
		t.Errorf("first turn (-want +got):\n%s", diff)
	}
	m.Answer(0, []string{"IMMO SE"})
	m.Step()
	// "Next line: 1 integer glyphCount: number of glyphs this turn": they stay
	// until PASS. The map is sent once.
	next := "1 1\n35 9 2\n3\n3 1\n1 2\n2 2\n1\n2 2\n5\nPASS\nMOVE S\nMOVE E\nJUMP E\nIMMO SE\n"
	if diff := cmp.Diff(next, string(m.Input(0, nil))); diff != "" {
		t.Errorf("second turn (-want +got):\n%s", diff)
	}
}

func TestParseAction(t *testing.T) {
	for a := range actionCount {
		if got, err := ParseAction(a.String()); err != nil || got != a {
			t.Errorf("%q is read as %v, %v", a, got, err)
		}
	}
	for _, tt := range []struct{ piece, wrong string }{
		{" MOVE \t N\r", ""},
		{"", "nothing between two separators; want MOVE, JUMP, IMMO or PASS"},
		{"MVOE N", `unknown action "MVOE"; want MOVE, JUMP, IMMO or PASS`},
		{"move N", `unknown action "move"; actions are in capitals: MOVE`},
		{"MOVE", "MOVE without a direction; want N, S, E or W"},
		{"MOVE NE", `MOVE in direction "NE"; want N, S, E or W`},
		{"JUMP N E", `JUMP in direction "N E"; want N, S, E or W`},
		{"IMMO N", `IMMO in direction "N"; want NE, NW, SE or SW`},
		{"PASS now", `PASS followed by "now"; want PASS alone, and a ; between actions`},
		{"MOVEN", `unknown action "MOVEN"; want MOVE, JUMP, IMMO or PASS`},
	} {
		_, err := ParseAction(tt.piece)
		if got := message(err); got != tt.wrong {
			t.Errorf("%q: %s; want %s", tt.piece, got, tt.wrong)
		}
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// "Actions are executed in order up to and including the first PASS
// encountered. Any action after the first PASS is ignored."
func TestAnswer(t *testing.T) {
	for _, tt := range []struct {
		line    string
		done    int
		refusal Refusal
		piece   string
	}{
		{"MOVE E", 1, NoRefusal, ""},
		{"MOVE E;MOVE E", 2, NoRefusal, ""},
		{" MOVE E ;\tPASS ; ;", 2, NoRefusal, ""},
		{"PASS;MOVE E", 1, NoRefusal, ""},
		{"PASS;garbage", 1, NoRefusal, ""},
		{"", 0, Empty, ""},
		{" ; ;", 0, Empty, ""},
		{";MOVE E", 0, Syntax, ""},
		{"MOVE E;;PASS", 1, Syntax, ""},
		{"MOVE E;JUMP", 1, Syntax, "JUMP"},
		{"MOVE N", 0, Wall, "MOVE N"},
		{"JUMP E;JUMP W;JUMP E", 2, NoJumps, "JUMP E"},
		{"MOVE E;MOVE E;MOVE E;MOVE E;MOVE E;MOVE E;MOVE E;MOVE E;MOVE E;JUMP E", 9, NoAP, "JUMP E"},
	} {
		c, s := drawn(t, "@...............o")
		p := play(c, &s, tt.line, nil)
		if p.done != tt.done || p.refusal != tt.refusal || p.refusal != NoRefusal && p.piece != tt.piece {
			t.Errorf("%q: %d done, then %q in %q; want %d, %q, %q", tt.line, p.done, p.refusal, p.piece, tt.done, tt.refusal, tt.piece)
		}
		if (s.Outcome == Illegal) != (tt.refusal != NoRefusal) {
			t.Errorf("%q: %v", tt.line, s.Outcome)
		}
	}
}

// The rest of a line is not looked at when the match has ended.
func TestAnswerStopsAtTheEnd(t *testing.T) {
	c, s := drawn(t, "@*")
	if p := play(c, &s, "MOVE E;garbage", nil); s.Outcome != Victory || p.done != 1 {
		t.Errorf("%v after %d actions; want %v after 1", s.Outcome, p.done, Victory)
	}
}

func FuzzAnswer(f *testing.F) {
	for _, line := range []string{"", "PASS", "MOVE E;JUMP S;IMMO NE;PASS", ";;", "MOVE\tN ;", "JUMP", "\x00TIMEOUT", "PASS;x"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		answer := ReadAnswer(line)
		for piece, ok := answer.Next(); ok; piece, ok = answer.Next() {
			if strings.Contains(piece, ";") {
				t.Fatalf("piece %q of %q", piece, line)
			}
			a, err := ParseAction(piece)
			if err == nil && a.String() != strings.Join(strings.FieldsFunc(piece, func(r rune) bool { return strings.ContainsRune(blanks, r) }), " ") {
				t.Fatalf("%q is read as %v", piece, a)
			}
		}
		c, s := Deal(1)
		before := s
		p := play(c, &s, line, nil)
		if p.done == 0 && s.Outcome != Illegal {
			t.Fatalf("%q: nothing was done and the match goes on", line)
		}
		if p.done == 0 && s.Flames != before.Flames {
			t.Fatalf("%q: an illegal answer changes the board", line)
		}
	})
}
