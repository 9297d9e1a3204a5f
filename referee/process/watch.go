package process

import (
	"time"

	"arbiter/referee"
	"arbiter/referee/process/sandbox"
)

// A watch follows what the scheduler does with the threads of a bot, all its
// processes included. So it can tell a bot that was not run from one that does not
// answer.
//
// It compares what is seen after the input with a baseline from before it.
// Reading one takes longer than a short turn, so a baseline serves all turns
// that begin within an interval of it: what a thread waited in that time is at
// most the time itself, and is taken off.
type watch struct {
	pid    int              // of the bot
	group  *sandbox.Cgroup  // see Player
	meter  meter            // without a group
	token  string           // see Player
	box    *sandbox.Process // see Player
	inside bool             // nobody leaves the box
	others []other          // the bot's other processes that are known
	newest int              // the last process number that was looked at
	absent []int            // numbers that no process had, of the last ones: it may be about to start
	cpus   int              // that the bot may run on; 0 if that is not known
	base   usage            // at the baseline
	before task             // our own thread at the baseline
	at     time.Duration    // when the baseline was read, on the table's clock
	ran    time.Duration    // when the bot had given its last answer before that, or was started
	begun  time.Duration    // when the input was written

	tasks    []watched     // the threads as last seen
	looked   bool          // since the input
	last     time.Duration // when they were last looked at, or begun
	waited   time.Duration // the longest that one thread has been runnable and not run since the input
	wanted   time.Duration // for how long some thread or other was runnable, or ran
	runnable bool          // a thread was, at the last look

	crowded bool            // since the input, some process was there that is not read in /proc
	idle    []time.Duration // of each CPU of the bot, when it was first crowded
	rested  time.Duration   // for how long a CPU of the bot has been idle since then

	total time.Duration // processor time at the last look
	us    ourselves
}

// An other is a process that a bot has started.
//
// Only a resident is read in /proc: one that was there at the baseline before the
// last, or that has not run between two looks. The parent of a process whose files
// are being closed there may have to spin in the kernel when it waits for the
// process. Found with children that last for a turn: their parent used 50 ms
// instead of 1 ms beside sixteen busy processes. Of the rest the processor time is
// known, and that they are there: they are a crowd.
type other struct {
	pid      int
	known    bool // at the last baseline
	resident bool
	cpu      time.Duration // at the last look
}

// A usage is the processor time that a bot has used.
type usage struct {
	own    time.Duration // all threads of its process; of all its processes ever, where the system tells it
	others time.Duration // its other processes that are there
	reaped time.Duration // those that have ended and were waited for, in whole ticks
}

// sum is all that is known.
func (u usage) sum() time.Duration { return u.own + u.others + u.reaped }

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
	since   time.Duration // since when it has waited or slept
	from    task          // as it was then
}

// A survey is what the scheduler tells of a bot at one moment.
type survey struct {
	usage
	threads int             // of all its processes
	tasks   []task          // of all that are read; nil when only the usage was asked for
	us      task            // our own thread
	crowd   bool            // there are processes that are not read
	idle    []time.Duration // how long each CPU of the bot has been idle, if there is a crowd
}

// Ourselves is what the scheduler did with the thread that looks.
type ourselves struct {
	at     task
	busy   time.Duration // for how long it ran or waited for a CPU between the last two looks
	waited time.Duration // for how long it waited since the input
}

