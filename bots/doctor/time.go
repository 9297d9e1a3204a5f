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
	var answers []timedAnswer
	var findings []Finding
	asked := map[string]int{} // late answers that were asked for again, by match
	for _, t := range x.played {
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
	var nearest timedAnswer
	for _, a := range answers {
		if a.reply.Wall > limit {
			late++
		}
		waited = waited || a.waited() && isNear(a.reply.Wall, limit)
		if a.own() <= limit && a.own() >= nearest.own() {
			nearest = a
		}
	}
	if late > 0 {
		summary += fmt.Sprintf("; %d of %s were late", late, plural.Count(len(answers), "answer"))
	}
	if waited {
		summary += noteBusy
	}
	return summary, x.nearLimit(nearest.exchange, limit, "the slowest answer ("+nearest.match+")")
}

// noteBusy follows times that the machine may have made long: what a bot waited for is not known.
const noteBusy = "; the bot hardly computed, and other programs wanted the processors: it slept, or waited for them; examine it again when the machine is quiet"

// nearFraction is the fraction of a limit above which a bot would be late on a
// slower machine.
const nearFraction = 0.7

// isNear reports whether a time is more than that fraction of a limit.
func isNear(took, limit time.Duration) bool { return took > time.Duration(nearFraction*float64(limit)) }

// nearLimit returns a finding for an answer that is in time by what is the bot's own, but
// near the limit.
func (x *examination) nearLimit(e exchange, limit time.Duration, what string) []Finding {
	if limit == 0 || e.own() > limit || !isNear(e.own(), limit) {
		return nil
	}
	return []Finding{{
		Level: Warning, Turn: e.turn, Title: what + " is near the limit", Input: lastLines(e.input), Answer: lastLines(e.answer), Rule: referee.Timeout.Info().Rule,
		Detail: fmt.Sprintf("%s took %s, %s of it CPU time of the bot; the limit is %s", what, ms(e.reply.Wall), ms(e.reply.CPU), limitText(limit)),
		Advice: "leave a margin: another machine may be slower, and garbage collection can run at any time",
	}}
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

const (
	lateRuns  = 3 // times that a late answer is asked for again under the limits in force
	voidTries = 6 // matches that the machine may spoil before the doctor gives up
	lateTurns = 3 // late answers of a match that are asked for again: the first may be the machine's
)

const adviseSlow = "think less, or until a deadline of your own with a few milliseconds to spare; do not sleep; slow loading costs time in every match"

// lateAgain asks for a late answer again. An answer that is late again at the same
// turn, or a match that is lost again, is wrong; what does not come again is a
// warning. The key of the cause is empty when nothing is to be said.
func (x *examination) lateAgain(ctx context.Context, t transcript, e exchange) (cause, error) {
	limit := x.limitOf(t, e.turn)
	c := cause{key: "late", check: "time", rule: referee.Timeout.Info().Rule, level: Warning, title: "an answer was late once", advice: "run the doctor again when the machine is idle"}
	late := titleLate
	if t.index(e.turn) == 0 {
		c.key, c.check, late = "slow start", "start", titleSlowStart
	}
	if limit == 0 {
		return cause{}, nil
	}
	c.detail = fmt.Sprintf("the answer of turn %d took %s, %s of it CPU time of the bot; the limit is %s", e.turn, ms(e.reply.Wall), ms(e.reply.CPU), limitText(limit))
	again := x.lostAgain
	if busyness() > 0 {
		again = x.slowAgain
	}
	times, runs, err := again(ctx, t, e)
	if err == nil && runs == 0 { // all matches were void: that tells of the machine, and not of the bot
		times, runs, err = x.slowAgain(ctx, t, e)
	}
	if err != nil || runs > 0 && times == 0 && busyness() > 0 {
		return cause{}, err
	}
	if runs < 2 { // once proves nothing: it was late once before
		c.detail += "; the machine was too busy to ask for it again"
		return c, nil
	}
	c.detail += fmt.Sprintf("; asked for again, it was late %d times of %d", times, runs)
	if times >= 2 {
		c.level, c.title, c.advice = Wrong, late, adviseSlow
		if e.reply.CPU < limit/2 {
			c.advice = "it mostly waited: look for a sleep in its code, and flush at once"
		}
	}
	return c, nil
}

// lostAgain plays the match again up to the late answer, under the limits in force
// and with the referee's own judgement: a bot that the machine did not run is not
// late. It returns how often the bot was late, at that turn or before.
func (x *examination) lostAgain(ctx context.Context, t transcript, e exchange) (times, runs int, err error) {
	limits := x.Limits
	if t.index(e.turn) > 0 {
		limits.First = x.waitLimits().First // a slow start is told of the first answer
	}
	for tries := 0; runs < lateRuns && tries < voidTries; tries++ {
		again, err := x.playOnce(ctx, t.until(e.turn, limits))
		if void(err) {
			continue
		}
		if err != nil {
			return times, runs, err
		}
		runs++
		if slices.ContainsFunc(again.faults, func(f referee.Fault) bool { return f.Kind == referee.Timeout }) {
			times++
		} else if runs == 2 && times == 0 {
			break
		}
	}
	return times, runs, nil
}

// slowAgain feeds the bot its side of the match again and looks at what it does in the
// late turn. On a busy machine only the time counts in which the bot computed, or was
// not waiting for a CPU.
func (x *examination) slowAgain(ctx context.Context, t transcript, e exchange) (times, runs int, err error) {
	for range lateRuns {
		own, known, err := x.ownTime(ctx, t, e)
		if err != nil {
			return times, runs, err
		}
		if !known {
			continue
		}
		runs++
		if own > x.limitOf(t, e.turn) {
			times++
		}
		if times == 2 || runs == 2 && times == 0 {
			break
		}
	}
	return times, runs, nil
}

const (
	ownLook    = 2 * time.Millisecond // between two looks at what a bot does
	leastLooks = 3                    // that tell something of a turn
)

// ownTime returns the time that the bot itself took for the answer of a turn. This is
// its processor time or, if longer, the time in which none of its threads wanted a CPU.
func (x *examination) ownTime(ctx context.Context, t transcript, e exchange) (own time.Duration, known bool, err error) {
	p, err := x.fed(ctx, t, e.turn)
	if p == nil {
		return 0, false, err
	}
	defer p.stop()
	bot := findDescendants(p.token)
	before, _ := activity(bot)
	begun := time.Now()
	p.send(e.input, x.waitLimits().First)
	cpu, looks, looked, idle := before, 0, begun, time.Duration(0)
	for time.Since(begun) < hangPatience+x.limitOf(t, e.turn) && !p.program.AwaitEnd(0) {
		if _, answered := p.take(ctx, ownLook); answered || ctx.Err() != nil {
			break
		}
		now, runnable := activity(bot)
		if _, answered := p.take(ctx, time.Microsecond); answered {
			break // by the end of the look it was done
		}
		// On a busy machine looks are few and far between, each for the time since the last.
		looks++
		at := time.Now()
		if !runnable {
			idle += at.Sub(looked)
		}
		looked, cpu = at, now
	}
	return max(cpu-before, idle), looks >= leastLooks && len(bot) > 0, ctx.Err()
}
