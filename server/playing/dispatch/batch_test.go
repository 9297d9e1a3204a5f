package dispatch

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/server/league"
)

// A bin is a Source that is only flushed to. Its matches have numbers in place
// of turns.
type bin struct {
	Source
	err    error
	begun  chan struct{} // when not nil, each flush sends to it
	resume chan struct{} // and ends when this is closed

	mu   sync.Mutex
	sets [][]int // what came together
}

func (b *bin) Played(_ context.Context, matches []Played) error {
	if !b.mu.TryLock() {
		return errors.New("flushed while something else is")
	}
	defer b.mu.Unlock()
	if b.begun != nil {
		b.begun <- struct{}{}
		<-b.resume
	}
	var set []int
	for _, m := range matches {
		set = append(set, m.Report.Turns)
	}
	b.sets = append(b.sets, set)
	return b.err
}

func (b *bin) has(t *testing.T, want ...[]int) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if !slices.EqualFunc(b.sets, want, slices.Equal) {
		t.Errorf("flushed: %v; want %v", b.sets, want)
	}
}

// upTo returns the numbers from first to end, without end.
func upTo(first, end int) []int {
	var all []int
	for n := first; n < end; n++ {
		all = append(all, n)
	}
	return all
}

// played adds match n to the batch after it has taken that long.
func played(t *testing.T, buffer *batch, n int, long time.Duration) {
	t.Helper()
	buffer.idle()
	buffer.busy()
	time.Sleep(long)
	if err := buffer.add(Played{Report: league.Report{Turns: n, Duration: long}}); err != nil {
		t.Fatal(err)
	}
}

func newBin(t *testing.T) (*bin, *batch) {
	b := &bin{}
	return b, newBatch(t.Context(), b, func() {})
}

// Reports of matches that are much shorter than the window are flushed as soon
// as there are MaxUnsafe, the last ones at the end.
func TestShortMatchesTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, buffer := newBin(t)
		for n := range MaxUnsafe + 2 {
			played(t, buffer, n, batchWindow/20)
		}
		b.has(t, upTo(0, MaxUnsafe))
		if err := buffer.flush(); err != nil {
			t.Fatal(err)
		}
		b.has(t, upTo(0, MaxUnsafe), upTo(MaxUnsafe, MaxUnsafe+2))
	})
}

// "how long a report waits for others": no longer than that and a match.
func TestNoReportWaitsLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, buffer := newBin(t)
		for n := range 6 {
			played(t, buffer, n, batchWindow/2)
		}
		b.has(t, []int{0, 1, 2}, []int{3, 4, 5})
	})
}

// "A match that lasts longer than this has its report flushed at once."
func TestLongMatchAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, buffer := newBin(t)
		played(t, buffer, 0, time.Second)
		played(t, buffer, 1, batchWindow)
		b.has(t, []int{0}, []int{1})
	})
}

// "Only when the next match is much longer than the last ones [...] does
// a timer flush meanwhile."
func TestLongMatchAfterShortOnes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, buffer := newBin(t)
		played(t, buffer, 0, batchWindow/20)
		played(t, buffer, 1, batchWindow/20)
		buffer.busy()
		time.Sleep(3 * batchWindow)
		synctest.Wait()
		b.has(t, []int{0, 1})
	})
}

// "whoever waits for the result of a buffered match should not wait for the next
// match, too."
func TestIdleWorkerFlushes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, buffer := newBin(t)
		played(t, buffer, 0, batchWindow/20)
		buffer.idle()
		time.Sleep(batchWindow / 5)
		synctest.Wait()
		b.has(t, []int{0})
	})
}

// What the timer is flushing counts, too: a worker that is as far ahead as it may
// be waits for that flush before its own.
func TestWorkerWaitsForTheDisk(t *testing.T) {
	b, buffer := newBin(t)
	b.begun, b.resume = make(chan struct{}), make(chan struct{})
	played(t, buffer, 0, 0)
	buffer.idle()
	<-b.begun // the timer's
	added := make(chan struct{})
	go func() {
		defer close(added)
		for n := range MaxUnsafe - 1 {
			played(t, buffer, n+1, 0)
		}
	}()
	close(b.resume)
	<-b.begun
	<-added
	b.has(t, []int{0}, upTo(1, MaxUnsafe))
}

// A report that cannot be saved ends the playing, also when a timer found it, and
// nothing is flushed any more.
func TestFlushFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		full := errors.New("disk full")
		ctx, cancel := context.WithCancel(t.Context())
		b := &bin{err: full}
		buffer := newBatch(ctx, b, cancel)
		played(t, buffer, 0, batchWindow/20)
		buffer.idle()
		<-ctx.Done()
		if err := buffer.add(Played{Report: league.Report{Turns: 1, Duration: batchWindow}}); !errors.Is(err, full) {
			t.Errorf("error %v; want %v", err, full)
		}
		b.has(t, []int{0})
	})
}
