package process

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"arbiter/referee/process/sandbox"
)

const (
	// exitGrace is how long a bot that closed its output gets to finish dying,
	// so that its exit status is its own and not our kill's.
	exitGrace = 250 * time.Millisecond
	// killGrace is how long a killed bot gets to end before what may keep it is
	// looked for. One with much memory needs some of it.
	killGrace = 100 * time.Millisecond
	// endLimit is how long it gets then before it is given up. A file system
	// that does not answer can keep a process for ever.
	endLimit = 5 * time.Second
)

// end kills our child and everything it started, and waits for its end, with a
// limit. It returns how it ended; one that had to be given up, as if our kill
// had ended it.
func (p *Player) end() unix.WaitStatus {
	// Until it is waited for, the process keeps its number and its group's, so
	// nobody else is hit; a bot that joined another group is hit by the second.
	unix.Kill(-p.pid, unix.SIGKILL)
	unix.Kill(p.pid, unix.SIGKILL)
	p.warn(p.group.LetEnd())
	status, ended, err := sandbox.Reap(p.pid, killGrace)
	if !ended && err == nil {
		if p.box != nil {
			p.box.Kill()
		}
		p.warn(p.group.Kill())
		killEscaped(p.pid, p.token, p.table.chunk)
		killTracers(p.pid, p.table.chunk)
		status, ended, err = sandbox.Reap(p.pid, endLimit)
	}
	switch {
	case err != nil:
		p.void(fmt.Errorf("wait: %w", err))
	case !ended:
		p.table.giveUp(p)
		return unix.WaitStatus(unix.SIGKILL)
	}
	return status
}

// giveUp leaves behind a bot that does not end although it was killed.
func (t *Table) giveUp(p *Player) {
	t.lost = append(t.lost, p.pid)
	p.warn(fmt.Errorf("process %d was killed and has not ended after %v: %s; it is left behind",
		p.pid, killGrace+endLimit, state(p.pid, t.chunk)))
}

// warn tells the operator of an error, if there is one and anybody listens.
func (p *Player) warn(err error) {
	if err != nil && p.table.Warn != nil {
		p.table.Warn(fmt.Errorf("bot %s: %w", p.name, err))
	}
}

// reapLost waits for those of the given up that have ended since.
func (t *Table) reapLost() {
	t.lost = slices.DeleteFunc(t.lost, func(pid int) bool {
		_, ended, err := sandbox.WaitNow(pid)
		return ended || err != nil
	})
}

// closeGroup kills what is left of the bot and gives its control group back.
func (p *Player) closeGroup() {
	p.warn(p.group.Close())
	p.group, p.watch.group = nil, nil
	p.watch.meter.close()
	p.frozen, p.resting = false, false
	p.table.seated = slices.DeleteFunc(p.table.seated, func(other *Player) bool { return other == p })
}

// outOfMemory says that the bot was killed for its memory, by the kernel or because of
// what all its processes use.
func (p *Player) outOfMemory() string {
	if !p.group.OOM() && !p.box.OverMemory() {
		return ""
	}
	name, _ := os.ReadFile(fmt.Sprintf("/proc/%d/comm", p.pid)) // "" if it cannot be read
	return fmt.Sprintf("; it used more than its %s of memory", sandbox.Bytes(p.limits.Memory)) + sandbox.HeapHint(strings.TrimSpace(string(name)), "")
}

// DefaultEnd is how long a bot may go on after the end of its input if it does not ask
// for another time. A Python program takes some ten milliseconds to end.
const DefaultEnd = 100 * time.Millisecond

// mostOverstays is how many matches in a row a bot may still be there at the end of that
// time. From then on it is killed at once: many bots never look for the end of their input,
// and a worker would wait for them after each match.
const mostOverstays = 3

// Finish tells the bot that no more input follows: it closes its stdin. Close then waits
// for its end, so that it can save what it has learned. Nothing that it says from now on
// is kept: to many programs the end of their input is an error.
func (p *Player) Finish() {
	if p.fault != nil || p.err != nil || p.pid == 0 || p.grace <= 0 || p.table.overstays[p.key] >= mostOverstays {
		return
	}
	p.said.forget()
	p.hear(&p.said)
	p.stdin.close()
	p.thaw()
	p.finished = p.table.now() + p.grace
}

// awaitEnd waits until a bot that was told the end of its input has ended, or until its
// time for that is over.
func (p *Player) awaitEnd() {
	for p.table.now() < p.finished {
		fds := append(p.table.fds[:0], p.stdout.pollFor(unix.POLLIN), p.stderr.pollFor(unix.POLLIN))
		p.table.fds = fds
		if err := poll(fds, max(0, p.finished-p.table.now())); err != nil {
			p.void(err)
			return
		}
		if fds[1].Revents != 0 && p.discard(p.stderr) {
			p.stderr.close()
		}
		if fds[0].Revents != 0 && p.discard(p.stdout) {
			delete(p.table.overstays, p.key)
			sandbox.AwaitExit(p.pid, p.finished-p.table.now())
			return
		}
	}
	if p.table.overstays == nil {
		p.table.overstays = map[string]int{}
	}
	p.table.overstays[p.key]++
}

// discard reads what is there and keeps none of it, and reports whether that was the end.
func (p *Player) discard(from pipe) bool {
	_, ended, err := from.read(p.table.chunk)
	return ended || err != nil
}
