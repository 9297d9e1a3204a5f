package doctor

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// time compares all but the first answers of the full matches with the limit.
func (x *examination) time(ctx context.Context) (string, []Finding, error) {
	matches, err := x.fullMatches(ctx)
	if err != nil {
		return "", nil, err
	}
	var walls []time.Duration
	var slowest exchange
	var where string
	for _, t := range matches {
		for _, e := range t.exchanges[min(1, len(t.exchanges)):] {
			if e.reply.Fault != nil {
				continue // reported by the check matches
			}
			walls = append(walls, e.reply.Wall)
			if e.reply.Wall >= slowest.reply.Wall {
				slowest, where = e, t.name
			}
		}
	}
	if len(walls) == 0 {
		return "there are no later answers", nil, nil
	}
	slices.Sort(walls)
	summary := fmt.Sprintf("median %s, slowest %s (%s, turn %d); the limit is %s",
		ms(walls[len(walls)/2]), ms(slowest.reply.Wall), where, slowest.turn, limitText(x.Limits.Turn))
	f, ok := slowAnswer(slowest, x.Limits.Turn, "the slowest answer ("+where+")")
	if !ok {
		return summary, nil, nil
	}
	late := len(walls) - countUpTo(walls, x.Limits.Turn)
	if late > 0 {
		f.Detail += fmt.Sprintf("; %d of %d answers were late", late, len(walls))
	}
	if late*oftenLate <= len(walls) && slowest.reply.CPU <= x.Limits.Turn {
		f.Level = Warning // a busy machine can be the cause
	}
	return summary, []Finding{f}, nil
}

// oftenLate: when the bot's CPU time is within the limit, late answers are Wrong
// if they are more than one in oftenLate.
const oftenLate = 10

// countUpTo returns how many of the sorted times do not exceed the limit.
func countUpTo(sorted []time.Duration, limit time.Duration) int {
	n, _ := slices.BinarySearch(sorted, limit+1)
	return n
}

// nearLimit is the fraction of a limit above which a bot would be late on a
// slower machine.
const nearLimit = 0.7

// slowAnswer returns the finding for an answer that is late or near the limit. ok
// is false when the answer is neither.
func slowAnswer(e exchange, limit time.Duration, what string) (f Finding, ok bool) {
	f = Finding{Turn: e.turn, Input: lastLines(e.input), Answer: lastLines(e.answer), Rule: ruleClock}
	wall := e.reply.Wall
	f.Detail = fmt.Sprintf("%s took %s, %s of it CPU time of the bot; the limit is %s",
		what, ms(wall), ms(e.reply.CPU), limitText(limit))
	switch {
	case limit == 0 || wall <= time.Duration(nearLimit*float64(limit)):
		return f, false
	case wall <= limit:
		f.Level, f.Title = Warning, what+" is near the limit"
		f.Advice = "leave a margin: another machine may be slower, and garbage collection can run at any time"
	default:
		f.Level, f.Title = Wrong, what+" is late"
		f.Advice = "think less, or until a deadline of your own; slow loading costs time in every match"
	}
	if e.reply.CPU > 0 && e.reply.CPU < wall/2 {
		f.Advice = "the bot mostly waited: do not sleep, and flush at once; if the machine was busy, run the doctor again when it is idle"
	}
	return f, true
}

// ms returns a time in milliseconds, as limits are written.
func ms(d time.Duration) string {
	if d < 10*time.Millisecond {
		return fmt.Sprintf("%.1f ms", d.Seconds()*1e3)
	}
	return fmt.Sprintf("%.0f ms", d.Seconds()*1e3)
}

// limitText returns a limit in milliseconds, or none.
func limitText(d time.Duration) string {
	if d == 0 {
		return "none"
	}
	return ms(d)
}
