package process

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// A life is what a thread does: it sleeps, waits for a CPU, runs, and may have
// to wait again.
type life []spell

// A spell of a life.
type spell struct {
	what   string // "sleep", "wait" or "run"; a wait ends with a run
	length time.Duration
}

// at returns what the scheduler tells at a time: a delay when it has ended, and
// of what runs what it had used before.
func (l life) at(now time.Duration) task {
	t := task{id: 1}
	for _, s := range l {
		done := min(s.length, now)
		ended := done == s.length
		t.runnable = s.what != "sleep"
		switch {
		case s.what == "wait" && ended:
			t.delay += s.length
			t.switches++
		case s.what == "run":
			t.cpu += done
			if ended {
				t.run += done
			}
		}
		if now -= done; !ended {
			break
		}
	}
	return t
}

// waited returns for how long the thread waits for a CPU between two times.
func (l life) waited(from, to time.Duration) time.Duration {
	sum, begins := time.Duration(0), time.Duration(0)
	for _, s := range l {
		ends := begins + s.length
		if s.what == "wait" {
			sum += max(0, min(ends, to)-max(begins, from))
		}
		begins = ends
	}
	return sum
}

// drawLife draws a life in which the bot answers at some time, is woken up by
// its input if it sleeps then, and goes on for long.
func drawLife(t *rapid.T, answered, input time.Duration) life {
	now := time.Duration(0)
	var l life
	add := func(what string, length time.Duration) {
		l = append(l, spell{what, length})
		now += length
	}
	draw := func(what string) time.Duration {
		return time.Duration(rapid.IntRange(1, 40).Draw(t, what)) * time.Millisecond
	}
	add("run", answered+1) // for a nanosecond after the answer
	for range 12 {
		if rapid.Bool().Draw(t, "sleeps") {
			length := draw("sleep")
			if now < input {
				length = min(length, input-now)
			}
			add("sleep", length)
		}
		add("wait", draw("wait"))
		add("run", draw("run"))
	}
	add("sleep", time.Hour)
	return l
}

// A bot is never said to have waited longer than it has; and what is missed is
// at most the age of the baseline and the time between two looks.
func TestWaitedIsALowerBound(t *testing.T) {
	const limit = 160 * time.Millisecond
	rapid.Check(t, func(t *rapid.T) {
		millis := func(label string, from, to int) time.Duration {
			return time.Duration(rapid.IntRange(from, to).Draw(t, label)) * time.Millisecond
		}
		answered := millis("answer", 1, 20)
		baseline := answered + millis("baseline", 1, 5)
		input := baseline + millis("input", 0, 10)
		l := drawLife(t, answered, input)

		var w watch
		w.baseline(baseline, answered, survey{tasks: []task{l.at(baseline)}})
		w.begin(input)
		missed := input - answered
		for now := input; now < input+limit; {
			step := millis("look", 1, 60)
			now += step
			missed = max(missed, input-answered+step)
			w.see(now, limit, survey{tasks: []task{l.at(now)}})
			truth := l.waited(input, now)
			if w.waited > truth {
				t.Fatalf("%v after the input it is said to have waited %v; it has waited %v", now-input, w.waited, truth)
			}
			if w.waited < truth-missed {
				t.Fatalf("%v after the input it is said to have waited %v of %v; at most %v may be missed", now-input, w.waited, truth, missed)
			}
		}
	})
}

// "Since the input": what a bot waited in an earlier turn does not count, though
// both turns have the same baseline.
func TestWaitsOfEarlierTurnsDoNotCount(t *testing.T) {
	var w watch
	idle := survey{tasks: []task{{id: 1, switches: 1}}}
	waits := survey{tasks: []task{{id: 1, switches: 1, runnable: true}}}
	w.baseline(1*time.Millisecond, 0, idle)
	w.begin(2 * time.Millisecond)
	w.see(5*time.Millisecond, 50*time.Millisecond, waits)
	if w.waited != 3*time.Millisecond {
		t.Errorf("first turn: it has waited %v; want 3ms", w.waited)
	}
	w.begin(6 * time.Millisecond)
	w.see(10*time.Millisecond, 50*time.Millisecond, waits)
	if w.waited != 4*time.Millisecond {
		t.Errorf("second turn: it has waited %v; want 4ms", w.waited)
	}
}

// A thread that the kernel tells to sleep and that runs all the same without having been
// woken up has not got to sleep yet: it waits for a CPU, though no delay is told. One that was
// woken up and sleeps again does not wait.
func TestOnItsWayToSleepWaits(t *testing.T) {
	const ms = time.Millisecond
	for _, test := range []struct {
		name string
		last task
		want time.Duration
	}{
		{"runs on", task{id: 1, switches: 1, run: 8 * ms, cpu: 8 * ms}, 37 * ms},
		{"was woken up", task{id: 1, switches: 2, run: 8 * ms, cpu: 8 * ms}, 0},
		{"sleeps", task{id: 1, switches: 1, run: 5 * ms, cpu: 5 * ms}, 0},
	} {
		var w watch
		asleep := survey{tasks: []task{{id: 1, switches: 1, run: 5 * ms, cpu: 5 * ms}}}
		w.baseline(0, 0, asleep)
		w.begin(0)
		w.see(10*ms, 160*ms, asleep)
		w.see(40*ms, 160*ms, survey{tasks: []task{test.last}})
		if w.waited != test.want {
			t.Errorf("%s: it has waited %v; want %v", test.name, w.waited, test.want)
		}
	}
}

