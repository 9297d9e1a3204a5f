package main

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/sys/unix"

	"arbiter/server/cmd/arbiter/output"
)

// onScreen runs a command line on a terminal of a size and returns what was written to
// it.
func onScreen(t *testing.T, columns, rows uint16, args ...string) string {
	t.Helper()
	return string(onTerminal(t, func(terminal *os.File) {
		if err := unix.IoctlSetWinsize(int(terminal.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Col: columns, Row: rows}); err != nil {
			t.Error(err)
		}
		run(args, output.NewStreams(nil, terminal, terminal, ""))
	}))
}

// A screen is what a terminal shows, with the lines that have scrolled away.
type screen struct {
	columns int
	lines   [][]rune
	row     int
	column  int
}

// draw writes to the screen as a terminal does: a line that is too long goes on in the
// next row.
func (s *screen) draw(text string) {
	up := regexp.MustCompile(`^\x1b\[(\d+)A`)
	color := regexp.MustCompile(`^\x1b\[\d+m`)
	for len(text) > 0 {
		if m := up.FindStringSubmatch(text); m != nil {
			n, _ := strconv.Atoi(m[1])
			s.row, text = max(s.row-n, 0), text[len(m[0]):]
			continue
		}
		if m := color.FindString(text); m != "" {
			text = text[len(m):]
			continue
		}
		if rest, ok := strings.CutPrefix(text, "\x1b[J"); ok {
			if s.row < len(s.lines) {
				s.lines = append(s.lines[:s.row], s.lines[s.row][:min(s.column, len(s.lines[s.row]))])
			}
			text = rest
			continue
		}
		r, n := utf8.DecodeRuneInString(text)
		text = text[n:]
		switch r {
		case '\r':
			s.column = 0
			continue
		case '\n':
			s.row++
			continue
		}
		if s.column == s.columns {
			s.column = 0
			s.row++
		}
		for len(s.lines) <= s.row {
			s.lines = append(s.lines, nil)
		}
		for len(s.lines[s.row]) <= s.column {
			s.lines[s.row] = append(s.lines[s.row], ' ')
		}
		s.lines[s.row][s.column] = r
		s.column++
	}
}

// "Screens at 40, 80 and 200 columns": the table of a running tournament is drawn in its
// place, and nothing of it stays.
func TestProgressOnScreens(t *testing.T) {
	for _, columns := range []int{40, 80, 200} {
		t.Run(fmt.Sprint(columns), func(t *testing.T) {
			t.Chdir(t.TempDir())
			// Each match lasts half a second, so that the table is drawn some times.
			text := onScreen(t, uint16(columns), 24, "run", "--game", "keeper", "-b", "a-bot-with-a-long-name=sh -c 'sleep 0.5'", "-b", "b=sh -c 'sleep 0.51'",
				"--seeds", "1..4", "--concurrency", "1", "--name", "t", "--time-first", "0s")
			drawn := strings.Count(text, "matches/s")
			if drawn < 2 {
				t.Fatalf("drawn %d times: %q; want it drawn again", drawn, text)
			}
			s := screen{columns: columns}
			s.draw(text)
			for _, line := range s.lines {
				if strings.Contains(string(line), "matches/s") || strings.Contains(string(line), "remaining") {
					t.Errorf("a row of the table stays: %q", string(line))
				}
			}
			if n := len(s.lines); n > 50 { // a sentence about bots that fail takes ten at 40 columns
				t.Errorf("%d rows; want the result alone", n)
			}
		})
	}
}

// "Help follows the width."
func TestHelpFollowsTheWidth(t *testing.T) {
	widest := map[uint16]int{}
	for _, columns := range []uint16{40, 80, 200} {
		t.Setenv("COLUMNS", "")
		help, _, _ := strings.Cut(onScreen(t, columns, 24, "run", "--help"), "Examples:")
		for line := range strings.Lines(help) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\r\n")); strings.Contains(line, " ") {
				widest[columns] = max(widest[columns], n)
			}
		}
	}
	if widest[40] > 60 || widest[80] > 80 || widest[80] <= widest[40] || widest[200] <= 100 || widest[200] > 200 {
		t.Errorf("widest lines %v; want them to follow the columns", widest)
	}
}

// "Faults and verdicts in colour on a terminal, NO_COLOR obeyed."
func TestColors(t *testing.T) {
	t.Setenv("TERM", "xterm")
	for _, tt := range []struct {
		name, noColor, term string
		want                bool
	}{{"colour", "", "xterm", true}, {"NO_COLOR", "1", "xterm", false}, {"a dumb terminal", "", "dumb", false}} {
		t.Run(tt.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			t.Setenv("NO_COLOR", tt.noColor)
			t.Setenv("TERM", tt.term)
			text := onScreen(t, 80, 24, "play", "keeper", `sh -c 'read l; printf "\n\033[32mevil"; sleep 1'`, "--replay", "m.jsonl.gz")
			again := onScreen(t, 80, 24, "replay", "m.jsonl.gz")
			const red = "\x1b[31m  turn 1: seat 0: "
			if got := strings.Contains(text, red); got != tt.want {
				t.Errorf("play: %q; want red is %v", text, tt.want)
			}
			if got := strings.Contains(again, red); got != tt.want {
				t.Errorf("replay: %q; want red is %v", again, tt.want)
			}
			if strings.Contains(text, "\x1b[32m") {
				t.Errorf("%q; want nothing that the bot wrote obeyed", text)
			}
		})
	}
}

// "ladder on a terminal" has a table. It is drawn in its place, and nothing of it stays.
func TestLadderOnAScreen(t *testing.T) {
	ladder := arbiterCommand(t, "ladder", "keeper", "-b", "builtin:keeper/wait", "-b", "builtin:keeper/greedy", "--max-games", "60", "--time-limit", "5m",
		"--time-first", "0s", "--time-turn", "0s")
	ladder.Dir = t.TempDir()
	text := string(onTerminal(t, func(terminal *os.File) {
		if err := unix.IoctlSetWinsize(int(terminal.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Col: 100, Row: 24}); err != nil {
			t.Error(err)
		}
		ladder.Stdin, ladder.Stdout, ladder.Stderr = terminal, terminal, terminal
		if err := ladder.Run(); err != nil {
			t.Error(err)
		}
	}))
	if !strings.Contains(text, "\x1b[J") || !strings.Contains(text, "provisional") {
		t.Fatalf("%q; want a table that is drawn again", text)
	}
	s := screen{columns: 100}
	s.draw(text)
	heads := 0
	for _, line := range s.lines {
		if strings.Contains(string(line), "matches/s") {
			t.Errorf("a row of the table stays: %q", string(line))
		}
		if strings.HasPrefix(string(line), "keeper-open: ") {
			heads++
		}
	}
	if heads != 1 {
		t.Errorf("%d tables on the screen; want the result alone: %q", heads, text)
	}
}
