package api

import "sync"

// A latest has what was computed of the last version of each thing, by its ID, so that a list
// does not compute it each time. It is safe for concurrent use.
type latest[T any] struct {
	mu  sync.Mutex
	all map[string]versioned[T]
}

type versioned[T any] struct {
	version string
	found   T
}

// get returns what was computed of a version, and whether that is known.
func (l *latest[T]) get(id, version string) (T, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	v, ok := l.all[id]
	return v.found, ok && v.version == version
}

func (l *latest[T]) put(id, version string, found T) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all == nil {
		l.all = map[string]versioned[T]{}
	}
	l.all[id] = versioned[T]{version, found}
}
