package process

import "time"

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
