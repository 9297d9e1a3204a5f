package process

import (
	"path/filepath"
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

// compareBoxes compares the rate of some work in boxes with that without.
func compareBoxes(b *testing.B, unit string, work func(table *Table, bot Spec) (float64, error)) {
	bot := Spec{Name: "echo", Command: []string{filepath.Join(refereetest.Peers(b), "echo")}}
	box := boxes(b)
	rate := func(box *sandbox.Sandbox) func() float64 {
		return func() float64 {
			return pinned(b, 1, func() (float64, error) { return work(&Table{Isolation: box}, bot) })
		}
	}
	refereetest.Compare(b, unit, rate(box), rate(nil))
}

// BenchmarkBoxTurns compares turns in a box to turns without.
func BenchmarkBoxTurns(b *testing.B) { compareBoxes(b, "turns", turnsAt) }

// BenchmarkBoxNullMatch compares null matches of bots in boxes to those without.
func BenchmarkBoxNullMatch(b *testing.B) { compareBoxes(b, "matches", matchesAt) }

// BenchmarkBoxStart compares starts and ends of bots in boxes to those without.
func BenchmarkBoxStart(b *testing.B) { compareBoxes(b, "starts", starts) }

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
