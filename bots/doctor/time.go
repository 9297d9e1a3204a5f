package doctor

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"arbiter/referee"
	"arbiter/referee/plural"
)

// time compares all but the first answers of the full matches with the limit.
func (x *examination) time(ctx context.Context) (string, []Finding, error) {
	matches, err := x.fullMatches(ctx)
	if err != nil {
		return "", nil, err
	}
	var answers []timedAnswer
	var findings []Finding
	asked := map[string]int{} // late answers that were asked for again, by match
	for _, t := range matches {
		for _, e := range t.exchanges[min(1, len(t.exchanges)):] {
			if e.reply.Fault != nil {
				continue // reported by the check matches
			}
			answers = append(answers, timedAnswer{e, t.name})
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
	if len(answers) == 0 {
		return "there are no later answers", nil, nil
	}
	summary, near := x.compareTimes(answers)
	switch {
	case len(findings) == 0:
		findings = near
	case findings[0].Level == Wrong: // so it was the bot
		summary = strings.TrimSuffix(summary, noteBusy)
	}
	return summary, findings, nil
}

// A timedAnswer is an answer of a match.
type timedAnswer struct {
	exchange
	match string
}

// compareTimes says how long answers took, and which of those in time is near the limit. What
// a busy machine took of the time says nothing about the bot, and is noted.
func (x *examination) compareTimes(answers []timedAnswer) (summary string, near []Finding) {
	limit := x.Limits.Turn
	slices.SortStableFunc(answers, func(a, b timedAnswer) int { return cmp.Compare(a.reply.Wall, b.reply.Wall) })
	slowest := answers[len(answers)-1]
	summary = fmt.Sprintf("median %s, slowest %s (%s, turn %d), %s of it CPU time; the limit is %s",
		ms(answers[len(answers)/2].reply.Wall), ms(slowest.reply.Wall), slowest.match, slowest.turn, ms(slowest.reply.CPU), limitText(limit))
	if limit == 0 {
		return summary, nil
	}
	late, waited := 0, false
	var nearest *timedAnswer
	for i := range answers {
		a := &answers[i]
		late += truth(a.reply.Wall > limit)
		waited = waited || a.waited() && isNear(a.reply.Wall, limit)
		if a.own() <= limit && (nearest == nil || a.own() >= nearest.own()) {
			nearest = a
		}
	}
	if late > 0 {
		summary += fmt.Sprintf("; %d of %s were late", late, plural.Count(len(answers), "answer"))
	}
	if waited {
		summary += noteBusy
	}
	if nearest == nil {
		return summary, nil
	}
	if f, ok := x.nearLimit(nearest.exchange, limit, "the slowest answer ("+nearest.match+")"); ok {
		near = append(near, f)
	}
	return summary, near
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// noteBusy follows times that the machine may have made long: what a bot waited for is not known.
const noteBusy = "; the bot hardly computed, and other programs wanted the processors: it slept, or waited for them; examine it again when the machine is quiet"

// nearFraction is the fraction of a limit above which a bot would be late on a
// slower machine.
const nearFraction = 0.7

// isNear reports whether a time is more than that fraction of a limit.
func isNear(took, limit time.Duration) bool { return took > time.Duration(nearFraction*float64(limit)) }

// nearLimit returns the finding for an answer that is in time by what is the bot's own, but
// near the limit.
func (x *examination) nearLimit(e exchange, limit time.Duration, what string) (f Finding, ok bool) {
	if limit == 0 || e.own() > limit || !isNear(e.own(), limit) {
		return f, false
	}
	return Finding{
		Level: Warning, Turn: e.turn, Title: what + " is near the limit", Input: lastLines(e.input), Answer: lastLines(e.answer), Rule: referee.Timeout.Info().Rule,
		Detail: fmt.Sprintf("%s took %s, %s of it CPU time of the bot; the limit is %s", what, ms(e.reply.Wall), ms(e.reply.CPU), limitText(limit)),
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
