package process

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbiter/referee/process/sandbox"
	"arbiter/referee/refereetest"
)

// boxes returns the sandbox of a benchmark, with all protections.
func boxes(b *testing.B) *sandbox.Sandbox {
	b.Helper()
	s, err := sandbox.Open(sandbox.Settings{Policy: sandbox.Policy{Level: sandbox.Strict}})
	if err != nil {
		b.Skip(err) // nothing to compare on a machine without all protections; the error names them
	}
	b.Cleanup(func() { s.Close() })
	return s
}

// compareBoxes compares the rate of some work of a bot in boxes with that without.
func compareBoxes(b *testing.B, unit string, work func(*Table, Spec) (float64, error), program string, args ...string) {
	bot := Spec{Name: program, Command: append([]string{filepath.Join(refereetest.Peers(b), program)}, args...)}
	box := boxes(b)
	rate := func(box *sandbox.Sandbox) func() float64 {
		table := &Table{Isolation: box}
		return func() float64 {
			return pinned(b, 1, func() (float64, error) { return work(table, bot) })
		}
	}
	refereetest.Compare(b, unit, rate(box), rate(nil))
}

// BenchmarkBoxTurns compares turns in a box to turns without.
func BenchmarkBoxTurns(b *testing.B) { compareBoxes(b, "turns", turnsAt, "echo") }

// BenchmarkBoxAlternating compares turns of two bots that are asked one after the
// other. None rests for long enough to be frozen, and to watch for that has to cost
// little.
func BenchmarkBoxAlternating(b *testing.B) {
	for _, bot := range []string{"echo", "echo_think 0", "echo_think 100"} {
		b.Run(bot, func(b *testing.B) {
			words := strings.Fields(bot)
			compareBoxes(b, "turns", alternating, words[0], words[1:]...)
		})
	}
}

// BenchmarkBoxNullMatch compares null matches of bots in boxes to those without.
func BenchmarkBoxNullMatch(b *testing.B) { compareBoxes(b, "matches", matchesAt, "echo") }

// BenchmarkBoxMatch compares matches of half a second: 200 turns of 2.5 ms.
func BenchmarkBoxMatch(b *testing.B) {
	compareBoxes(b, "matches", matchesAt, "echo_think", "2500")
}

// BenchmarkBoxStart compares starts and ends of bots in boxes to those without.
func BenchmarkBoxStart(b *testing.B) { compareBoxes(b, "starts", starts, "echo") }

// alternating plays one long match of two seats that are asked in turn, and
// returns its turns per second.
func alternating(table *Table, bot Spec) (float64, error) {
	players, err := pair(table, bot)
	if err != nil {
		return 0, err
	}
	begun := time.Now()
	m := &talk{
		input: []byte("MOVE 1 2\n"), lines: 1, seats: 2, turns: 1 << 30, alternate: true,
		done: func(turn int) bool { return turn%100 == 0 && time.Since(begun) > stretch },
	}
	err = playOut(m, players)
	return float64(m.turn) / time.Since(begun).Seconds(), err
}

// starts starts and closes bots, and returns how many per second.
func starts(table *Table, bot Spec) (float64, error) {
	begun := time.Now()
	n := 0
	for ; time.Since(begun) < stretch; n++ {
		p, err := table.Start(bot)
		if err == nil {
			_, err = p.Close()
		}
		if err != nil {
			return 0, err
		}
	}
	return float64(n) / time.Since(begun).Seconds(), nil
}
