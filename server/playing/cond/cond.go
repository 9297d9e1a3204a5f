// Package cond has a condition variable whose waiters can give up: what
// sync.Cond is, for goroutines that also have a context to obey.
package cond

import (
	"context"
	"sync"
)

// A Var is a condition variable. It belongs to the state that one mutex guards:
// who changes the state calls Broadcast, who needs it otherwise calls Wait. The
// zero value is ready to use.
type Var struct {
	changed chan struct{} // closed by the next Broadcast; nil while nobody waits
}

// Broadcast wakes all that wait. The caller holds the mutex. It costs nothing
// while nobody waits, so that it can follow every change.
func (v *Var) Broadcast() {
	if v.changed != nil {
		close(v.changed)
		v.changed = nil
	}
}

// Wait returns nil as soon as ready returns true. It calls ready with mu held,
// at once and after each Broadcast; ready may change the state. When ctx ends
// before that, Wait returns its error.
func (v *Var) Wait(ctx context.Context, mu sync.Locker, ready func() bool) error {
	for {
		changed := v.check(mu, ready)
		if changed == nil {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// check returns nil when the state is ready, and otherwise a channel that the
// next Broadcast closes.
func (v *Var) check(mu sync.Locker, ready func() bool) <-chan struct{} {
	mu.Lock()
	defer mu.Unlock()
	if ready() {
		return nil
	}
	if v.changed == nil {
		v.changed = make(chan struct{})
	}
	return v.changed
}
