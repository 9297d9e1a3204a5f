package domain

import "time"

// A budget says when a search ends: after a number of nodes or, when that is
// 0, by the clock.
type budget struct {
	nodes    int
	done     <-chan struct{} // closed: the nodes are no longer wanted; may be nil
	deadline time.Time
	looked   time.Time // when spent last looked at the clock
}

const (
	// clockEvery is how many nodes are searched between two looks at the
	// clock, or at done: a fraction of a millisecond.
	clockEvery = 1024

	// longPause between two looks means that the processor was taken away and
	// that several others want it. The next pause could be the one that costs
	// the match, so the search ends while it has the processor.
	longPause = 5 * time.Millisecond
)

// lasting returns a budget of time that begins now.
func lasting(d time.Duration) budget {
	now := time.Now()
	return budget{deadline: now.Add(d), looked: now}
}

// spent reports whether the search has to end after so many nodes.
func (b *budget) spent(nodes int) bool {
	if b.nodes > 0 && nodes >= b.nodes {
		return true
	}
	if nodes%clockEvery != 0 {
		return false
	}
	if b.nodes > 0 {
		select {
		case <-b.done:
			return true
		default:
			return false
		}
	}
	now := time.Now()
	pause := now.Sub(b.looked)
	b.looked = now
	return pause > longPause || !now.Before(b.deadline)
}
