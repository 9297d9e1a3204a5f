package process

import (
	"fmt"
	"slices"
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