// A thread that was started after the input has waited since it was seen.
func TestNewThreadHasNotWaitedYet(t *testing.T) {
	var w watch
	w.baseline(1, 0, survey{tasks: []task{{id: 1, switches: 1}}})
	w.begin(2)
	both := survey{tasks: []task{{id: 1, switches: 1}, {id: 2, runnable: true}}}
	w.see(10*time.Millisecond, 50*time.Millisecond, both)
	if w.waited != 0 {
		t.Errorf("it has waited %v when it is first seen; want 0s", w.waited)
	}
	w.see(14*time.Millisecond, 50*time.Millisecond, both)
	if w.waited != 4*time.Millisecond {
		t.Errorf("it has waited %v; want 4ms", w.waited)
	}
}

// A bot is also starved if its threads or children wait one after the other. The time
// that they use is taken off.
func TestThreadsThatWaitInTurn(t *testing.T) {
	const limit = 160 * time.Millisecond
	var w watch
	w.baseline(1, 0, survey{})
	w.begin(2)
	for look := range 16 {
		now := 2 + time.Duration(look+1)*10*time.Millisecond
		w.see(now, limit, survey{tasks: []task{{id: look, runnable: true}}})
	}
	if w.waited != 0 || w.delayed(20*time.Millisecond, limit) != 140*time.Millisecond {
		t.Errorf("one thread waited %v, all of them %v; want 0s and 140ms", w.waited, w.delayed(20*time.Millisecond, limit))
	}
}

// "The time of an answer is the wall time less what the bot waited for a CPU, and no
// less than the processor time that all its processes used."
func TestDelayedIsNeitherUsedNorIdle(t *testing.T) {
	const wall = 50 * time.Millisecond
	for _, tt := range []struct {
		name           string
		waited, wanted time.Duration
		used           time.Duration
		crowded        bool
		rested         time.Duration
		want           time.Duration
	}{
		{"not run at all", wall, wall, 0, false, 0, wall},
		{"run in between", 20 * time.Millisecond, wall, 20 * time.Millisecond, false, 0, 30 * time.Millisecond},
		{"slept", 0, 0, 0, false, 0, 0},
		{"waited for its own threads", 40 * time.Millisecond, wall, 45 * time.Millisecond, false, 0, 5 * time.Millisecond},
		{"computed on two CPUs", 40 * time.Millisecond, wall, 90 * time.Millisecond, false, 0, 0},
		{"children beside busy CPUs", 0, wall, 10 * time.Millisecond, true, 0, 40 * time.Millisecond},
		{"children beside an idle CPU", 0, wall, 10 * time.Millisecond, true, 40 * time.Millisecond, 0},
		{"a thread that is known to have waited", 30 * time.Millisecond, wall, 10 * time.Millisecond, true, 40 * time.Millisecond, 30 * time.Millisecond},
	} {
		w := watch{waited: tt.waited, wanted: tt.wanted, crowded: tt.crowded, rested: tt.rested}
		if got := w.delayed(tt.used, wall); got != tt.want {
			t.Errorf("%s: delayed by %v; want %v", tt.name, got, tt.want)
		}
	}
}

// A bot keeps the referee from looking if it has most of its CPUs while the referee
// waits for one. So does a bot that computes for longer than it could within its limit.
func TestHogged(t *testing.T) {
	const limit = 100 * time.Millisecond
	for _, tt := range []struct {
		name   string
		cpus   int
		used   time.Duration // of 150 ms
		waited time.Duration // by the referee, of 50 ms
		want   bool
	}{
		{"alone on its CPU", 1, 95 * time.Millisecond, 40 * time.Millisecond, true},
		{"with two others", 1, 50 * time.Millisecond, 40 * time.Millisecond, false},
		{"one thread on two CPUs", 2, 150 * time.Millisecond, 40 * time.Millisecond, false},
		{"two threads on two CPUs", 2, 200 * time.Millisecond, 40 * time.Millisecond, true},
		{"while the referee was stopped", 1, 95 * time.Millisecond, 0, false},
		{"for longer than its limit", 1, 115 * time.Millisecond, 0, true},
	} {
		w := watch{cpus: tt.cpus}
		w.begin(0)
		w.see(150*time.Millisecond, limit, survey{usage: usage{own: tt.used}, us: task{delay: tt.waited}})
		if got := w.hogged(150*time.Millisecond, limit, 50*time.Millisecond); got != tt.want {
			t.Errorf("%s: %v; want %v", tt.name, got, tt.want)
		}
	}
}

// What children used before they ended is told in ticks, rounded down: a bot
// is charged with no tick that may be from before its input.
func TestChargedIsCertain(t *testing.T) {
	const second = time.Second
	for _, tt := range []struct {
		name string
		now  usage
		want time.Duration
	}{
		{"nothing new", usage{own: second, others: second, reaped: second}, 0},
		{"its own", usage{own: second + 7, others: second, reaped: second}, 7},
		{"a child that is there", usage{own: second, others: second + 7 + time.Millisecond, reaped: second}, 7},
		{"a child that ended", usage{own: second, others: second, reaped: second + 4*tick}, 2*tick - time.Millisecond},
		{"a child that ended is not charged twice", usage{own: second, reaped: 2*second + tick}, 0},
	} {
		w := watch{begun: 2 * time.Millisecond, at: time.Millisecond, base: usage{own: second, others: second, reaped: second}}
		if got := w.charged(tt.now); got != tt.want {
			t.Errorf("%s: charged with %v; want %v", tt.name, got, tt.want)
		}
	}
}
