package dispatch

import (
	"sync"

	"arbiter/server/league"
)

// results are outcomes that the prefetch reads while workers add to them.
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