// add adds a look. Where another thread has gone on, it may have waited all the time, or
// may have been stopped.
func (o *ourselves) add(now task, step time.Duration) {
	if now.id == o.at.id {
		o.busy = now.run - o.at.run + now.delay - o.at.delay
		o.waited += now.delay - o.at.delay
	} else {
		o.busy = 0
		o.waited += step
	}
	o.at = now
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
	w.at, w.ran, w.base, w.before = now, ran, s.usage, s.us
	w.tasks = w.tasks[:0]
	for _, t := range s.tasks {
		w.tasks = append(w.tasks, watched{task: t, before: t.delay, carried: t.runnable, from: t})
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
	w.looked, w.runnable, w.crowded = false, false, false
	w.waited, w.wanted, w.rested = 0, 0, 0
	w.total, w.us = w.base.sum(), ourselves{at: w.before}
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
		w.runnable = w.runnable || k.waiting
		w.tasks = append(w.tasks, k)
	}
	w.runnable = w.runnable || s.crowd
	step := now - w.last
	if w.us.add(s.us, step); (before || w.runnable) && (step <= 2*w.interval(limit) || w.us.busy >= step/2) {
		w.wanted += step // unless nobody knows what it did meanwhile: the referee was stopped
	}
	w.rest(s)
	w.total, w.last, w.looked = s.sum(), now, true
}

// rest notes how long the bot's CPUs have been idle. Who waits for a CPU is not beside
// an idle one.
func (w *watch) rest(s survey) {
	switch {
	case !s.crowd && !w.crowded:
	case !w.crowded:
		w.crowded, w.idle = true, s.idle
	default:
		for i := range min(len(w.idle), len(s.idle)) {
			w.rested = max(w.rested, s.idle[i]-w.idle[i]-tick) // it is told in whole ticks
		}
	}
}

// follow brings a task up to date and returns for how long it has waited for a
// CPU since the input, at least.
func (w *watch) follow(k *watched, t task, now time.Duration) time.Duration {
	unmoved := t.switches == k.switches && t.run == k.run // since the last look, or the baseline
	switch {
	case !t.runnable && !k.runnable && t.switches == k.switches && (k.waiting || t.run > k.run):
		// It runs without having been woken up: on its way to sleep, which takes long for one
		// that waits for a child's end, it is told to sleep, and its delays are not told.
		k.waiting, k.since = true, max(k.since, w.begun)
	case !t.runnable:
		if k.waiting || !unmoved {
			k.since, k.from = now, t
		}
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

// delayed returns for how long, of the wall time since the input, the bot was runnable
// and not run: one of its threads for all that time, or now this one and now that. What
// it used it did not wait for, and where there is a crowd nobody waited beside an idle CPU.
func (w *watch) delayed(used, wall time.Duration) time.Duration {
	wanted := w.wanted
	if w.crowded {
		wanted = min(wanted, wall-w.rested)
	}
	return max(0, min(max(w.waited, wanted-used), wall-used))
}

// missed is what part of its waits was perhaps not seen, beside sixty processes that wait.
const missed = 4

// own returns how much of the wall time since the input was the bot's for certain: what it did
// not wait, and no less than it used.
func (w *watch) own(used, wall time.Duration) time.Duration {
	waited := w.delayed(used, wall)
	return max(min(used, wall), wall-waited-waited/missed)
}

// hogs is the least part of its CPUs with which a bot keeps others from running. One thread
// on a machine of two CPUs has half of them.
const hogs = 0.6

// hogged reports whether it is the bot's doing that the referee was away for so long since
// the input. Then the bot had the CPUs that the referee waited for, or computed for longer
// than it could within its limit.
func (w *watch) hogged(now, limit, away time.Duration) bool {
	cpus := time.Duration(max(1, w.cpus))
	had := w.total - w.base.sum()
	return had > cpus*(limit+referee.Tolerance(limit)) ||
		float64(had) >= hogs*float64(cpus*(now-w.begun)) && w.us.waited >= away/2
}

// unsure reports whether what the bot did in this turn cannot be told: it has started
// processes, and the system does not say what those used that have ended.
func (w *watch) unsure() bool {
	_, exact := w.all()
	return w.crowded && !exact
}

// all returns the processor time that all processes of the bot have ever used, those
// that have ended included, and false where the system does not tell it.
func (w *watch) all() (time.Duration, bool) {
	if used, ok := w.group.CPU(); ok {
		return used, true
	}
	return w.meter.total()
}
