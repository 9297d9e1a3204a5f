// Package process runs bots as child processes that talk over pipes. A Spec
// says how a bot is run, a Table starts the players of one match, and each
// Player is a referee.Player. It knows lines and deadlines, and no rules of
// any game.
//
// A match has no goroutine, channel or timer here: the goroutine that plays it
// waits in poll(2) on the raw pipes, with the turn's deadline. A worker that pins
// its thread and its bots to one CPU (see Pin) is answered in a few microseconds.
// Builds and the canary do use them.
package process

import (
	"context"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"arbiter/referee/process/sandbox"
	"arbiter/referee/process/view"
)

// A Table seats the players of one match, so that while one Reply waits the
// other asked players are read too and their answers get an honest arrival
// time. The zero value is ready to use. A Table and its players are used by
// one goroutine.
type Table struct {
	// Isolation starts the bots in boxes; nil starts them without. It is set
	// before the first player is started.
	Isolation *sandbox.Sandbox
	// Warn, when set, is told what an operator should know, though no match depends
	// on it: for example, a process does not end although it was killed.
	Warn func(error)

	found       map[string]view.Found // programs of boxes, by Spec.key
	checked     map[string]bool       // programs without a mistake, by Spec.key
	epoch       time.Time             // the clock's zero
	environment []string              // what bots get of ours, when the first player was started
	seated      []*Player             // that have not been closed
	asked       []*Player             // asked and not answered yet
	fds         []unix.PollFd         // three for each of asked: stdout, stderr, stdin
	chunk       []byte                // what is read of a stderr or of /proc at once
	spare       []*output             // of players that were closed, for the next
	tellsDelays bool                  // the scheduler tells how long a thread waited for a CPU
	lost        []int                 // bots that were given up, and are waited for when they have ended
	overstays   map[string]int        // matches in a row after whose end a bot had to be killed, by Spec.key
}

// chunkSize is what a pipe holds by default, so that one read empties it.
const chunkSize = 64 << 10

// contextCheck is how long a wait goes on before the context is looked at
// again: rare enough to cost nothing, soon enough for a person's Ctrl-C.
const contextCheck = 100 * time.Millisecond

// output returns an empty output, with the memory of an earlier player if there
// is one: a match needs no new.
func (t *Table) output() *output {
	n := len(t.spare)
	if n == 0 {
		return new(output)
	}
	o := t.spare[n-1]
	t.spare = t.spare[:n-1]
	return o
}

// leave keeps a closed player's memory.
func (t *Table) leave(p *Player) {
	p.out.clear()
	t.spare = append(t.spare, p.out)
	p.out = new(output) // for who asks all the same
}

// now returns the time on the table's clock. Unlike time.Now it reads one
// clock, the monotonic one.
func (t *Table) now() time.Duration { return time.Since(t.epoch) }

// wait waits until an asked player's pipe is ready, its clock wants attention or
// ctx should be looked at again, and serves all asked players.
func (t *Table) wait(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	now := t.now()
	until := t.freezeResting(now, now+contextCheck)
	t.fds = t.fds[:0]
	for _, p := range t.asked {
		t.fds = append(t.fds, p.stdout.pollFor(unix.POLLIN), p.stderr.pollFor(unix.POLLIN), p.stdinPoll())
		if next := p.clock.next(); next > 0 {
			until = min(until, next)
		}
	}
	for _, p := range t.asked {
		p.clock.missed(now, until)
	}
	if err := poll(t.fds, max(0, until-now)); err != nil {
		return fmt.Errorf("poll: %w", err)
	}
	for i, p := range t.asked {
		p.serve(t.fds[3*i], t.fds[3*i+1], t.fds[3*i+2], now)
	}
	t.strike()
	return nil
}

// strike takes those who have answered off the asked.
func (t *Table) strike() {
	t.asked = slices.DeleteFunc(t.asked, func(p *Player) bool { return !p.asked })
}
