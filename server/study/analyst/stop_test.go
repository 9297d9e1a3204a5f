//go:build unix

package analyst_test

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"testing"
	"time"

	"arbiter/referee/games"
	"arbiter/referee/refereetest"
	"arbiter/referee/replay"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/study/analysis"
	"arbiter/server/study/analyst"
)

// used returns the processor time that this process has used.
func used(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// "Stopping within a second when something starts": an analysis by the judge of a game that
// is cancelled uses less than a second of one processor from then on. Seconds on the clock
// would measure the other programs of the machine.
func TestAnalysesStopSoon(t *testing.T) {
	for _, game := range []string{"ctf", "domain", "flames", "heropath", "keeper"} {
		t.Run(game, func(t *testing.T) {
			rec, err := replay.Open(fmt.Sprintf("../../../web/fixtures/%s.jsonl.gz", game))
			if err != nil {
				t.Fatal(err)
			}
			g, err := games.Find(game)
			if err != nil {
				t.Fatal(err)
			}
			j, err := flags.Judging(rec, g)
			if err != nil {
				t.Fatal(err)
			}
			for _, begun := range []time.Duration{100 * time.Millisecond, 700 * time.Millisecond} {
				ctx, cancel := context.WithCancel(t.Context())
				before := used(t)
				ended := make(chan error, 1)
				go func() {
					_, err := analyst.Cache{}.Analyse(ctx, "m", rec, g, j, analysis.Options{Seat: analysis.AllSeats, Time: analyst.SpareBudget, Workers: 1})
					ended <- err
				}()
				refereetest.Await(t, "the processor time of an analysis", func() bool { return used(t)-before >= begun || len(ended) > 0 })
				before = used(t)
				cancel()
				err := <-ended
				after := used(t) - before
				t.Logf("cancelled after %v: another %v, %v", begun, after, err)
				if err != nil && !errors.Is(err, context.Canceled) {
					t.Error(err)
				}
				if after > time.Second {
					t.Errorf("cancelled after %v, it used another %v; want less than a second", begun, after)
				}
			}
		})
	}
}
