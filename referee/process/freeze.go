package process

import (
	"fmt"
	"time"

	"arbiter/referee"
)

// freeze stops the bot's processes until it is asked again. A bot that was asked
// together with others goes on: so games in which all seats think at once lose
// nothing, and in others a bot is frozen from its first answer on. Before that,
// it may still be loading what it needs.
func (p *Player) freeze() {
	if !p.alone || !p.group.Freezes() {
		return
	}
	if err := p.group.Freeze(); err != nil {
		p.void(err)
		return
	}
	p.frozen = true
}

// thaw lets the bot's processes go on. The clock runs already: what the others
// of its threads take from our CPU before its input is written is its own time.
func (p *Player) thaw() {
	p.unread = -1
	if !p.frozen {
		return
	}
	p.frozen = false
	p.unread = unreadBytes(p.stdin)
	if err := p.group.Thaw(); err != nil {
		p.void(err)
	}
}

// unasked reports whether the bot has written an answer without reading anything
// of what it was asked. A bot that is frozen right after its answer cannot write
// what nobody asked for before the next input is there, and does so now.
func (p *Player) unasked() bool {
	written := len(p.ask.Input) - len(p.input)
	return p.unread >= 0 && written > 0 && unreadBytes(p.stdin) == p.unread+written
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
	p.group, p.watch.group, p.frozen = nil, nil, false
}

// outOfMemory says that the kernel killed a process of the bot for its memory.
func (p *Player) outOfMemory() string {
	if !p.group.OOM() {
		return ""
	}
	return fmt.Sprintf("; it used more than its %s of memory", size(p.group.Limits().Memory))
}

// size writes a number of bytes in the largest unit that divides it.
func size(n int64) string {
	for _, unit := range []struct {
		name  string
		bytes int64
	}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}} {
		if n >= unit.bytes && n%unit.bytes == 0 {
			return fmt.Sprintf("%d %s", n/unit.bytes, unit.name)
		}
	}
	return fmt.Sprintf("%d bytes", n)
}
