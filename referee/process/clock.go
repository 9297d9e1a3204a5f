package process

import (
	"errors"
	"fmt"
	"runtime"
	"time"

	"arbiter/referee"
)

// CheckClock returns an error when limits cannot be counted with the clock on
// this system.
func CheckClock(c referee.Clock) error {
	switch {
	case c == referee.CPUClock && !hasCPUClock:
		return fmt.Errorf("limits of processor time: %w on this system; want the wall clock", errors.ErrUnsupported)
	case c != referee.CPUClock && c != referee.WallClock:
		return fmt.Errorf("clock %q; want wall or cpu", string(c))
	}
	return nil
}

// Guard returns how much wall time an answer may take whose limit counts processor time: twenty
// times the limit, at least a second. This ends a bot that waits for ever. It leaves time for a
// bot that computes up to its limit, even on a machine that has many times as many busy
// processes as CPUs.
func Guard(limit time.Duration) time.Duration { return max(20*limit, time.Second) }

// checksALimit is how finely the processor time of a bot is checked near the
// end of its limit, and leastCheck the least time between two checks.
const (
	checksALimit = 64
	leastCheck   = 100 * time.Microsecond
)

// A clock is the clock of a player's turn. Its times are on the table's.
type clock struct {
	begun    time.Duration // just before the input was written
	wall     time.Duration // what the answer may take of wall time, waits for a CPU not counted; 0 means no limit
	deadline time.Duration // when that may be over; 0 means never
	overtime int           // how often the deadline has been put off
	due      time.Duration // when the referee means to look again
	away     time.Duration // for how long it has not looked when it meant to
	excused  time.Duration // how much of that has put off the deadline
	look     time.Duration // when the scheduler is asked about the bot; 0 means never
	check    time.Duration // when its processor time is compared with the limit; 0 means never
}

// next returns when the bot has to be attended to if it has not answered, 0 for
// never.
func (c *clock) next() time.Duration {
	next := c.deadline
	for _, at := range [...]time.Duration{c.look, c.check} {
		if at > 0 {
			next = min(next, at)
		}
	}
	return next
}

// startClock starts the clock of a turn, with a baseline of what the bot has
// used and waited if the last one is too old.
func (p *Player) startClock() {
	p.clock = clock{begun: p.table.now()}
	limit, w := p.ask.Limit, &p.watch
	if limit <= 0 {
		return
	}
	counts := p.ask.Clock == referee.CPUClock
	if counts || p.table.tellsDelays {
		if w.stale(p.clock.begun, limit) || counts && w.hasOthers() {
			w.findOthers(p.table.chunk)
			w.settle()
			now := p.table.now()
			w.baseline(now, p.spoke, w.survey(true, p.table.chunk))
		}
		if counts {
			w.base.own = p.used()
		}
		p.clock.begun = p.table.now()
		w.begin(p.clock.begun)
	}
	c := &p.clock
	c.wall = limit
	if counts {
		c.wall = Guard(limit)
		c.check = c.begun + limit/looksALimit
	}
	c.due = c.begun
	if p.table.tellsDelays {
		c.look = c.begun + w.interval(c.wall)
	}
	c.deadline = c.begun + c.wall
}

// attend looks after a bot that has not answered. What it had written when
// looked began has been read.
func (p *Player) attend(looked time.Duration) {
	c, w := &p.clock, &p.watch
	over := c.deadline <= looked
	looks := c.look > 0 && (over || c.look <= looked)
	var s survey
	if looks || c.check > 0 {
		w.findOthers(p.table.chunk)
		now := p.table.now()
		s = w.survey(looks, p.table.chunk)
		if looks {
			w.see(now, c.wall, s)
			c.look = now + w.interval(c.wall)
		}
	}
	if c.check > 0 {
		charged := w.charged(s.usage)
		if charged >= p.ask.Limit {
			p.overcharged(charged)
			return
		}
		c.check = p.table.now() + untilCheck(p.ask.Limit, charged, s.threads)
	}
	if over {
		p.judge(looked, w.used(s.usage))
	}
}

// judge decides about a bot that has not answered by its deadline and has used so much
// processor time. The deadline is put off by what the bot waited for a CPU.
func (p *Player) judge(looked, used time.Duration) {
	c, w := &p.clock, &p.watch
	wall := looked - c.begun
	waited, own, most := w.delayed(used, wall), w.own(used, wall), Guard(p.ask.Limit)
	switch {
	case wall >= most && waited >= wall/2, w.unsure() && waited > referee.Tolerance(c.wall)+2*tick:
		p.starve(used, waited)
	case wall < most && own < c.wall:
		c.deadline = min(max(looked+c.wall-own, c.look), c.begun+most)
	case c.away-c.excused > referee.Tolerance(c.wall) && c.overtime < looksALimit && !w.hogged(looked, p.ask.Limit, c.away):
		// What kept us from looking may have kept the bot from answering. It
		// gets the time once more, though an answer in it voids the match.
		c.deadline = p.table.now() + min(c.away-c.excused, c.wall)
		c.excused = c.away
		c.overtime++
	default:
		p.timeout()
	}
}

