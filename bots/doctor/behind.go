package doctor

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"arbiter/referee/plural"
)

const (
	heldBack   = 3 // lines of an input that are sent one by one
	dripTurns  = 4 // inputs of which the last lines are held back
	earlyFault = 5 // a fault among the first so many answers may come from input left unread
)

// readsTooFew finds out whether the fault of a turn comes from input that the bot
// left unread in the turns before: it then answers before the last line was sent.
// A bot may do that and read the rest later, so it only explains a fault that
// comes soon, or a bot that answers earlier and earlier.
func (x *examination) readsTooFew(ctx context.Context, t transcript, turn int) (cause, error) {
	index := t.index(turn)
	if index < 1 {
		return cause{}, nil
	}
	p, err := x.newProbe(t.spec)
	if err != nil {
		return cause{}, err
	}
	defer p.stop()
	if p.drain(ctx, 4*settle) != "" {
		return cause{}, nil // it writes unasked
	}
	var lags []int
	limit := x.waitLimits().First
	for _, e := range t.exchanges[:min(index, dripTurns)] {
		lines := slices.Collect(strings.Lines(e.input))
		held := min(heldBack, len(lines)-1)
		p.send(strings.Join(lines[:len(lines)-held], ""), limit)
		for held > 0 {
			if _, early := p.take(ctx, dripWait(len(lags) == 0)); early {
				break
			}
			p.send(lines[len(lines)-held], limit)
			held--
		}
		if held == 0 {
			break // later on it may take something else for the number of lines
		}
		p.send(strings.Join(lines[len(lines)-held:], ""), limit)
		lags = append(lags, held)
	}
	if len(lags) == 0 {
		return cause{}, ctx.Err()
	}
	if index > earlyFault && lags[len(lags)-1] <= lags[0] {
		return cause{}, nil
	}
	first := t.exchanges[0]
	total := strings.Count(first.input, "\n")
	return cause{
		key: "reads too few lines", check: "flush", level: Wrong,
		title: "a line too few: it leaves input unread",
		detail: fmt.Sprintf("%s are the input of turn %d, and the bot answered when %d of them were sent; what it leaves is taken for the start of the next input, and so it made the fault of turn %d",
			plural.Count(total, "line"), first.turn, total-lags[0], turn),
		rule:   ruleWholeInput,
		advice: "read every line of the input, as many as its counts say, before you answer",
	}, nil
}

// dripWait is how long an answer may take to show that it needs no more input: the
// first one takes longer, and so does every one on a busy machine.
func dripWait(first bool) time.Duration {
	wait := 40 * time.Millisecond
	if first {
		wait = 150 * time.Millisecond
	}
	return wait * time.Duration(1+min(busyness(), 8))
}
