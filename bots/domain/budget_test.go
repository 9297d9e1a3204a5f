package domain

import (
	"math"
	"testing"
	"time"

	"arbiter/bots/clock"
	"arbiter/referee"
)

// A search ends when its nodes are used up or no longer wanted, when its time is, or
// when the processor was taken away for long; it looks at the clock now and then only.
func TestBudget(t *testing.T) {
	const never = time.Duration(math.MaxInt64)
	now := clock.Start(referee.WallClock)
	var long clock.Watch // since the machine was started
	done := make(chan struct{})
	close(done)
	for _, tt := range []struct {
		name   string
		budget budget
		nodes  int
		want   bool
	}{
		{"nodes left", budget{nodes: 100}, 99, false},
		{"no nodes left", budget{nodes: 100}, 100, true},
		{"nodes ask no clock", budget{nodes: 2 * clockEvery, watch: long}, clockEvery, false},
		{"nodes no longer wanted", budget{nodes: 2 * clockEvery, done: done}, clockEvery, true},
		{"nodes still wanted", budget{nodes: 2 * clockEvery, done: make(chan struct{})}, clockEvery, false},
		{"not the time to ask", budget{nodes: 2 * clockEvery, done: done}, clockEvery - 1, false},
		{"not the time to look", budget{watch: long}, clockEvery - 1, false},
		{"the deadline has passed", budget{watch: now, pause: never}, clockEvery, true},
		{"time left", budget{watch: now, limit: never, pause: never}, clockEvery, false},
		{"a long pause", budget{watch: long, limit: never, pause: longPause}, clockEvery, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.budget.spent(tt.nodes); got != tt.want {
				t.Errorf("spent after %d nodes: %v, want %v", tt.nodes, got, tt.want)
			}
		})
	}
}
