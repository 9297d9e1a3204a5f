package ctf

import (
	"strings"
	"testing"
)

// drawn returns a state from a drawing: '#' wall, '.' empty cell, 'o' coin,
// digits the minions of seat 0 by id, letters A to E those of seat 1. Minions
// that are not drawn are dead. Bases and flags lie in the border, out of reach.
func drawn(rows ...string) State {
	m := Map{Rows: len(rows), Cols: len(rows[0]), Bases: [2]Cell{{0, 0}, {0, 1}}}
	s := newState(m, MaxMinions)
	for r, row := range rows {
		for c, mark := range row {
			at := Cell{int8(r), int8(c)}
			switch {
			case mark == '#':
				s.Walls.Add(at)
			case mark == 'o':
				s.Coins.Add(at)
			case mark >= '0' && mark <= '4':
				s.Minions[0][mark-'0'] = Minion{Pos: at, Health: StartHealth}
			case mark >= 'A' && mark <= 'E':
				s.Minions[1][mark-'A'] = Minion{Pos: at, Health: StartHealth}
			}
		}
	}
	return s
}

// play plays a turn with the seats' answer lines. An empty line lets every
// minion wait.
func play(t testing.TB, s *State, lines ...string) []Event {
	t.Helper()
	var orders [2]Orders
	for seat, line := range lines {
		if line == "" {
			continue
		}
		o, fault := s.Parse(seat, line)
		if fault != nil {
			t.Fatal(fault)
		}
		orders[seat] = o
	}
	events := NewEvents()
	s.Step(orders, events)
	return events.All()
}

// healths returns the health of both seats' minions that were drawn, as
// "0:76 A:100".
func healths(s *State) string {
	var words []string
	for seat := range s.Minions {
		for id, m := range s.Minions[seat] {
			if m != (Minion{}) {
				words = append(words, name(seat, id)+":"+itoa(int(m.Health)))
			}
		}
	}
	return strings.Join(words, " ")
}

func name(seat, id int) string { return string([]string{"01234", "ABCDE"}[seat][id]) }

func itoa(n int) string { return strings.TrimSuffix(string(appendLine(nil, n)), "\n") }
