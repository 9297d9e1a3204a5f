package doctor

import (
	"context"
	"fmt"
	"slices"
	"time"

	"arbiter/referee"
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
	var findings []Finding
	asked := map[string]int{} // late answers that were asked for again, by match
	for _, t := range matches {
		for _, e := range t.exchanges[min(1, len(t.exchanges)):] {
			if e.reply.Fault != nil {
				continue // reported by the check matches
			}
			walls = append(walls, e.reply.Wall)
			if e.reply.Wall >= slowest.reply.Wall {
				slowest, where = e, t.name
			}
			if x.Limits.Turn == 0 || e.reply.Wall <= x.Limits.Turn || asked[t.name] == lateTurns || len(findings) > 0 && findings[0].Level == Wrong {
				continue
			}
			asked[t.name]++
			c, err := x.lateAgain(ctx, t, e)
			if err != nil {
				return "", nil, err
			}
			if c.key != "" {
				findings = append(findings, c.finding(t, e))
			}
		}
	}
	if len(walls) == 0 {
		return "there are no later answers", nil, nil
	}
	slices.Sort(walls)
	summary := fmt.Sprintf("median %s, slowest %s (%s, turn %d); the limit is %s",
		ms(walls[len(walls)/2]), ms(slowest.reply.Wall), where, slowest.turn, limitText(x.Limits.Turn))
	if late := len(walls) - countUpTo(walls, x.Limits.Turn); late > 0 && x.Limits.Turn > 0 {
		summary += fmt.Sprintf("; %d of %d answers were late", late, len(walls))
		return summary, findings, nil
	}
	if f, ok := x.nearLimit(slowest, x.Limits.Turn, "the slowest answer ("+where+")"); ok {
		findings = append(findings, f)
	}
	return summary, findings, nil
}

// countUpTo returns how many of the sorted times do not exceed the limit.
func countUpTo(sorted []time.Duration, limit time.Duration) int {
	n, _ := slices.BinarySearch(sorted, limit+1)
	return n
}

// nearFraction is the fraction of a limit above which a bot would be late on a
// slower machine.
const nearFraction = 0.7

// nearLimit returns the finding for an answer that is in time, but near the limit.
func (x *examination) nearLimit(e exchange, limit time.Duration, what string) (f Finding, ok bool) {
	wall := e.reply.Wall
	if limit == 0 || wall > limit || wall <= time.Duration(nearFraction*float64(limit)) {
		return f, false
	}
	return Finding{
		Level: Warning, Turn: e.turn, Title: what + " is near the limit", Input: lastLines(e.input), Answer: lastLines(e.answer), Rule: referee.Timeout.Info().Rule,
		Detail: fmt.Sprintf("%s took %s, %s of it CPU time of the bot; the limit is %s", what, ms(wall), ms(e.reply.CPU), limitText(limit)),
		Advice: "leave a margin: another machine may be slower, and garbage collection can run at any time",
	}, true
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
