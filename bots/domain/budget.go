package domain

import (
	"time"

	"arbiter/bots/clock"
	"arbiter/referee"
)

// A budget says when a search ends: after a number of nodes or, when that is
// 0, by the clock.
type budget struct {
	nodes int
	done  <-chan struct{} // closed: the nodes are no longer wanted; may be nil
	watch clock.Watch
	limit time.Duration // on the watch
	pause time.Duration // the longest between two looks at the clock
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

// byClock returns the budget of a search that begins now, whose answer has a limit.
func byClock(c referee.Clock, limit time.Duration) budget {
	return budget{watch: clock.Start(c), limit: limit * thinkPercent / 100, pause: longPause}
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
	passed, pause := b.watch.Look()
	return pause > b.pause || passed >= b.limit
}
