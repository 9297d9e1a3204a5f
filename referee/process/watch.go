package process

import (
	"time"

	"arbiter/referee/process/sandbox"
)

// A watch follows what the scheduler does with the threads of a bot, all its
// processes included, so that a bot that was not run can be told from one that
// does not answer.
//
// It compares what is seen after the input with a baseline from before it.
// Reading one takes longer than a short turn, so a baseline serves all turns
// that begin within an interval of it: what a thread waited in that time is at
// most the time itself, and is taken off.
type watch struct {
	pid    int              // of the bot
	group  *sandbox.Cgroup  // see Player
	token  string           // see Player
	box    *sandbox.Process // see Player
	others []other          // the bot's other processes that are known
	newest int              // the last process number that was looked at
	base   usage            // at the baseline
	at     time.Duration    // when the baseline was read, on the table's clock
	ran    time.Duration    // when the bot had given its last answer before that, or was started
	begun  time.Duration    // when the input was written

	tasks    []watched     // the threads as last seen
	looked   bool          // since the input
	last     time.Duration // when they were last looked at, or begun
	gap      time.Duration // the longest time between two looks
	waited   time.Duration // the longest that one thread has been runnable and not run since the input
	wanted   time.Duration // for how long some thread or other was runnable, or ran
	runnable bool          // a thread was, at the last look
}

// An other is a process that a bot has started.
//
// Only a resident, one that was there at the baseline before the last, is read
// in /proc. The parent of a process whose files are being closed there may have
// to spin in the kernel when it waits for the process: found with children that
// last for a turn, whose parent then used 50 ms instead of 1 ms beside sixteen
// busy processes. Of the rest only the processor time is known.
type other struct {
	pid      int
	known    bool // at the last baseline
	resident bool
}

// A usage is the processor time that a bot has used.
type usage struct {
	own    time.Duration // all threads of its process
	others time.Duration // its other processes that are there
	reaped time.Duration // those that have ended and were waited for, in whole ticks
}

// tick is the unit that the system tells the time of ended processes in, and
// there are two of them: of the program and of the system on its behalf.
const tick = 10 * time.Millisecond

// A task is a thread as the scheduler tells of it.
type task struct {
	id       int
	run      time.Duration // processor time; while it runs, what it was at some moment before
	delay    time.Duration // how long it was runnable and not run, up to when it was last given a CPU
	switches int64         // how often it was given a CPU
	runnable bool          // it runs or wants to
	cpu      time.Duration // processor time of its whole process
}

// A watched task is one that is followed from the baseline on.
type watched struct {
	task
	before  time.Duration // delay at the baseline
	carried bool          // it was runnable at the baseline
	waiting bool          // it was runnable at the last look, and has not run as far as is known
	since   time.Duration // since then
	from    task          // as it was then
}

// A survey is what the scheduler tells of a bot at one moment.
type survey struct {
	usage
	threads int    // of all its processes
	tasks   []task // of all its processes; nil when only the usage was asked for
}

// looksALimit is how often a bot that needs all of its limit is looked at.
// It bounds how much of a wait can be missed, and how old a baseline may be.
const looksALimit = 16

// looksPerTask is the least time between two looks, for each thread of the bot:
// some thirty times what reading one takes.
const looksPerTask = 300 * time.Microsecond

// interval returns the time between two looks at a bot with the given limit.
func (w *watch) interval(limit time.Duration) time.Duration {
	return max(limit/looksALimit, time.Duration(max(1, len(w.tasks)))*looksPerTask)
}

// stale reports whether a turn with the given limit needs a new baseline.
func (w *watch) stale(now, limit time.Duration) bool {
	return len(w.tasks) == 0 || now-w.at > w.interval(limit)
}

// settle makes those residents that were known at the last baseline, for the
// next one.
func (w *watch) settle() {
	for i := range w.others {
		o := &w.others[i]
		o.resident, o.known = o.known, true
	}
}

// baseline takes what is seen as the state before the input. The bot gave its
// last answer, and so did run, at ran.
func (w *watch) baseline(now, ran time.Duration, s survey) {
	w.at, w.ran, w.base = now, ran, s.usage
	w.tasks = w.tasks[:0]
	for _, t := range s.tasks {
		w.tasks = append(w.tasks, watched{task: t, before: t.delay, carried: t.runnable})
	}
}

