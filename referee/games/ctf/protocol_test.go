package ctf

import (
	"strings"
	"testing"

	"arbiter/referee"
)

// The input is exactly the statement's lines, fog applied.
func TestInput(t *testing.T) {
	s := drawn(
		"#########",
		"#oo0o#A.#",
		"#.#1#o..#",
		"#o.o..o.#",
		"#########")
	s.PerSeat = 2
	s.Bases = [2]Cell{{1, 1}, {1, 7}}
	s.Flags = [2]Flag{{Cell{1, 6}, 0}, {Cell{2, 3}, NoCarrier}}
	s.Minions[0][1].Timeout = 2
	s.Minions[1][1] = Minion{Pos: Cell{1, 3}, Health: -4}
	s.Credits = [2]int{17, 4}
	const wantTurn = `17 4
1 6 0
2 3 -1
2
0 1 3 100 0
1 2 3 100 2
0
4
1 1
1 2
1 4
3 3
`
	if got := string(s.AppendTurn(nil, 0)); got != wantTurn {
		t.Errorf("turn input of seat 0:\n%swant:\n%s", got, wantTurn)
	}
	const wantInit = `5 9
#########
#....#..#
#.#.#...#
#.......#
#########
1 7
1 1
FIRE 7 24
FREEZE 12 4
MINE 15 30
`
	if got := string(s.AppendInit(nil, 1)); got != wantInit {
		t.Errorf("init input of seat 1:\n%swant:\n%s", got, wantInit)
	}
}

// "a single minion can see everything along the row and column it is in unless
// blocked by a wall. A player's vision is the collected vision of all his/her
// minions."
func TestVision(t *testing.T) {
	for _, tt := range []struct {
		name string
		rows []string
		want bool // seat 0 is shown minion A
	}{
		{"along the row", []string{"#######", "#0...A#", "#######"}, true},
		{"along the column", []string{"###", "#0#", "#.#", "#A#", "###"}, true},
		{"in its own cell", []string{"####", "#A.#", "####"}, true},
		{"not through a wall", []string{"#######", "#0.#.A#", "#.....#", "#######"}, false},
		{"not round a corner", []string{"####", "#0.#", "#.A#", "####"}, false},
		{"collected", []string{"#######", "#0#.1A#", "#.....#", "#######"}, true},
		{"past other minions", []string{"#######", "#0B1.A#", "#######"}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := drawn(tt.rows...)
			if tt.name == "in its own cell" {
				s.Minions[0][0] = s.Minions[1][0]
			}
			sight := s.Sees(0)
			if s.Shows(0, 0) != tt.want || sight.Has(s.Minions[1][0].Pos) != tt.want {
				t.Errorf("shown %t, in sight %t; want %t", s.Shows(0, 0), sight.Has(s.Minions[1][0].Pos), tt.want)
			}
		})
	}
}

// "A dead minion" sees nothing, a frozen one does.
func TestVisionOfTheDeadAndFrozen(t *testing.T) {
	s := drawn("#######", "#0...A#", "#######")
	s.Minions[0][0].Timeout = 3
	if !s.Shows(0, 0) {
		t.Error("a frozen minion does not see")
	}
	s.Minions[0][0].Health = 0
	if s.Shows(0, 0) || s.Sees(0) != (Cells{}) {
		t.Error("a dead minion sees")
	}
}

