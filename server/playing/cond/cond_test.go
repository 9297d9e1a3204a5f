package cond_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"

	"arbiter/server/playing/cond"
)

// A level is a state to wait for.
type level struct {
	mu      sync.Mutex
	n       int
	changed cond.Var
}

func (l *level) raise() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n++
	l.changed.Broadcast()
}

func (l *level) wait(ctx context.Context, n int) error {
	return l.changed.Wait(ctx, &l.mu, func() bool { return l.n >= n })
}

// "Broadcast wakes all that wait", and who waits for more waits on.
func TestBroadcastWakesAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l level
		var mu sync.Mutex
		woken := 0
		for n := range 4 {
			for range 3 {
				go func() {
					if err := l.wait(t.Context(), n); err != nil {
						t.Error(err)
					}
					mu.Lock()
					defer mu.Unlock()
					woken++
				}()
			}
		}
		for n := range 4 {
			synctest.Wait()
			mu.Lock()
			if want := 3 * (n + 1); woken != want {
				t.Errorf("at level %d %d are awake; want %d", n, woken, want)
			}
			mu.Unlock()
			l.raise()
		}
	})
}

// "When ctx ends before that, Wait returns its error": a state that is ready
// counts more.
func TestContextEndsWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l level
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- l.wait(ctx, 1) }()
		synctest.Wait()
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("error %v; want %v", err, context.Canceled)
		}
		l.raise()
		if err := l.wait(ctx, 1); err != nil {
			t.Errorf("error %v; want none", err)
		}
	})
}
