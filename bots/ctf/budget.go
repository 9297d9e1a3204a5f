package ctf

import (
	"time"

	"arbiter/bots/clock"
	"arbiter/referee"
)

const (
	// thinkingPercent is what a search takes of the 50 ms that the game allows for an
	// answer: enough for thousands of nodes. The rest is for a busy machine.
	thinkingPercent = 10

	// pause is how long the bot can have had no processor before it answers at
	// once. A try takes some 50 µs, so a longer one means that others wait for
	// the processor too, and the next pause may last.
	pause = 1 * time.Millisecond
)

// A budget says when a search ends: after so many nodes or, when that is 0, by
// the clock.
type budget struct {
	nodes int
	watch clock.Watch
	limit time.Duration // on the watch
}

// byClock returns the budget of a search that begins now.
func byClock(limits referee.TimeLimits) budget {
	return budget{watch: clock.Start(limits.Clock), limit: min(limits.First, limits.Turn) * thinkingPercent / 100}
}

// spent reports whether a search that has played so many turns must end.
func (b *budget) spent(nodes int) bool {
	if b.nodes > 0 {
		return nodes >= b.nodes
	}
	passed, paused := b.watch.Look()
	return paused > pause || passed >= b.limit
}
