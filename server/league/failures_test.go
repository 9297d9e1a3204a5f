package league

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"arbiter/referee"
)

// faulty returns a match of the bots that these seats fail in: "a-b" with "x." is one that a
// fails in.
func faulty(seats string, seed int64, fails string) Match {
	m := Match{Seats: strings.Split(seats, "-"), Start: Start{Seed: seed}}
	for seat, c := range fails {
		m.Outcome.Scores, m.Outcome.Ranks = append(m.Outcome.Scores, 0), append(m.Outcome.Ranks, 1)
		m.Outcome.Faults = append(m.Outcome.Faults, "")
		if c == 'x' {
			m.Outcome.Faults[seat] = referee.Crash
			m.Outcome.Ranks[seat] = len(fails)
		}
	}
	return m
}

// "A bot that fails by itself in nearly all of its matches does not work": nine of ten that
// can tell. A match that another bot's fault ended first cannot, where seats move in turn.
func TestFailing(t *testing.T) {
	many := func(seats, fails string, n int) (all []Match) {
		for seed := range n {
			all = append(all, faulty(seats, int64(seed), fails))
		}
		return all
	}
	join := func(parts ...[]Match) (all []Match) {
		for _, part := range parts {
			all = append(all, part...)
		}
		return all
	}
	for _, tt := range []struct {
		name    string
		matches []Match
		failing string
		nothing bool // no evidence
	}{
		{"both crash in the same turn", many("a-b", "xx", 20), "a b", true},
		{"both crash where seats move in turn", join(many("a-b", "x.", 10), many("b-a", "x.", 10)), "a b", true},
		{"one crashes", join(many("a-b", "x.", 10), many("b-a", ".x", 10)), "a", false},
		{"one crashes, and the other one twice", join(many("a-b", "x.", 18), many("a-b", "xx", 2)), "a", false},
		{"both crash in half of the games", join(many("a-b", "xx", 10), many("a-b", "..", 10)), "", false},
		{"both crash in nine of ten", join(many("a-b", "xx", 18), many("a-b", "..", 2)), "a b", true},
		{"alone", many("a", "x", 12), "a", true},
		{"alone, and another one plays", join(many("a", "x", 12), many("b", ".", 12)), "a", false},
		{"two alone, one of them sometimes", join(many("a", "x", 12), many("b", ".", 6), many("b", "x", 6)), "a", false},
		{"two crash where seats move in turn, and a third one plays", join(many("a-b", "x.", 5), many("b-a", "x.", 5), many("a-c", "x.", 5), many("c-a", ".x", 5), many("b-c", "x.", 5), many("c-b", ".x", 5)), "a b", false},
		{"nothing played", nil, "", false},
	} {
		s := standings(t, tt.matches, Options{})
		var got []string
		for _, l := range s.Lines {
			for _, f := range s.Failing {
				if f.Bot == l.Bot {
					got = append(got, f.Bot)
				}
			}
		}
		if fmt.Sprint(strings.Fields(tt.failing)) != fmt.Sprint(slices.Sorted(slices.Values(got))) || s.NoEvidence != tt.nothing {
			t.Errorf("%s: %v fail and no evidence is %v; want %s and %v", tt.name, got, s.NoEvidence, tt.failing, tt.nothing)
		}
	}
}

// "The fault is in the first sentence": how often, which kind, and what happened in one match.
func TestWarning(t *testing.T) {
	s := standings(t, []Match{faulty("a-b", 2, "xx"), faulty("b-a", 1, "xx")}, Options{})
	if got, want := s.Warning(), "No evidence: every bot fails by itself. a: crash in all 2 matches; b: crash in all 2 matches."; got != want {
		t.Errorf("%s; want %s", got, want)
	}
	fault := referee.Fault{Turn: 1, Kind: referee.Crash, Why: `exited with status 1; last on stderr: "ModuleNotFoundError: No module named 'numpy'"`, Stderr: "Traceback:\nModuleNotFoundError: No module named 'numpy'\n"}
	s = standings(t, []Match{faulty("a-b", 2, "x."), faulty("b-a", 1, ".x")}, Options{})
	s.Failing[0].Fault, s.Failing[0].Stderr = fault.Error(), fault.Stderr
	want := "Does not work: a: crash in all 2 matches (turn 1: seat 0: crash: exited with status 1; last on stderr: \"ModuleNotFoundError: No module named 'numpy'\")."
	if got := s.Warning(); got != want {
		t.Errorf("%s; want\n%s", got, want)
	}
	if e := s.Failing[0].Example; e.Start.Seed != 1 || e.Seat != 1 {
		t.Errorf("the example is seed %d, seat %d; want that of the smallest start", e.Start.Seed, e.Seat)
	}
}
