package transport

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// Limits of expensive requests: those that read all matches of a game, play
// records again, or unpack uploads. Each may take some hundred megabytes.
const (
	ExpensiveSlots   = 4                // at the same time
	ExpensiveEach    = 2                // of them for one client
	ExpensiveWaiting = 64               // requests that wait for a slot
	ExpensiveWait    = 20 * time.Second // for how long
)

// errExpensive is returned to a request that got no slot.
var errExpensive = errors.New("too many expensive requests at the same time; retry in a few seconds")

// slots bound how many requests do something at the same time, in total and for
// each client. Others wait, in order. They are safe for concurrent use.
type slots struct {
	each    int
	waiting int // maximum
	wait    time.Duration

	mu    sync.Mutex
	free  int
	busy  map[string]int // slots by client
	queue []*waiter
}

// A waiter is a request that waits for a slot.
type waiter struct {
	client string
	ready  chan struct{} // closed when it has got one
}

func newSlots(all, each, waiting int, wait time.Duration) *slots {
	return &slots{each: each, waiting: waiting, wait: wait, free: all, busy: map[string]int{}}
}

// acquire waits for a slot. The caller calls release when it is done.
func (s *slots) acquire(ctx context.Context, client string) error {
	s.mu.Lock()
	if s.take(client) {
		s.mu.Unlock()
		return nil
	}
	if len(s.queue) >= s.waiting {
		s.mu.Unlock()
		return errExpensive
	}
	w := &waiter{client, make(chan struct{})}
	s.queue = append(s.queue, w)
	s.mu.Unlock()
	late := time.NewTimer(s.wait)
	defer late.Stop()
	err := errExpensive
	select {
	case <-w.ready:
		return nil
	case <-late.C:
	case <-ctx.Done():
		err = ctx.Err()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.Index(s.queue, w); i >= 0 {
		s.queue = slices.Delete(s.queue, i, i+1)
		return err
	}
	return nil // it got one meanwhile
}

// take takes a slot if the client may have one; s.mu is held.
func (s *slots) take(client string) bool {
	if s.free == 0 || s.busy[client] >= s.each {
		return false
	}
	s.free--
	s.busy[client]++
	return true
}

// release gives a slot back, to the first waiter that may have it.
func (s *slots) release(client string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free++
	if s.busy[client]--; s.busy[client] == 0 {
		delete(s.busy, client)
	}
	for i, w := range s.queue {
		if s.take(w.client) {
			close(w.ready)
			s.queue = slices.Delete(s.queue, i, i+1)
			return
		}
	}
}

// Expensive makes an operation wait for a slot before its body is read, and hold
// it until its response is written.
func (r *Router) Expensive(op huma.Operation) huma.Operation {
	op.Middlewares = append(op.Middlewares, func(ctx huma.Context, next func(huma.Context)) {
		client := clientOf(ctx.Context())
		if err := r.slots.acquire(ctx.Context(), client); err != nil {
			ctx.SetHeader("Retry-After", "3")
			huma.WriteErr(r.api, ctx, 503, err.Error())
			return
		}
		defer r.slots.release(client)
		next(ctx)
	})
	return op
}
