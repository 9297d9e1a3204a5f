package external_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/referee/process"
	"arbiter/referee/replay"
)

// Bots and referee are processes: one bot plays on, one hangs and one ends. Both faults are
// ours, in the turn of the referee's question.
func TestProcesses(t *testing.T) {
	g := lowest(t, nil, 4)
	const script = `
import sys, time
input()
for n in range(100):
    input(); input()
    if n == int(sys.argv[1]): time.sleep(1000)
    if n == int(sys.argv[2]): sys.exit(3)
    print(9, flush=True)
`
	var result referee.Result
	var record *replay.Record
	for {
		m, err := g.New(referee.Setup{Seed: 5}, 3)
		if err != nil {
			t.Fatal(err)
		}
		// Twenty times the game's own limits, so that a busy machine decides nothing.
		limits := referee.TimeLimits{First: 20 * time.Second, Turn: time.Second}
		h := replay.NewHeader(g.Info(), referee.Setup{Seed: 5}, limits)
		h.Seats = make([]replay.Seat, 3)
		w, err := replay.NewWriter(h, m)
		if err != nil {
			t.Fatal(err)
		}
		var table process.Table
		var players []referee.Player
		for _, ways := range [][]string{{"-1", "-1"}, {"2", "-1"}, {"-1", "4"}} {
			p, err := table.Start(process.Spec{Name: fmt.Sprint(ways), Command: append([]string{"python3", "-c", script}, ways...)})
			if err != nil {
				t.Fatal(err)
			}
			players = append(players, p)
		}
		result, err = referee.Play(t.Context(), m, players, referee.Options{Limits: limits, Recorder: w})
		m.Close()
		var void interface{ Void() bool }
		if errors.As(err, &void) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if record, err = replay.Read(bytes.NewReader(w.Bytes())); err != nil {
			t.Fatal(err)
		}
		break
	}
	var faults []string
	for _, f := range result.Faults {
		faults = append(faults, fmt.Sprint(f.Turn, " ", f.Seat, " ", f.Kind))
	}
	// Three turns a round; from the fourth round on seat 1 is not asked.
	if want := []string{"8 1 timeout", "13 2 crash"}; !slices.Equal(faults, want) || result.Winner() != 0 || result.Reason != "forfeit" {
		t.Errorf("faults %q, %+v; want %q, and seat 0 to win by that", faults, result, want)
	}
	wantSame(t, g, record)
}
