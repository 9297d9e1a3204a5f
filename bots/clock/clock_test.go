package clock

import (
	"testing"
	"time"

	"arbiter/referee"
)

// "None is longer than in statement": limits that were not told, are missing or are
// stretched become the statement's.
func TestLimits(t *testing.T) {
	statement := referee.TimeLimits{First: time.Second, Turn: 50 * time.Millisecond}
	for _, tt := range []struct {
		name string
		env  map[string]string
		want referee.TimeLimits
		err  string
	}{
		{"nothing told", nil, statement, ""},
		{
			"all told", map[string]string{"ARBITER_CLOCK": "cpu", "ARBITER_TIME_FIRST_MS": "200", "ARBITER_TIME_TURN_MS": "7"},
			referee.TimeLimits{First: 200 * time.Millisecond, Turn: 7 * time.Millisecond, Clock: referee.CPUClock}, "",
		},
		{"stretched", map[string]string{"ARBITER_TIME_FIRST_MS": "100000", "ARBITER_TIME_TURN_MS": "5000"}, statement, ""},
		{"no limits", map[string]string{"ARBITER_CLOCK": "wall", "ARBITER_TIME_FIRST_MS": "0", "ARBITER_TIME_TURN_MS": "0"}, statement, ""},
		{"an unknown clock", map[string]string{"ARBITER_CLOCK": "sun"}, statement, `ARBITER_CLOCK: clock "sun"; want wall or cpu`},
		{
			"a duration", map[string]string{"ARBITER_TIME_TURN_MS": "50ms"},
			statement, "ARBITER_TIME_TURN_MS=50ms: want a whole number of milliseconds, 0 for no limit",
		},
		{
			"a negative limit", map[string]string{"ARBITER_TIME_FIRST_MS": "-1"},
			statement, "ARBITER_TIME_FIRST_MS=-1: want a whole number of milliseconds, 0 for no limit",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Limits(func(name string) (string, bool) { v, ok := tt.env[name]; return v, ok }, statement)
			message := ""
			if err != nil {
				message = err.Error()
			}
			if got != tt.want || message != tt.err {
				t.Errorf("%v, error %q; want %v, error %q", got, message, tt.want, tt.err)
			}
		})
	}
}

// On the CPU clock a watch counts work, and the time in which the process does not run
// is no pause; on the wall clock it counts both.
func TestWatch(t *testing.T) {
	cpu, wall := Start(referee.CPUClock), Start(referee.WallClock)
	for worked := time.Duration(0); worked < 20*time.Millisecond; {
		passed, pause := cpu.Look()
		if pause != 0 {
			t.Fatalf("a pause of %v on the CPU clock", pause)
		}
		worked = passed
	}
	before, pause := wall.Look()
	if pause != before || before <= 0 {
		t.Errorf("the first look came %v after the start, the pause was %v; want the same", before, pause)
	}
	const sleep = 200 * time.Millisecond
	used, _ := cpu.Look()
	time.Sleep(sleep)
	passed, pause := wall.Look()
	if pause < sleep || passed < before+sleep {
		t.Errorf("wall clock: %v passed and the pause was %v after a sleep of %v", passed, pause, sleep)
	}
	if slept, _ := cpu.Look(); slept-used >= sleep {
		t.Errorf("CPU clock: %v passed in a sleep of %v", slept-used, sleep)
	}
}

// "One more pause as long as the longest one could bring the answer too near to its
// limit": an early pause counts to the end, also after shorter ones.
func TestLate(t *testing.T) {
	w := Start(referee.WallClock)
	time.Sleep(20 * time.Millisecond)
	passed, _ := w.Late(time.Hour)
	if passed, late := w.Late(time.Hour); late {
		t.Errorf("late after %v of an hour", passed)
	}
	limit := passed * 2 * 100 / latestPercent // what has passed and the pause again are all of what it may take
	if passed, late := w.Late(limit); !late {
		t.Errorf("not late after %v of %v with a pause of as much", passed, limit)
	}
}

// "A look is cheap": by either clock some tens of ns, where a system call takes
// microseconds on a virtual machine.
func BenchmarkLook(b *testing.B) {
	for _, c := range []referee.Clock{referee.WallClock, referee.CPUClock} {
		b.Run(c.String(), func(b *testing.B) {
			w := Start(c)
			for b.Loop() {
				w.Look()
			}
		})
	}
}
