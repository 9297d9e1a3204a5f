package keeper

import (
	"strings"
	"testing"

	"arbiter/referee"
)

// "MOVE x y [message]", "ATTACK weapon x y [message]"
func TestParse(t *testing.T) {
	for _, tt := range []struct {
		line    string
		want    Action
		message string
	}{
		{"MOVE 3 4", MoveTo(At(3, 4)), ""},
		{"MOVE 3 4 ", MoveTo(At(3, 4)), ""},
		{"MOVE 3 4   hi there", MoveTo(At(3, 4)), "  hi there"},
		{"MOVE 0 0 \r", MoveTo(At(0, 0)), "\r"},
		{"MOVE 15 11", MoveTo(At(15, 11)), ""},
		{"\tMOVE 3 4", MoveTo(At(3, 4)), ""},
		{"MOVE\t 3 4", MoveTo(At(3, 4)), ""},
		{"MOVE -0 +4", MoveTo(At(0, 4)), ""},
		{"ATTACK 0 3 4", AttackAt(Sword, At(3, 4)), ""},
		{"ATTACK 0 3 4 5 6", AttackAt(Sword, At(3, 4)), "5 6"},
		{"ATTACK +3 003 0000000000004", AttackAt(Bow, At(3, 4)), ""},
	} {
		a, message, fault := Parse(tt.line)
		if fault != nil || a != tt.want || message != tt.message {
			t.Errorf("%q: got %v, message %q, %v; want %v, %q", tt.line, a, message, fault, tt.want, tt.message)
		}
	}
}

// A wrong command is a fault that says what was expected.
func TestParseFaults(t *testing.T) {
	const (
		move   = `; want "MOVE x y [message]" with single spaces`
		attack = `; want "ATTACK weapon x y [message]" with single spaces`
	)
	for _, tt := range []struct {
		line string
		kind referee.Kind
		why  string
	}{
		{"", referee.Garbled, "the line is empty; want MOVE or ATTACK"},
		{" MOVE 3 4", referee.Garbled, "the line begins with a space; want MOVE or ATTACK at its beginning"},
		{"move 3 4", referee.Garbled, `unknown command "move"; commands are in capitals: MOVE`},
		{"MOVE3 4", referee.Garbled, `unknown command "MOVE3"; want MOVE or ATTACK`},
		{"WAIT", referee.Garbled, `unknown command "WAIT"; want MOVE or ATTACK; to wait, MOVE to the hero's own cell`},
		{"MOVE", referee.Garbled, "x is missing" + move},
		{"MOVE 3", referee.Garbled, "y is missing" + move},
		{"MOVE 3 ", referee.Garbled, "y: found nothing before the next space or the end of the line" + move},
		{"MOVE  3 4", referee.Garbled, "x: found nothing before the next space or the end of the line" + move},
		{"MOVE 3  4", referee.Garbled, "y: found nothing before the next space or the end of the line" + move},
		{"MOVE 3,4", referee.Garbled, `x: "3,4" is not a whole number` + move},
		{"MOVE 3\t4", referee.Garbled, `x: "3\t4" is not a whole number` + move},
		{"MOVE 3.0 4", referee.Garbled, `x: "3.0" is not a whole number` + move},
		{"MOVE 3 4\r", referee.Garbled, `y: "4\r" is not a whole number` + move},
		{"MOVE 0x3 4", referee.Garbled, `x: "0x3" is not a whole number` + move},
		{"MOVE + 4", referee.Garbled, `x: "+" is not a whole number` + move},
		{"MOVE +-3 4", referee.Garbled, `x: "+-3" is not a whole number` + move},
		{"MOVE 1_0 4", referee.Garbled, `x: "1_0" is not a whole number` + move},
		{"MOVE 2147483648 4", referee.Garbled, "x: 2147483648 is beyond -2147483648 to 2147483647" + move},
		{"MOVE 16 0", referee.Illegal, "cell 16 0 is outside the maze; want x from 0 to 15 and y from 0 to 11"},
		{"MOVE -1 0", referee.Illegal, "cell -1 0 is outside the maze; want x from 0 to 15 and y from 0 to 11"},
		{"ATTACK 0 3", referee.Garbled, "y is missing" + attack},
		{"ATTACK 4 3 3", referee.Illegal, "there is no weapon 4; want 0 sword, 1 hammer, 2 scythe or 3 bow"},
		{"ATTACK -1 3 3", referee.Illegal, "there is no weapon -1; want 0 sword, 1 hammer, 2 scythe or 3 bow"},
		{"ATTACK 3 0 12", referee.Illegal, "cell 0 12 is outside the maze; want x from 0 to 15 and y from 0 to 11; x comes first"},
	} {
		_, _, fault := Parse(tt.line)
		if fault == nil || fault.Kind != tt.kind || fault.Why != tt.why || fault.Line != tt.line {
			t.Errorf("%q: got %v\nwant %s: %s", tt.line, fault, tt.kind, tt.why)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, line := range []string{"MOVE 3 4", "ATTACK 1 2 3 text", "MOVE 3", " MOVE", "ATTACK 9 9 9", "MOVE 99999999999 1", "\x00MOVE 1 1", "MOVE \xff 1"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		a, _, fault := Parse(line)
		if fault != nil {
			if fault.Why == "" || fault.Kind == "" || len(fault.Line) > referee.MaxQuote {
				t.Errorf("%q: %+v", line, fault)
			}
			return
		}
		again, _, fault := Parse(a.String())
		if fault != nil || again != a {
			t.Errorf("%q is %q, and that is %v, %v", line, a, again, fault)
		}
	})
}

// "First line: 7 space-separated integers", "visibleEntities", "4
// space-separated integers to describe each visible entity"
func TestInput(t *testing.T) {
	s := draw(t, "X4pE/...t0/Habc./12.3.")
	s.Hero.Score, s.Hero.Charges = -12, [Weapons]int{0, 1, 2, 3}
	do(t, &s, "ATTACK 0 0 3")
	want := strings.Join([]string{
		"0 2 18 -8 1 2 3", "18",
		"0 0 1 -1", "0 4 1 -1", "0 5 1 -1",
		"1 1 11 10", "1 2 4 1", "1 3 9 14", "1 4 1 -1", "1 5 1 -1",
		"2 0 3 10", "2 2 5 2", "2 4 1 -1", "2 5 1 -1",
		"3 0 0 10000", "3 1 2 100", "3 2 6 3", "3 3 10 8", "3 4 1 -1", "3 5 1 -1",
	}, "\n")
	got := strings.TrimSuffix(string(s.AppendInput(nil)), "\n")
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
