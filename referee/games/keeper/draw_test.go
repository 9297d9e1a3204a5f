package keeper

import (
	"strings"
	"testing"

	"arbiter/referee/rng"
)

// draw returns the position of a small drawn board, rows separated by "/", in
// the symbols of setups; the rest of the maze is obstacles.
func draw(t testing.TB, board string) State {
	t.Helper()
	rows := make([]string, Height)
	small := strings.Split(board, "/")
	for y := range rows {
		if y < len(small) {
			rows[y] = small[y]
		}
		rows[y] += strings.Repeat("X", Width-len(rows[y]))
	}
	d, err := readRows(rows)
	if err != nil {
		t.Fatal(err)
	}
	return newState(newHero(*d.hero), d.things, d.monsters, rng.NewJava(0))
}

// redraw draws the position as large as the board, the topmost symbol of each
// cell.
func redraw(s *State, board string) string {
	rows := strings.Split(board, "/")
	full := rowsOf(s)
	for y, row := range rows {
		rows[y] = full[y][:len(row)]
	}
	return strings.Join(rows, "/")
}

// do plays the lines, a turn each, with the monsters acting row by row.
func do(t testing.TB, s *State, lines ...string) []Event {
	t.Helper()
	var events Events
	for _, line := range lines {
		a, _, fault := Parse(line)
		if fault != nil {
			t.Fatal(fault)
		}
		events.Reset()
		s.StepInOrder(a, nil, &events)
	}
	return events.List
}

// A play is a drawn position, the hero's actions and the position that must
// come of them.
type play struct{ name, board, lines, want string }

func testPlays(t *testing.T, plays []play) {
	t.Helper()
	for _, tt := range plays {
		t.Run(tt.name, func(t *testing.T) {
			s := draw(t, tt.board)
			do(t, &s, strings.Split(tt.lines, "; ")...)
			if got := redraw(&s, tt.board); got != tt.want {
				t.Errorf("%s\nplay %s\ngot  %s\nwant %s", tt.board, tt.lines, got, tt.want)
			}
		})
	}
}
