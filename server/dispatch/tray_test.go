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

// A bin is a Source that is only handed in to. Its matches have numbers in
// place of turns.
type bin struct {
	Source
	err   error
	begun chan struct{} // when not nil, is sent to by each handing in
	goOn  chan struct{} // and closed when they may end

	mu   sync.Mutex
	sets [][]int // what came together
}

func (b *bin) Played(_ context.Context, matches []Played) error {
	if !b.mu.TryLock() {
		return errors.New("handed in while something else is")
	}
	defer b.mu.Unlock()
	if b.begun != nil {
		b.begun <- struct{}{}
		<-b.goOn
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
		t.Errorf("handed in: %v; want %v", b.sets, want)
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

// played puts match n into the tray after it has taken that long.
func played(t *testing.T, tr *tray, n int, long time.Duration) {
	t.Helper()
	tr.asks()
	tr.plays()
	time.Sleep(long)
	if err := tr.add(Played{Report: league.Report{Turns: n, Duration: long}}); err != nil {
		t.Fatal(err)
	}
}

func newBin(t *testing.T) (*bin, *tray) {
	b := &bin{}
	return b, newTray(t.Context(), b, func() {})
}

// Reports of matches that are much shorter than the wait are handed in as soon
// as there are MaxUnsafe, the last ones at the end.
func TestShortMatchesTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, tr := newBin(t)
		for n := range MaxUnsafe + 2 {
			played(t, tr, n, company/20)
		}
		b.has(t, upTo(0, MaxUnsafe))
		if err := tr.handIn(); err != nil {
			t.Fatal(err)
		}
		b.has(t, upTo(0, MaxUnsafe), upTo(MaxUnsafe, MaxUnsafe+2))
	})
}

// "how long a report waits for others": no longer than that and a match.
func TestNoReportWaitsLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, tr := newBin(t)
		for n := range 6 {
			played(t, tr, n, company/2)
		}
		b.has(t, []int{0, 1, 2}, []int{3, 4, 5})
	})
}

// "A match that lasts longer than this has its report handed in at once."
func TestLongMatchAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, tr := newBin(t)
		played(t, tr, 0, time.Second)
		played(t, tr, 1, company)
		b.has(t, []int{0}, []int{1})
	})
}

// "Only when the next match is much longer than the last ones [...] a timer
// does it meanwhile."
func TestLongMatchAfterShortOnes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, tr := newBin(t)
		played(t, tr, 0, company/20)
		played(t, tr, 1, company/20)
		tr.plays()
		time.Sleep(3 * company)
		synctest.Wait()
		b.has(t, []int{0, 1})
	})
}

// "who waits for the result of a match that lies in a tray should not wait for
// more than that"
func TestNothingLiesWhileWorkersWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, tr := newBin(t)
		played(t, tr, 0, company/20)
		tr.asks()
		time.Sleep(company / 5)
		synctest.Wait()
		b.has(t, []int{0})
	})
}

// What the timer is handing in counts, too: a worker that is as far ahead as it
// may be waits for that before it hands in the next.
func TestWorkerWaitsForTheDisk(t *testing.T) {
	b, tr := newBin(t)
	b.begun, b.goOn = make(chan struct{}), make(chan struct{})
	played(t, tr, 0, 0)
	tr.asks()
	<-b.begun // the timer's
	added := make(chan struct{})
	go func() {
		defer close(added)
		for n := range MaxUnsafe - 1 {
			played(t, tr, n+1, 0)
		}
	}()
	close(b.goOn)
	<-b.begun
	<-added
	b.has(t, []int{0}, upTo(1, MaxUnsafe))
}

// What cannot be kept ends the playing, also when a timer found it, and nothing
// is handed in any more.
func TestHandingInFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		full := errors.New("disk full")
		ctx, cancel := context.WithCancel(t.Context())
		b := &bin{err: full}
		tr := newTray(ctx, b, cancel)
		played(t, tr, 0, company/20)
		tr.asks()
		<-ctx.Done()
		if err := tr.add(Played{Report: league.Report{Turns: 1, Duration: company}}); !errors.Is(err, full) {
			t.Errorf("error %v; want %v", err, full)
		}
		b.has(t, []int{0})
	})
}
