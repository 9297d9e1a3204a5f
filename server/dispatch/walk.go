package dispatch

import (
	"sync"

	"arbiter/server/league"
)

// A walk follows a tournament's schedule in a goroutine of its own: the
// schedule is a loop, and workers, each locked to its thread, want one pairing
// at a time.
type walk struct {
	pairings chan league.Pairing // closed at the schedule's end
	quit     chan struct{}
}

func startWalk(t league.Tournament, results league.Results) *walk {
	w := &walk{make(chan league.Pairing), make(chan struct{})}
	go func() {
		defer close(w.pairings)
		for p := range league.Remaining(t, results) {
			select {
			case w.pairings <- p:
			case <-w.quit:
				return
			}
		}
	}()
	return w
}

// next returns the next pairing that was not played when the walk came by.
func (w *walk) next() (league.Pairing, bool) {
	p, ok := <-w.pairings
	return p, ok
}

// end ends the goroutine and waits for it.
func (w *walk) end() {
	close(w.quit)
	for range w.pairings { // until it is closed
	}
}

// results are outcomes that are read by a walk while workers add to them.
type results struct {
	mu       sync.RWMutex
	outcomes map[string]league.Outcome
}

// Outcome implements league.Results.
func (r *results) Outcome(id string) (league.Outcome, bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	o, ok := r.outcomes[id]
	return o, ok
}

func (r *results) add(id string, o league.Outcome) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.outcomes[id] = o
}