// untilCheck returns for how long a bot with so many threads cannot have used
// up its limit, or a small part of the limit.
func untilCheck(limit, charged time.Duration, threads int) time.Duration {
	parallel := max(1, min(threads, runtime.NumCPU()))
	soonest := (limit - charged) / time.Duration(parallel)
	return max(leastCheck, limit/checksALimit, min(soonest, limit/looksALimit))
}

// overcharged deals with a bot that has used up its limit of processor time.
func (p *Player) overcharged(charged time.Duration) {
	p.stop(p.table.now())
	p.reply.CPU = charged
	p.blameLate(fmt.Sprintf("no answer within %s of processor time", ms(p.ask.Limit)), doing{running: true})
}

// missed adds to the time in which the referee did not look when it meant to.
// An answer that arrived in that time is seen late; without one, the bot may
// have been kept from answering like us.
func (c *clock) missed(now, until time.Duration) {
	c.away += max(0, now-c.due)
	c.due = max(now, until)
}

// overdue reports whether an answer that is seen at the given time is too late to
// count, whatever the reason.
func (p *Player) overdue(at time.Duration) bool {
	c, w := &p.clock, &p.watch
	late := c.wall > 0 && at > c.begun+c.wall+referee.Tolerance(c.wall)
	missed := c.check > 0 && c.away+max(0, at-c.due) > referee.Tolerance(p.ask.Limit) // a check of the processor time, maybe
	if !late && !missed {
		return false
	}
	w.findOthers(p.table.chunk)
	s := w.survey(c.look > 0, p.table.chunk)
	if c.look > 0 {
		w.see(at, c.wall, s)
	}
	if missed && w.charged(s.usage) > p.ask.Limit+referee.Tolerance(p.ask.Limit) {
		return true
	}
	if wall := at - c.begun; late && c.check == 0 && !w.unsure() {
		late = w.own(w.used(s.usage), wall) > c.wall+referee.Tolerance(c.wall)
	}
	return late
}

// voidOverdue voids the match: the referee was not there in time to tell whether
// the bot was. Where the bot's own processes kept it away, the bot is named, or loses
// the match if that has happened too often.
func (p *Player) voidOverdue(at time.Duration) {
	p.clock.missed(at, at)
	waited := min(p.watch.us.waited, p.clock.away)
	own := p.watch.hogged(at, p.ask.Limit, p.clock.away)
	p.stop(at)
	if own && p.liable {
		p.blameLate("its own processes kept the referee from seeing an answer within "+ms(p.clock.wall)+", again", doing{running: true})
		return
	}
	p.err = errors.Join(p.err, &referee.LateError{
		Bot: p.name, Turn: p.ask.Turn, Seat: p.ask.Seat,
		Limit: p.clock.wall, Wall: p.reply.Wall, Away: p.clock.away, Waited: waited, Own: own,
	})
}

// timeout deals with a deadline that has passed.
func (p *Player) timeout() {
	at := p.table.now()
	found := p.doing() // which its end would change
	p.stop(at)
	within := "no answer within " + ms(p.clock.wall)
	if p.ask.Clock == referee.CPUClock {
		within += ", the most that an answer within " + ms(p.ask.Limit) + " of processor time may take"
	}
	p.blameLate(within, found)
}

// blameLate blames the bot for having no answer in time, and tells what it was found at.
func (p *Player) blameLate(why string, found doing) {
	why += fmt.Sprintf(": %s passed", ms(p.reply.Wall))
	if p.reply.CPU > 0 {
		why += fmt.Sprintf(", and the bot used %s of processor time", ms(p.reply.CPU))
	}
	why += p.oom + p.progress() + p.lineEnd() + p.reason(found)
	if len(p.input) > 0 {
		why += fmt.Sprintf("; it left %d of %d bytes of its input unread", len(p.input), len(p.ask.Input))
	}
	p.blame(referee.Timeout, p.out.half(), why)
	p.fault.Waiting = p.waits(found)
}

// starve voids the match: the machine did not run the bot in time.
func (p *Player) starve(used, waited time.Duration) {
	p.stop(p.table.now())
	p.err = errors.Join(p.err, &referee.StarvedError{
		Bot: p.name, Turn: p.ask.Turn, Seat: p.ask.Seat,
		Limit: p.ask.Limit, Waited: waited, CPU: used, Wall: p.reply.Wall,
	})
}
