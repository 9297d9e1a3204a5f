package ctf

import "time"

// What a search takes of the 50 ms that the game allows for an answer.
const (
	thinkingTime = 5 * time.Millisecond // enough for thousands of nodes; the rest is for a busy machine

	// pause is how long the bot can have had no processor before it answers at
	// once. A try takes some 50 µs, so a longer one means that others wait for
	// the processor too, and the next pause may last.
	pause = 1 * time.Millisecond
)

// A budget says when a search ends: after so many nodes or, when that is 0, by
// the clock.
type budget struct {
	nodes       int
	begin, last time.Time // of the search, and of the last look at the clock
}

// byClock returns the budget of a search that begins now.
func byClock() budget {
	now := time.Now()
	return budget{begin: now, last: now}
}

// spent reports whether a search that has played so many turns must end.
func (b *budget) spent(nodes int) bool {
	if b.nodes > 0 {
		return nodes >= b.nodes
	}
	now := time.Now()
	paused := now.Sub(b.last) > pause
	b.last = now
	return paused || now.Sub(b.begin) >= thinkingTime
}
