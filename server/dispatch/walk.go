package dispatch

import (
	"sync"

	"arbiter/server/league"
)

// A walk follows a tournament's schedule in a goroutine of its own: the
// schedule is a loop, and workers, each locked to its thread, want one pairing
// at a time. It hands over several at once, because a worker that waits for
// another goroutine loses its CPU.
type walk struct {
	several chan []league.Pairing // closed at the schedule's end
	quit    chan struct{}
	left    []league.Pairing // of what was handed over last
}

// atOnce is how many pairings are handed over at once.
const atOnce = 16

func startWalk(t league.Tournament, results league.Results) *walk {
	w := &walk{several: make(chan []league.Pairing, 1), quit: make(chan struct{})}
	go func() {
		defer close(w.several)
		var some []league.Pairing
		for p := range league.Remaining(t, results) {
			if some = append(some, p); len(some) < atOnce {
				continue
			}
			if !w.handOver(some) {
				return
			}
			some = nil
		}
		w.handOver(some)
	}()
	return w
}

// handOver reports whether the walk goes on.
func (w *walk) handOver(some []league.Pairing) bool {
	select {
	case w.several <- some:
		return true
	case <-w.quit:
		return false
	}
}

// next returns the next pairing that was not played when the walk came by.
func (w *walk) next() (league.Pairing, bool) {
	for len(w.left) == 0 {
		some, ok := <-w.several
		if !ok {
			return league.Pairing{}, false
		}
		w.left = some
	}
	p := w.left[0]
	w.left = w.left[1:]
	return p, true
}

// end ends the goroutine and waits for it.
func (w *walk) end() {
	close(w.quit)
	for range w.several { // until it is closed
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
