package process

import (
	"time"

	"golang.org/x/sys/unix"

	"arbiter/referee/process/sandbox"
)

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
