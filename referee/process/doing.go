package process

import (
	"fmt"
	"time"
)

// A doing is what the processes of a bot were found at when their time was over. It is
// evidence for the bot's author. No match is decided by it.
type doing struct {
	running  bool // a thread ran, or was to
	reading  bool // a thread was in a read of the bot's stdin
	sleeping bool // a thread was in a sleep
	awaiting bool // a process waited for the end of another one
	unread   int  // bytes of the input that nobody had read; -1 when that cannot be told
}

// reason says why no answer came, as far as the evidence tells, and as a clause; "" where it
// tells nothing.
func (p *Player) reason(d doing) string {
	switch {
	case p.out.unended(): // which says enough
	case !p.idle():
		if p.reply.CPU >= p.own()*3/4 {
			return "; it was computing, and did not wait"
		}
	case d.running:
	case d.reading && d.sleeping:
		return "; one of its threads was waiting for input, and another one slept"
	case d.sleeping:
		return "; it was asleep: look for a sleep in its code"
	case d.reading && d.unread == 0 && len(p.input) == 0:
		return p.readsMore()
	case d.awaiting && !d.reading:
		return "; it was waiting for the end of a program that it had started"
	}
	return ""
}

// own returns how much of its last turn the bot did not wait for a CPU.
func (p *Player) own() time.Duration { return min(p.reply.Wall, p.clock.wall) }

// idle reports whether it hardly computed in that time.
func (p *Player) idle() bool { return p.reply.CPU < p.own()/4 }

// waits reports whether a bot that was found at d waits for input: it has read all of it, and a
// thread reads, or none sleeps for a time: then it polls.
func (p *Player) waits(d doing) bool {
	return len(p.input) == 0 && d.unread <= 0 && p.idle() && !d.running && (d.reading || !d.sleeping && !d.awaiting)
}

// readsMore says what a bot that has read its whole input and waits for more may have done
// wrong, and which of the two the evidence supports.
func (p *Player) readsMore() string {
	if why := p.readsOn(); why != "" {
		return why
	}
	const waits = "; it had read its whole input and was waiting for more: either its answer is not flushed, or it reads a line that is not sent"
	if p.answers == 0 {
		return waits + ". None of its answers has arrived, so either may be; arbiter doctor finds out which"
	}
	if p.answers == 1 {
		return waits + ". Its first answer has arrived, which speaks for the line"
	}
	return waits + fmt.Sprintf(". Its first %d answers have arrived, which speaks for the line", p.answers)
}
