package process

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"arbiter/referee"
	"arbiter/referee/process/sandbox"
)

// restlessTime is how much processor time a bot may use after its answer and not
// be restless: it puts things in order, collects garbage.
const restlessTime = 200 * time.Microsecond

// freezeAfter is how long a bot may rest before it is frozen. One that waits for its
// input does nothing meanwhile, and a freeze would be a third of a quick turn. It is
// longer than a tick of most kernels, 4 ms: a poll that ends before the next tick has
// to set the CPU's timer, which costs as much as the freeze.
const freezeAfter = 5 * time.Millisecond

// rest is for a bot that has answered. One that was asked with others goes on: so
// games in which all seats think at once lose nothing. One that was asked alone is
// frozen when the referee has waited for another bot for a while. A bot that is found
// to use processor time until then is frozen right after its answers from then on.
//
// Before its first answer no bot is frozen: it may be loading what it needs.
func (p *Player) rest() {
	if !p.alone || !p.group.Freezes() {
		return
	}
	if p.restless {
		p.freeze()
	} else {
		p.resting = true
	}
}

// freezeResting freezes the bots that have rested for long enough, and returns when
// it is to be called again, or until.
func (t *Table) freezeResting(now, until time.Duration) time.Duration {
	for _, p := range t.seated {
		if !p.resting {
			continue
		}
		if due := p.spoke + freezeAfter; now < due {
			until = min(until, due)
			continue
		}
		p.freeze()
		p.rested()
	}
	return until
}

// rested ends a rest and looks at what the bot has done in it.
func (p *Player) rested() {
	p.resting = false
	if all, ok := p.group.CPU(); ok && all-p.told > restlessTime {
		p.restless = true
	}
}

// freeze stops the bot's processes until it is asked again.
func (p *Player) freeze() {
	if err := p.group.Freeze(); err != nil {
		p.void(err)
		return
	}
	p.frozen = true
	if p.unread < 0 {
		p.unread = unreadBytes(p.stdin)
	}
}

// thaw lets the bot's processes go on. Its input is there already: so it wakes up
// once and not twice, and its other threads cannot take our CPU before it is
// written. The clock runs already too, and these few microseconds are the bot's.
func (p *Player) thaw() {
	if !p.frozen {
		return
	}
	p.frozen = false
	if err := p.group.Thaw(); err != nil {
		p.void(err)
	}
}

// unasked reports whether the bot has written an answer without reading anything
// of what it was asked. A bot that is frozen right after its answer cannot write
// what nobody asked for before the next input is there, and does so now.
func (p *Player) unasked() bool {
	before := p.unread // or less, if it read on before it was frozen
	if before < 0 {
		return false
	}
	p.unread = unreadBytes(p.stdin)
	written := len(p.ask.Input) - len(p.input)
	return written > 0 && p.unread == before+written
}

// blameUnread blames the bot for an answer to nothing.
func (p *Player) blameUnread(at time.Duration) {
	line := p.out.firstLine()
	p.stop(at)
	p.blame(referee.Unasked, line, fmt.Sprintf(
		"written before the bot read any of the input of turn %d; want one answer to each input and nothing more", p.ask.Turn))
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
