package process

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/referee/refereetest"
)

// stretch is how long one run of one side lasts.
const stretch = 400 * time.Millisecond

// limits make the deadline part of what is measured, with room for a machine
// that does other work beside.
var limits = referee.TimeLimits{First: 10 * time.Second, Turn: 10 * time.Second}

// pinned runs work once on each of so many pinned workers, at the same time,
// and returns the sum of the rates that they report.
func pinned(b *testing.B, workers int, work func() (rate float64, err error)) float64 {
	b.Helper()
	cpus := CPUs()
	if len(cpus) < workers {
		b.Skipf("left out: %d workers and %d CPUs", workers, len(cpus))
	}
	rates, errs := make([]float64, workers), make([]error, workers)
	var wg sync.WaitGroup
	for i := range workers {
		wg.Go(func() {
			unpin, err := Pin(cpus[i])
			if err != nil {
				errs[i] = err
				return
			}
			defer unpin()
			rates[i], errs[i] = work()
		})
	}
	wg.Wait()
	sum := 0.0
	for i := range workers {
		if errs[i] != nil {
			b.Fatal(errs[i])
		}
		sum += rates[i]
	}
	return sum
}

// turnsAt plays one long match of one seat and returns its turns per second.
func turnsAt(table *Table, bot Spec) (float64, error) {
	p, err := table.Start(bot)
	if err != nil {
		return 0, err
	}
	const warm = 1000 // turns, as many as pingpong's
	var begun time.Time
	m := &talk{
		input: append(bytes.Repeat([]byte("x"), 15), '\n'), lines: 1, seats: 1, turns: 1 << 30,
		done: func(turn int) bool {
			if turn == warm {
				begun = time.Now()
			}
			return turn%100 == 0 && turn > warm && time.Since(begun) > stretch
		},
	}
	err = playOut(m, []referee.Player{p})
	return float64(m.turn-warm) / time.Since(begun).Seconds(), err
}

// playOut plays a match in which nobody may have a fault.
func playOut(m *talk, players []referee.Player) error {
	result, err := referee.Play(context.Background(), m, players, referee.Options{Limits: limits})
	if err == nil && len(result.Faults) > 0 {
		err = result.Faults[0]
	}
	return err
}

// pair starts a bot for both seats.
func pair(table *Table, bot Spec) ([]referee.Player, error) {
	players := make([]referee.Player, 2)
	for seat := range players {
		p, err := table.Start(bot)
		if err != nil {
			return nil, err
		}
		players[seat] = p
	}
	return players, nil
}

// matchesAt plays null matches at one table, as a worker does, two bots and 100
// turns of each, and returns how many per second.
func matchesAt(table *Table, bot Spec) (float64, error) {
	begun := time.Now()
	n := 0
	for time.Since(begun) < stretch {
		players, err := pair(table, bot)
		if err != nil {
			return 0, err
		}
		m := &talk{
			input: append(bytes.Repeat([]byte("x"), 15), '\n'), lines: 1, seats: 2, turns: 200, alternate: true,
		}
		if err := playOut(m, players); err != nil {
			return 0, err
		}
		n++
	}
	return float64(n) / time.Since(begun).Seconds(), nil
}

// BenchmarkTurns compares turns per second with an instant bot to pingpong.
func BenchmarkTurns(b *testing.B) {
	dir := refereetest.Peers(b)
	bot := Spec{Name: "echo", Command: []string{filepath.Join(dir, "echo")}}
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			refereetest.Compare(b, "turns",
				func() float64 { return pinned(b, workers, func() (float64, error) { return turnsAt(&Table{}, bot) }) },
				func() float64 {
					return refereetest.Peer(b, filepath.Join(dir, "pingpong"), fmt.Sprint(stretch.Seconds()), fmt.Sprint(workers), "16", bot.Command[0])
				})
		})
	}
}

// BenchmarkThinking compares turns per second to pingpong's with a bot that
// burns 100 microseconds a turn.
func BenchmarkThinking(b *testing.B) {
	dir := refereetest.Peers(b)
	bot := Spec{Name: "echo_think", Command: []string{filepath.Join(dir, "echo_think")}}
	refereetest.Compare(b, "turns",
		func() float64 { return pinned(b, 1, func() (float64, error) { return turnsAt(&Table{}, bot) }) },
		func() float64 {
			return refereetest.Peer(b, filepath.Join(dir, "pingpong"), fmt.Sprint(stretch.Seconds()), "1", "16", bot.Command[0])
		})
}

// BenchmarkNullMatch compares matches per second to matchfloor's.
func BenchmarkNullMatch(b *testing.B) {
	dir := refereetest.Peers(b)
	bot := Spec{Name: "echo", Command: []string{filepath.Join(dir, "echo")}}
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			refereetest.Compare(b, "matches",
				func() float64 { return pinned(b, workers, func() (float64, error) { return matchesAt(&Table{}, bot) }) },
				func() float64 {
					return refereetest.Peer(b, filepath.Join(dir, "matchfloor"), fmt.Sprint(stretch.Seconds()), fmt.Sprint(workers), "100", "1", bot.Command[0])
				})
		})
	}
}

// BenchmarkClock tells how much more time is charged than a bot burns that
// burns 100 microseconds a turn.
func BenchmarkClock(b *testing.B) {
	bot := Spec{Name: "echo_think", Command: []string{filepath.Join(refereetest.Peers(b), "echo_think")}}
	const burnt = 100 * time.Microsecond
	for b.Loop() {
		var over overcharge
		pinned(b, 1, func() (float64, error) {
			var table Table
			p, err := table.Start(bot)
			if err != nil {
				return 0, err
			}
			m := &talk{input: []byte("MOVE 1 2\n"), lines: 1, seats: 1, turns: 20_000}
			_, err = referee.Play(context.Background(), m, []referee.Player{p}, referee.Options{Limits: limits, Recorder: &over})
			return 0, err
		})
		for i := range over {
			over[i] -= float64(burnt.Microseconds())
		}
		b.ReportMetric(refereetest.Quantile(over, 0.5), "us-median")
		b.ReportMetric(refereetest.Quantile(over, 0.99), "us-p99")
	}
	b.ReportMetric(0, "ns/op")
}

// An overcharge records the time charged for each turn, in microseconds.
type overcharge []float64

func (o *overcharge) Turn(t *referee.Turn) error {
	*o = append(*o, float64(t.Replies[0].Wall)/float64(time.Microsecond))
	return nil
}

func (o *overcharge) End(referee.Result, [][]byte) error { return nil }