// hasOthers reports whether the bot had other processes at the baseline.
func (w *watch) hasOthers() bool { return len(w.others) > 0 || w.base.reaped > 0 }

// begin starts a turn.
func (w *watch) begin(now time.Duration) {
	if w.looked { // in an earlier turn, whose waits do not count in this one
		for i := range w.tasks {
			w.tasks[i].waiting = false
		}
	}
	w.begun, w.last = now, now
	w.looked, w.runnable = false, false
	w.waited, w.wanted, w.gap = 0, 0, 0
}

// see adds what is seen at a moment after the input of a turn with the given
// limit.
func (w *watch) see(now, limit time.Duration, s survey) {
	known := w.tasks
	w.tasks = make([]watched, 0, len(s.tasks))
	before := w.runnable || !w.looked // the input wakes a bot up
	w.runnable = false
	for i, t := range s.tasks {
		k := watched{task: task{id: t.id, switches: -1}} // a new one has waited for 0 so far
		if i < len(known) && known[i].id == t.id {
			k = known[i]
		} else {
			for _, other := range known {
				if other.id == t.id {
					k = other
				}
			}
		}
		w.waited = max(w.waited, w.follow(&k, t, now))
		w.runnable = w.runnable || t.runnable
		w.tasks = append(w.tasks, k)
	}
	step := now - w.last
	if before && w.runnable && step <= 2*w.interval(limit) {
		w.wanted += step
	}
	w.gap = max(w.gap, step)
	w.last = now
	w.looked = true
}

// follow brings a task up to date and returns for how long it has waited for a
// CPU since the input, at least.
func (w *watch) follow(k *watched, t task, now time.Duration) time.Duration {
	unmoved := t.switches == k.switches && t.run == k.run // since the last look, or the baseline
	switch {
	case !t.runnable:
		k.waiting = false
	case k.waiting && unmoved: // as before
	case !w.looked && unmoved:
		// It has not run since before the input, which woke it up.
		k.waiting, k.since, k.from = true, w.begun, k.task
	default:
		k.waiting, k.since, k.from = true, now, t
	}
	k.task = t
	// A delay is told when it ends; what is going on is found by looking.
	ended := max(0, t.delay-k.before-w.slack(k.carried))
	if !k.waiting {
		return ended
	}
	// A thread that runs is runnable too, and has used processor time.
	return ended + max(0, now-k.since-(t.delay-k.from.delay)-(t.cpu-k.from.cpu))
}

// slack is how much of a delay since the baseline may be from before the
// input. A task that waited at the baseline already may have done so since the
// bot's last answer.
func (w *watch) slack(carried bool) time.Duration {
	if carried {
		return w.begun - w.ran
	}
	return w.begun - w.at
}

// used returns the processor time since the baseline, that is since the input
// or a little longer.
func (w *watch) used(u usage) time.Duration {
	return max(0, u.own-w.base.own) + max(0, u.others+u.reaped-w.base.others-w.base.reaped)
}

// charged returns the processor time that was used since the input for certain.
// The baseline has the bot's own at the input.
func (w *watch) charged(u usage) time.Duration {
	doubt := w.slack(false)
	if u.reaped != w.base.reaped {
		doubt += 2 * tick
	}
	return max(0, u.own-w.base.own) + max(0, u.others+u.reaped-w.base.others-w.base.reaped-doubt)
}

// delayed returns for how long the bot was runnable and not run: one of its
// threads for all that time, or now this one and now that.
func (w *watch) delayed(used time.Duration) time.Duration { return max(w.waited, w.wanted-used) }

// starved reports whether the bot was starved: it was runnable and not run for
// half the limit or more, and used less than half of it.
func (w *watch) starved(used, limit time.Duration) bool {
	return w.delayed(used) >= limit/2 && used < limit/2
}

// unsure reports whether a bot that waits for a CPU at the end of its limit
// may have waited for half of it without being seen: nobody looked for long,
// since the referee was not run either.
func (w *watch) unsure(used, limit time.Duration) bool {
	return w.runnable && used < limit/2 && w.gap > 2*w.interval(limit)
}