// "A single line with one or multiple commands separated by |."
func TestParse(t *testing.T) {
	s := drawn("#######", "#012.A#", "#######") // minions 0, 1 and 2 of seat 0
	s.PerSeat = 4
	s.Minions[0][2].Timeout = 1                           // timed out
	s.Minions[0][3] = Minion{Pos: Cell{1, 4}, Health: -1} // dead
	move := func(r, c int8) Command { return Command{Move, Cell{r, c}} }
	orders := func(commands ...Command) (o Orders) { copy(o.Commands[:], commands); return o }
	for _, tt := range []struct {
		line string
		want Orders
		kind referee.Kind // of the fault; empty for none
		why  string       // part of the fault's Why
	}{
		{"MOVE 0 1 5 | MOVE 1 0 6", orders(move(1, 5), move(0, 6)), "", ""},
		{"WAIT 1", orders(), "", ""},
		{"FIRE 0|FREEZE 1", orders(Command{Verb: Fire}, Command{Verb: Freeze}), "", ""},
		{"MINE 1 1 1", orders(Command{}, Command{PlantMine, Cell{1, 1}}), "", ""},
		// Letter case, blanks, empty parts, text after a command.
		{"mOvE\t0  1\v5", orders(move(1, 5)), "", ""},
		{"  | WAIT 0 ||\r", orders(), "", ""},
		{"WAIT 0 hello there; 5", orders(), "", ""},
		{"MOVE 0 1 5 7.5 é", orders(move(1, 5)), "", ""},
		{"MOVE 0 -0 0005", orders(move(0, 5)), "", ""},
		{"FIRE 00", orders(Command{Verb: Fire}), "", ""},
		// "Any commands given to a timed out minion won't have any impact",
		// but they are valid; the same goes for dead minions.
		{"MOVE 2", Orders{Ignored: 1 << 2}, "", ""},
		{"WAIT 3x | MINE 3 99 99", Orders{Ignored: 1 << 3}, "", ""},
		// "You must provide a valid command for atleast one minion each turn"
		{"", Orders{Missing: true}, referee.Garbled, "no command"},
		{" | |", Orders{Missing: true}, referee.Garbled, "no command"},
		{"MVOE 0 1 5", Orders{Missing: true}, referee.Garbled, `unknown command "MVOE"; want WAIT, MOVE, FIRE, FREEZE or MINE`},
		{"FIRE0", Orders{Missing: true}, referee.Garbled, `unknown command "FIRE0"`},
		{"WAİT 0", Orders{Missing: true}, referee.Garbled, "unknown command"},
		{"WAIT", Orders{Missing: true}, referee.Garbled, "no minion id after WAIT; want WAIT id"},
		{"move", Orders{Missing: true}, referee.Garbled, "no minion id after MOVE; want MOVE id row column"},
		{"WAIT\u00a00", Orders{Missing: true}, referee.Garbled, "unknown command"},
		{"WAIT x", Orders{Missing: true}, referee.Garbled, "no minion id after WAIT; want WAIT id"},
		{"WAIT -0", Orders{Missing: true}, referee.Garbled, "no minion id"},
		{"WAIT 0;", Orders{Missing: true}, referee.Garbled, `";" right after the command`},
		{"MOVE 0 5", Orders{Missing: true}, referee.Garbled, "want MOVE id row column"},
		{"MOVE 0, 1, 5", Orders{Missing: true}, referee.Garbled, "want MOVE id row column"},
		{"MOVE 0 +1 5", Orders{Missing: true}, referee.Garbled, "want MOVE id row column"},
		{"MOVE 0 1 5.5", Orders{Missing: true}, referee.Garbled, `".5" right after`},
		{"WAIT 2 a\u2028b", Orders{Missing: true}, referee.Garbled, "line break"},
		{"WAIT 4", Orders{Missing: true}, referee.Illegal, "no minion 4; want 0 to 3"},
		{"WAIT 4294967296", Orders{Missing: true}, referee.Illegal, "no minion 4294967296"},
		{"MOVE 0 3 1", Orders{Missing: true}, referee.Illegal, "row 3 column 1 is outside the grid; want rows 0 to 2 and columns 0 to 6"},
		{"MINE 0 1 -1", Orders{Missing: true}, referee.Illegal, "outside the grid"},
		{"MOVE 0 99999999999999999999 1", Orders{Missing: true}, referee.Illegal, "outside the grid"},
		// "a minion can receive only one command per turn"
		{"WAIT 0 | MOVE 0 1 5", Orders{Broken: true}, referee.Illegal, "second command for minion 0"},
		// The commands before an error count, the rest of the line is not read.
		{"FIRE 0 | x | FIRE 1", Orders{Commands: orders(Command{Verb: Fire}).Commands, Broken: true}, referee.Garbled, "the commands before it count"},
		{"WAIT 2 | x", Orders{Ignored: 1 << 2, Broken: true}, referee.Garbled, "the commands before it count"},
		{"x | FIRE 1", Orders{Missing: true}, referee.Garbled, "loses the match"},
	} {
		t.Run(tt.line, func(t *testing.T) {
			got, fault := s.Parse(0, tt.line)
			if got != tt.want {
				t.Errorf("%q: %+v; want %+v", tt.line, got, tt.want)
			}
			switch {
			case fault == nil && tt.kind == "":
			case fault == nil || fault.Kind != tt.kind || !strings.Contains(fault.Why, tt.why):
				t.Errorf("%q: fault %v; want %s: %s", tt.line, fault, tt.kind, tt.why)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	for _, line := range []string{"", "MOVE 0 5 7 | MOVE 1 16 10", "FIRE 0|freeze 1 x", "MINE 2 1 1 | WAIT 9", "WAIT 0\u2028", "MOVE 0 -0 007"} {
		f.Add(line)
	}
	s := Deal(1)
	s.Minions[0][1].Timeout = 2
	s.Minions[0][2].Health = 0
	f.Fuzz(func(t *testing.T, line string) {
		o, fault := s.Parse(0, line)
		if (o.Broken || o.Missing) != (fault != nil) || o.Broken && o.Missing {
			t.Fatalf("%q: %+v with fault %v", line, o, fault)
		}
		var text []byte
		for id, command := range o.Commands {
			if command != (Command{}) && (id >= s.PerSeat || !s.Minions[0][id].Free()) {
				t.Fatalf("%q: minion %d cannot act; got %v", line, id, command)
			}
			if id < s.PerSeat {
				text = append(command.Append(text, id), '|')
			}
		}
		// What was understood, written as the protocol has it, means the same.
		again, fault := s.Parse(0, string(text))
		if fault != nil || again.Commands != o.Commands {
			t.Fatalf("%q means %+v; %q means %+v %v", line, o, text, again, fault)
		}
		next := s
		next.Step([2]Orders{o, {}}, nil)
	})
}
