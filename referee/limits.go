package referee

import (
	"fmt"
	"time"
)

// The environment variables that tell a bot what its time is counted with and how
// much it has: see TimeLimits.Environ.
const (
	ClockVariable = "ARBITER_CLOCK"         // "wall" or "cpu"
	FirstVariable = "ARBITER_TIME_FIRST_MS" // for its first answer
	TurnVariable  = "ARBITER_TIME_TURN_MS"  // for each later answer
)

// TimeLimits are the times that a player has for its answers.
type TimeLimits struct {
	First time.Duration // a seat's first answer; 0 means no limit
	Turn  time.Duration // each later answer; 0 means no limit
	Clock Clock         `json:",omitempty"` // what both count
}

// Limits returns the statement's limits.
func (i Info) Limits() TimeLimits { return TimeLimits{First: i.First, Turn: i.Turn} }

// Scale returns each limit times factor plus margin. A limit of 0 stays 0: no limit.
func (l TimeLimits) Scale(factor float64, margin time.Duration) TimeLimits {
	scale := func(d time.Duration) time.Duration {
		if d == 0 {
			return 0
		}
		return time.Duration(float64(d)*factor) + margin
	}
	return TimeLimits{First: scale(l.First), Turn: scale(l.Turn), Clock: l.Clock}
}

// String returns the limits as "{1s 50ms}", or "{1s 50ms cpu}" for the CPU clock. Do not change
// the form: names of tournaments are derived from it.
func (l TimeLimits) String() string {
	if l.Clock == WallClock {
		return fmt.Sprintf("{%v %v}", l.First, l.Turn)
	}
	return fmt.Sprintf("{%v %v %v}", l.First, l.Turn, l.Clock)
}

// Environ returns the limits as environment variables for the bots of a match, such as
// ARBITER_CLOCK=cpu, ARBITER_TIME_FIRST_MS=1000 and ARBITER_TIME_TURN_MS=50. The times
// are whole milliseconds, rounded down but to no less than 1; 0 means no limit.
func (l TimeLimits) Environ() []string {
	ms := func(d time.Duration) int64 {
		if d <= 0 {
			return 0
		}
		return max(1, d.Milliseconds())
	}
	return []string{
		fmt.Sprintf("%s=%s", ClockVariable, l.Clock),
		fmt.Sprintf("%s=%d", FirstVariable, ms(l.First)),
		fmt.Sprintf("%s=%d", TurnVariable, ms(l.Turn)),
	}
}
