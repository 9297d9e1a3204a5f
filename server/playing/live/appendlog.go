package live

import (
	"context"
	"sync"
)

// An appendLog is a list that grows until it ends. Any number of readers follow
// it, each at its own pace, and none of them delays the writer. The zero value
// is empty.
type appendLog[T any] struct {
	mu      sync.Mutex
	items   []T
	err     error         // why it ended
	changed chan struct{} // closed by the next change; nil while no reader waits
}

func (l *appendLog[T]) append(item T) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.items = append(l.items, item)
	l.wake()
}

// end ends the log with an error for its readers. The first one counts.
func (l *appendLog[T]) end(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil {
		l.err = err
		l.wake()
	}
}

// wake wakes all waiting readers; l.mu is held.
func (l *appendLog[T]) wake() {
	if l.changed != nil {
		close(l.changed)
		l.changed = nil
	}
}

// after returns the items after the first n. While there are none it blocks
// until one is added, the log ends, or ctx is done.
func (l *appendLog[T]) after(ctx context.Context, n int) ([]T, error) {
	for {
		items, changed, err := l.state(n)
		if len(items) > 0 || err != nil {
			return items, err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// state returns the items after the first n or, when there are none, either why
// the log ended or a channel that the next change closes.
func (l *appendLog[T]) state(n int) ([]T, <-chan struct{}, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case len(l.items) > n:
		return l.items[n:len(l.items):len(l.items)], nil, nil
	case l.err != nil:
		return nil, nil, l.err
	case l.changed == nil:
		l.changed = make(chan struct{})
	}
	return nil, l.changed, nil
}
