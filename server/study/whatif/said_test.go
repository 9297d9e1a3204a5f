package whatif

import (
	"context"
	"strings"
	"testing"

	"arbiter/referee/process"
	"arbiter/server/playing/dispatch"
	"arbiter/server/study/analysis"
)

// saying returns a bot that answers as seat 1 of a recorded match did, and says something
// beside it.
func saying(s Seat, message string) dispatch.Contender {
	script := "read size; read own; read other"
	for _, turn := range s.Record.Turns {
		if a := turn.Answers[0]; a.Seat == s.Seat {
			script += "; read wall; echo '" + a.Lines[0] + message + "'"
		}
	}
	return dispatch.Contender{Spec: process.Spec{Command: []string{"sh", "-c", script}}}
}

// "A Change is an answer of a version of a bot that does something else than the recorded
// one", and not one that says something else.
func TestSayingIsNoChange(t *testing.T) {
	s := recorded(t, 0, 0)
	d, err := Compare(t.Context(), saying(s, " 12 ms"), []Seat{s}, Options{})
	if err != nil || d.Answers != len(s.Record.Turns)/2 || len(d.Changes) > 0 {
		t.Errorf("%+v, %v; want all answers and no change", d, err)
	}
}

// A mistake is not solved by another message, and the best answer is it with one, too.
func TestAskHearsNoMessage(t *testing.T) {
	s := recorded(t, 0, 0)
	cut := *s.Record
	cut.Turns, cut.Footer = cut.Turns[:2], nil
	s.Record = &cut
	was := cut.Turns[1].Answers[0].Lines[0]
	place := strings.TrimRight(was, "UDLR")
	other := map[string]string{place + "U": place + "L", place + "L": place + "U"}[was]
	for _, tt := range []struct {
		best, message string
		same          bool
	}{
		{was + " as recorded", " hello", true},
		{other + " better", " hello", true},
	} {
		o, err := s.Ask(t.Context(), saying(s, tt.message), nil, Puzzle{Turn: 2, Seat: 1, Recorded: was, Best: tt.best})
		if err != nil || o.Same != tt.same || o.Best != (tt.best != other+" better") || o.Answer != was+tt.message {
			t.Errorf("best %q: %+v, %v; want the mistake again, in its own words", tt.best, o, err)
		}
	}
}

// A change to what the judge's answer does is the best one, whatever it says.
func TestChangeIsBest(t *testing.T) {
	s := recorded(t, 0, 0)
	costs := func(_ context.Context, s Seat) (*analysis.Analysis, error) {
		return analysed(s.Seat, map[int]Cost{2: {Regret: 1, Best: "9 9 U and more"}, 4: {Regret: 1, Best: "1 1 U"}}), nil
	}
	bot := dispatch.Contender{Told: true, Spec: process.Spec{Command: []string{"sh", "-c", `read answers; read size; read own; read other; while read wall; do echo "9 9 U"; done`}}}
	d, err := Compare(t.Context(), bot, []Seat{s}, Options{Analyses: costs})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range d.Changes {
		if c.Best != (c.Turn == 2) {
			t.Errorf("turn %d: best %v; want that of turn 2", c.Turn, c.Best)
		}
	}
}
