package rerun_test

import (
	"fmt"
	"testing"

	"arbiter/referee"
	"arbiter/referee/refereetest"
	"arbiter/referee/replay"
	"arbiter/server/playing/rerun"
)

// tally plays a match in which seat 0 gives these answers, and seat 1 always 5. A negative
// one is a crash.
func tally(t *testing.T, answers ...int) rerun.Match {
	t.Helper()
	g := refereetest.Tally{Seats: 2, Turns: len(answers)}
	h := replay.NewHeader(g.Info(), referee.Setup{}, g.Info().Limits())
	h.Seats = []replay.Seat{{Name: "mine"}, {Name: "other"}}
	rec, err := refereetest.Record(t.Context(), g, h, func(_ referee.Match, seat int) referee.Player {
		return refereetest.Func(func(ask referee.Ask) (r referee.Reply) {
			n := []int{answers[ask.Turn-1], 5}[seat]
			if n < 0 {
				r.Fault = &referee.Fault{Turn: ask.Turn, Seat: seat, Kind: referee.Crash, Why: "crashed"}
				return r
			}
			r.Lines = []string{fmt.Sprint(n)}
			return r
		}).Player()
	})
	if err != nil {
		t.Fatal(err)
	}
	return rerun.Match{ID: fmt.Sprint(answers), Record: rec, Game: g}
}

// The result and the first turn that was played differently are all that a save has changed.
func TestCompare(t *testing.T) {
	for _, tt := range []struct {
		name        string
		before, now []int
		turn        int
		want        string
	}{
		{"the same", []int{1, 2}, []int{1, 2}, 0, "Played as before, turn by turn."},
		{"another result", []int{1, 2}, []int{1, 9}, 2, "Before: other won 10-3 (counted).\nFirst difference in turn 2: mine answered 9, before 2."},
		{"the same result", []int{1, 2}, []int{2, 1}, 1, "The same result as before.\nFirst difference in turn 1: mine answered 2, before 1."},
		{"a crash", []int{1, 9}, []int{1, -1}, 2, "Before: a draw, 10-10 (counted).\nFirst difference in turn 2: mine answered nothing (crash), before 9."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, err := rerun.Compare(tally(t, tt.before...), tally(t, tt.now...))
			if err != nil {
				t.Fatal(err)
			}
			if c.Turn != tt.turn || c.Text != tt.want || c.Before != fmt.Sprint(tt.before) {
				t.Errorf("%+v; want turn %d, %q", c, tt.turn, tt.want)
			}
		})
	}
}
