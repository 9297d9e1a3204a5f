package live_test

import (
	"runtime"
	"testing"

	"arbiter/referee"
	"arbiter/referee/refereetest"
	"arbiter/referee/replay"
	"arbiter/server/playing/live"
)

// BenchmarkUnwatched compares quick matches that nobody may watch with matches that are
// recorded for watchers. They are played as a pool plays them, but with players that
// answer in this process at once. It reports matches per second of processor time, and
// allocations.
func BenchmarkUnwatched(b *testing.B) {
	w := work()
	w.Game = refereetest.Tally{Seats: 2, Turns: 30}
	answer := refereetest.Func(func(referee.Ask) referee.Reply {
		return referee.Reply{Lines: []string{"4"}, Stderr: []byte("@metric depth 3\n")}
	})
	const matches = 1000
	side := func(unwatched bool, count, size *float64) func() float64 {
		return func() float64 {
			hub := &live.Broadcaster{Unwatched: unwatched}
			var writer replay.Writer
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			cpu := refereetest.OwnCPU()
			for range matches {
				m, err := w.Game.New(w.Setup, len(w.Contenders))
				if err != nil {
					b.Fatal(err)
				}
				if err := writer.Reset(replay.NewHeader(w.Game.Info(), w.Setup, w.Limits), m); err != nil {
					b.Fatal(err)
				}
				record := referee.Recorders{&writer}
				if r := hub.Watch(w, m); r != nil {
					record = append(record, r)
				}
				if _, err := referee.Play(b.Context(), m, []referee.Player{answer.Player(), answer.Player()}, referee.Options{Recorder: record}); err != nil {
					b.Fatal(err)
				}
				hub.Ended(w.Job.ID)
			}
			rate := matches / (refereetest.OwnCPU() - cpu).Seconds()
			runtime.ReadMemStats(&after)
			*count = float64(after.Mallocs-before.Mallocs) / matches
			*size = float64(after.TotalAlloc-before.TotalAlloc) / matches
			return rate
		}
	}
	var count, size, countRecorded, sizeRecorded float64
	refereetest.Compare(b, "matches", side(true, &count, &size), side(false, &countRecorded, &sizeRecorded))
	b.ReportMetric(count, "allocs/match")
	b.ReportMetric(countRecorded, "allocs/match-recorded")
	b.ReportMetric(size, "B/match")
	b.ReportMetric(sizeRecorded, "B/match-recorded")
}
