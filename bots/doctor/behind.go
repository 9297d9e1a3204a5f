package doctor

import (
	"context"
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
func (x *examination) readsTooFew(ctx context.Context, t transcript, turn int) (c cause, found bool, err error) {
	index := t.index(turn)
	if index < 1 {
		return c, false, nil
	}
	lines, err := x.answerLines()
	if err != nil {
		return c, false, err
	}
	p, err := x.newProbe(t.spec)
	if err != nil {
		return c, false, err
	}
	defer p.stop()
	if early := p.stdout.drain(4 * settle); early != "" {
		return c, false, nil // it writes unasked
	}
	var lags []int
	limit := x.waitLimits().First
	for _, e := range t.exchanges[:min(index, dripTurns)] {
		sent := strings.SplitAfter(strings.TrimSuffix(e.input, "\n"), "\n")
		sent[len(sent)-1] += "\n"
		held := min(heldBack, len(sent)-1)
		p.send([]byte(strings.Join(sent[:len(sent)-held], "")), limit)
		answered := false
		for ; held > 0 && !answered; held-- {
			if _, answered = p.stdout.take(ctx, lines, dripWait(len(lags) == 0), p.exited); answered {
				break
			}
			p.send([]byte(sent[len(sent)-held]), limit)
		}
		if !answered {
			if _, answered = p.stdout.take(ctx, lines, limit, p.exited); !answered {
				break
			}
		}
		p.send([]byte(strings.Join(sent[len(sent)-held:], "")), limit)
		if held == 0 {
			break // later on it may take something else for the number of lines
		}
		lags = append(lags, held)
	}
	if len(lags) == 0 {
		return c, false, ctx.Err()
	}
	if index > earlyFault && lags[len(lags)-1] <= lags[0] {
		return c, false, nil
	}
	first := t.exchanges[0]
	total := strings.Count(first.input, "\n")
	return cause{
		key: "reads too few lines", check: "flush", level: Wrong,
		title: "a line too few: it leaves input unread",
		detail: plural.Count(total, "line") + " are the input of turn " + itoa(first.turn) + ", and the bot answered when " + itoa(total-lags[0]) + " of them were sent; " +
			"what it leaves is taken for the start of the next input, and so it made the fault of turn " + itoa(turn),
		rule:   ruleWholeInput,
		advice: "read every line of the input, as many as its counts say, before you answer",
	}, true, nil
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
