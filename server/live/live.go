// Package live shows running matches to any number of watchers. A Hub knows
// which matches run; the lines of a match are made only while somebody watches
// it. A Feed tells everybody what starts, runs and ends. The package knows
// lines of bytes and nothing of games or HTTP.
package live

import (
	"context"
	"errors"
	"io"
	"slices"
	"sync"

	"arbiter/server/cond"
)

// Errors of Watch and of a watcher.
var (
	ErrNotRunning = errors.New("the match is not running")
	ErrFull       = errors.New("there are as many watchers as the server bears; try again later")
	ErrBehind     = errors.New("too far behind; the replay has everything")
)

// A Show makes the lines of a running match from its beginning, hands each to
// add, and returns after the last one, when ctx is done, or with an error when
// the match broke off. It may be called again for the same match.
type Show func(ctx context.Context, add func(line []byte)) error

// DefaultMaxWatchers is how many may watch at the same time unless the Hub
// says otherwise: ten full classrooms, and some 20 MB of connections.
const DefaultMaxWatchers = 1000

// A Hub knows the matches that are running. The zero value is ready to use.
type Hub struct {
	MaxWatchers int // of all matches together; 0 is DefaultMaxWatchers

	mu       sync.Mutex
	shows    map[string]Show
	stages   map[string]*stage
	watchers int
	wg       sync.WaitGroup
	closed   bool
}

// A stage is a match that is watched: its lines so far.
type stage struct {
	id       string
	stop     context.CancelFunc
	watchers int // guarded by Hub.mu

	mu      sync.Mutex
	lines   [][]byte
	err     error    // io.EOF after the last line, or why there are no more
	changed cond.Var // of the above
}

// Open makes a match known that begins.
func (h *Hub) Open(id string, show Show) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.shows == nil {
		h.shows, h.stages = map[string]Show{}, map[string]*stage{}
	}
	h.shows[id] = show
}

// Close forgets a match that has ended. Who watches it still gets its lines to
// the last one.
func (h *Hub) Close(id string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.shows, id)
	delete(h.stages, id)
}

// Running lists the matches that are known, in the order of their IDs.
func (h *Hub) Running() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	ids := make([]string, 0, len(h.shows))
	for id := range h.shows {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// Watchers returns how many watch matches now.
func (h *Hub) Watchers() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.watchers
}

// Shutdown ends all shows and waits for them. Watchers are told that there is
// no more.
func (h *Hub) Shutdown() {
	h.mu.Lock()
	h.closed = true
	for _, s := range h.stages {
		s.stop()
	}
	h.mu.Unlock()
	h.wg.Wait()
}

// Watch begins to watch a running match. The watcher must be closed.
func (h *Hub) Watch(id string) (*Watcher, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	show, ok := h.shows[id]
	if !ok || h.closed {
		return nil, ErrNotRunning
	}
	most := h.MaxWatchers
	if most == 0 {
		most = DefaultMaxWatchers
	}
	if h.watchers >= most {
		return nil, ErrFull
	}
	s := h.stages[id]
	if s == nil {
		s = h.stage(id, show)
	}
	s.watchers++
	h.watchers++
	return &Watcher{hub: h, stage: s}, nil
}

// stage begins a show for its first watcher.
func (h *Hub) stage(id string, show Show) *stage {
	ctx, stop := context.WithCancel(context.Background())
	s := &stage{id: id, stop: stop}
	h.stages[id] = s
	h.wg.Go(func() {
		defer stop()
		err := show(ctx, func(line []byte) { s.add(line, nil) })
		if err == nil {
			err = io.EOF
		}
		s.add(nil, err)
	})
	return s
}

// add adds a line or the end.
func (s *stage) add(line []byte, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if line != nil {
		s.lines = append(s.lines, line)
	}
	s.err = err
	s.changed.Broadcast()
}

// A Watcher reads the lines of one match at its own pace. It holds no copy of
// them, so a slow one costs no memory; who serves it decides how long to wait.
type Watcher struct {
	hub    *Hub
	stage  *stage
	next   int // line
	closed bool
}

// Next returns the lines that have come since the last call, and waits when
// there are none. After the last line the error is io.EOF.
func (w *Watcher) Next(ctx context.Context) (lines [][]byte, err error) {
	s := w.stage
	waiting := s.changed.Wait(ctx, &s.mu, func() bool {
		lines, err = s.lines[w.next:], s.err
		return len(lines) > 0 || err != nil
	})
	switch {
	case waiting != nil:
		return nil, waiting
	case len(lines) > 0:
		w.next += len(lines)
		return lines, nil // the end comes after them
	}
	return nil, err
}

// Close ends the watching. With its last watcher a show ends.
func (w *Watcher) Close() {
	w.hub.mu.Lock()
	defer w.hub.mu.Unlock()
	if w.closed {
		return
	}
	w.closed = true
	w.hub.watchers--
	w.stage.watchers--
	if w.stage.watchers == 0 {
		w.stage.stop()
		if w.hub.stages[w.stage.id] == w.stage {
			delete(w.hub.stages, w.stage.id)
		}
	}
}
