package referee

import (
	"fmt"
	"time"
)

// Limits is how long a player may take.
type Limits struct {
	First time.Duration // a seat's first answer; 0 means no limit
	Turn  time.Duration // each later answer; 0 means no limit
	Clock Clock         `json:",omitempty"` // what both count
}

// Limits returns the statement's limits.
func (i Info) Limits() Limits { return Limits{First: i.First, Turn: i.Turn} }

// Scale returns the limits times factor plus margin. It leaves "no limit" alone.
func (l Limits) Scale(factor float64, margin time.Duration) Limits {
	scale := func(d time.Duration) time.Duration {
		if d == 0 {
			return 0
		}
		return time.Duration(float64(d)*factor) + margin
	}
	return Limits{First: scale(l.First), Turn: scale(l.Turn), Clock: l.Clock}
}

// String returns the limits such as "{1s 50ms}" or "{1s 50ms cpu}". Names of
// tournaments are derived from it: limits of wall time read as they did before
// there were others.
func (l Limits) String() string {
	if l.Clock == WallClock {
		return fmt.Sprintf("{%v %v}", l.First, l.Turn)
	}
	return fmt.Sprintf("{%v %v %v}", l.First, l.Turn, l.Clock)
}
