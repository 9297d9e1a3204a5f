package queue

import (
	"math"
	"testing"
	"time"
)

// The speed of a machine does not depend on what else it runs, as far as processor time tells:
// measured twice it is about the same. A program that begins in between shares caches and
// cores, so that some pairs may differ.
func TestMeasureSpeed(t *testing.T) {
	const tries = 10
	for try := 1; ; try++ {
		a, b := MeasureSpeed(), MeasureSpeed()
		t.Logf("%.2f, %.2f of the reference machine", a, b)
		if a > 0 && math.Abs(math.Log(a/b)) <= math.Log(1.5) {
			return
		}
		if a <= 0 || try == tries {
			t.Fatalf("speeds %v and %v; want about the same", a, b)
		}
	}
}

// "One that is overloaded waits."
func TestWhyNoWorkIsTaken(t *testing.T) {
	for name, tt := range map[string]struct {
		machine Machine
		maxLoad float64
		waits   bool
	}{
		"idle":                {Machine{CPUs: 4, Load: 0.5}, 2, false},
		"overloaded":          {Machine{CPUs: 4, Load: 8.5}, 2, true},
		"overloaded, allowed": {Machine{CPUs: 4, Load: 80}, 0, false},
	} {
		if why := tt.machine.reluctant(tt.maxLoad); (why != "") != tt.waits {
			t.Errorf("%s: %q; waits should be %v", name, why, tt.waits)
		}
	}
}

// "A worker slower than 0.8 of the reference" is slow; one that is not measured is
// not.
func TestSlow(t *testing.T) {
	for speed, slow := range map[float64]bool{0: false, 0.79: true, 0.8: false, 1: false} {
		if (Machine{Speed: speed}).slow(0.8) != slow {
			t.Errorf("speed %v: slow should be %v", speed, slow)
		}
	}
}

// "Time that a worker spent stopped" is noticed; a clock that jumps by an hour is
// no stop, because the time of day is not asked.
func TestStopwatch(t *testing.T) {
	start := time.Now() // with its monotonic reading
	now := start
	w := newStopwatch(func() time.Time { return now })
	for _, step := range []time.Duration{stopLimit / 10, stopLimit / 2, stopLimit} {
		now = now.Add(step)
		if stops, _ := w.look(); stops != 0 {
			t.Errorf("%v later: %d stops; want none", step, stops)
		}
	}
	now = now.Add(stopLimit + time.Millisecond)
	if stops, total := w.look(); stops != 1 || total != stopLimit+time.Millisecond {
		t.Errorf("%d stops of %v; want one of %v", stops, total, stopLimit+time.Millisecond)
	}
	jumped := now.Round(0).Add(time.Hour) // without the monotonic reading, as after a parse
	if gap := now.Sub(start); jumped.Sub(start.Round(0)) == gap {
		t.Error("the time of day did not jump")
	}
	if stops, _ := w.look(); stops != 1 {
		t.Errorf("%d stops; want one", stops)
	}
}
