package doctor

import (
	"strings"
	"testing"
	"time"

	"arbiter/referee"
)

// "A margin is judged by the processor time where the wall time is explained by waiting", and
// what was late because the machine was busy is noted, to be examined again when it is quiet.
func TestBusyMachine(t *testing.T) {
	x := &examination{Examination: Examination{Limits: referee.TimeLimits{Turn: 100 * time.Millisecond}}}
	answer := func(wall, cpu time.Duration, busy bool) timedAnswer {
		return timedAnswer{exchange{reply: referee.Reply{Wall: wall * time.Millisecond, CPU: cpu * time.Millisecond}, busy: busy}, "seed 1, seat 0"}
	}
	for _, tt := range []struct {
		name    string
		answers []timedAnswer
		near    bool
		want    string // in the end of the summary
	}{
		{"computes", []timedAnswer{answer(92, 90, true)}, true, "slowest 92 ms (seed 1, seat 0, turn 0), 90 ms of it CPU time; the limit is 100 ms"},
		{"waits for a busy machine", []timedAnswer{answer(92, 10, true)}, false, "; the limit is 100 ms" + noteBusy},
		{"waits on a quiet one", []timedAnswer{answer(92, 10, false)}, true, "; the limit is 100 ms"},
		{"late by a busy machine", []timedAnswer{answer(151, 10, true), answer(20, 15, true)}, false, "; 1 of 2 answers were late" + noteBusy},
		{"late, and another one near", []timedAnswer{answer(151, 10, true), answer(80, 75, true)}, true, "; 1 of 2 answers were late" + noteBusy},
		{"ample", []timedAnswer{answer(30, 2, true)}, false, "; the limit is 100 ms"},
	} {
		summary, near := x.compareTimes(tt.answers)
		if !strings.HasSuffix(summary, tt.want) || len(near) > 0 != tt.near {
			t.Errorf("%s: %q, %v; want %q, near %v", tt.name, summary, near, tt.want, tt.near)
		}
	}
}
