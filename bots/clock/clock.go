// Package clock tells a builtin bot how long it may think, by the clock that judges
// it. A bot that measures wall time while the referee counts processor time thinks too
// little on a busy machine; one that is told of no other limits thinks too long where
// they are short.
package clock

import (
	"fmt"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"arbiter/referee"
)

// Limits returns the limits of the match that the referee told this process: see
// referee.TimeLimits.Environ. lookup is os.LookupEnv. Limits longer than those of the statement
// become those: longer ones are for a busy machine and not for a longer search. The error names
// the variable, what was found and what is expected.
func Limits(lookup func(name string) (string, bool), statement referee.TimeLimits) (referee.TimeLimits, error) {
	limits := statement
	if name, ok := lookup(referee.ClockVariable); ok {
		c, err := referee.ParseClock(name)
		if err != nil {
			return limits, fmt.Errorf("%s: %w", referee.ClockVariable, err)
		}
		limits.Clock = c
	}
	if err := limit(lookup, referee.FirstVariable, &limits.First); err != nil {
		return limits, err
	}
	return limits, limit(lookup, referee.TurnVariable, &limits.Turn)
}

// limit sets a limit to the value of its variable.
func limit(lookup func(name string) (string, bool), name string, d *time.Duration) error {
	text, ok := lookup(name)
	if !ok {
		return nil
	}
	ms, err := strconv.Atoi(text)
	if err != nil || ms < 0 {
		return fmt.Errorf("%s=%s: want a whole number of milliseconds, 0 for no limit", name, text)
	}
	if ms > 0 {
		*d = min(*d, time.Duration(ms)*time.Millisecond)
	}
	return nil
}

// A Watch measures the time of one answer. A look is cheap enough for a bot that looks
// after every step of some microseconds.
type Watch struct {
	clock   referee.Clock
	start   time.Time
	looked  time.Duration // when its clock was read last, by the wall clock since start
	longest time.Duration // pause

	// On the CPU clock, which only a system call reads:
	began, used time.Duration // processor time at the start, and since then
}

// readEvery is how much of wall time passes between two reads of the CPU clock, which
// take 2 µs each where one of the wall clock takes 0.04. Meanwhile each thread of the
// process works for as long at most.
const readEvery = 100 * time.Microsecond

// Start returns a watch that begins now.
func Start(c referee.Clock) Watch {
	w := Watch{clock: c, start: time.Now()}
	if c == referee.CPUClock {
		w.began = processorTime()
	}
	return w
}

// Look returns the time since Start, and how long ago the last Look was. To a bot that looks
// often, a long pause means that others had the processor: the next pause could cost the match.
// On the CPU clock, which stands still in a pause, pause is 0. There passed may be too short,
// by the time that all threads work in 100 µs.
func (w *Watch) Look() (passed, pause time.Duration) {
	now := time.Since(w.start)
	if w.clock == referee.CPUClock {
		if now-w.looked >= readEvery {
			w.looked, w.used = now, processorTime()-w.began
		}
		return w.used, 0
	}
	pause = now - w.looked
	w.looked, w.longest = now, max(w.longest, pause)
	return now, pause
}

// latestPercent of a limit is when a bot wants to have answered though the processor
// is taken from it once more for as long as it has been.
const latestPercent = 80

// Late is Look for a bot that puts up with pauses. late reports whether another pause, as long
// as the longest so far, could bring the answer beyond 80 % of its limit.
func (w *Watch) Late(limit time.Duration) (passed time.Duration, late bool) {
	passed, _ = w.Look()
	return passed, passed+w.longest >= limit*latestPercent/100
}

// processorTime returns that of all threads of this process.
func processorTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		panic(err) // the clock is part of every system that Arbiter runs on
	}
	return time.Duration(t.Nano())
}
