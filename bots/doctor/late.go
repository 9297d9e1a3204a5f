package doctor

import (
	"context"
	"fmt"
	"slices"
	"time"

	"arbiter/referee"
)

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
	times, runs, err := again(ctx, t, e, limit)
	if err == nil && runs == 0 { // all matches were void: that tells of the machine, and not of the bot
		times, runs, err = x.slowAgain(ctx, t, e, limit)
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
func (x *examination) lostAgain(ctx context.Context, t transcript, e exchange, _ time.Duration) (times, runs int, err error) {
	for tries := 0; runs < lateRuns && tries < voidTries; tries++ {
		again, err := x.playOnce(ctx, scenario{name: t.name, setup: t.setup, seat: t.seat, rival: t.rival, turns: e.turn, limits: &x.Limits})
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
func (x *examination) slowAgain(ctx context.Context, t transcript, e exchange, limit time.Duration) (times, runs int, err error) {
	for range lateRuns {
		own, known, err := x.ownTime(ctx, t, e)
		if err != nil {
			return times, runs, err
		}
		if !known {
			continue
		}
		runs++
		if own > limit {
			times++
		}
		if times == 2 || runs == 2 && times == 0 {
			break
		}
	}
	return times, runs, nil
}

// ownTime returns the time that the bot itself took for the answer of a turn. This is
// its processor time or, if longer, the time in which none of its threads wanted a CPU.
func (x *examination) ownTime(ctx context.Context, t transcript, e exchange) (own time.Duration, known bool, err error) {
	lines, err := x.answerLines()
	if err != nil {
		return 0, false, err
	}
	p, ok, err := x.fed(ctx, t, e.turn)
	if p != nil {
		defer p.stop()
	}
	if err != nil || !ok {
		return 0, false, err
	}
	before := p.condition()
	begun := time.Now()
	p.send([]byte(e.input), x.waitLimits().First)
	now := before
	looks, looked, idle := 0, begun, time.Duration(0)
	for time.Since(begun) < hangPatience+x.limitOf(t, e.turn) {
		_, answered := p.stdout.take(ctx, lines, ownLook, p.exited)
		if err := ctx.Err(); err != nil {
			return 0, false, err
		}
		if answered || p.awaitExit(0) {
			break
		}
		now = p.condition()
		if p.stdout.has(lines) {
			break // by the end of the look it was done
		}
		// On a busy machine looks are few and far between, each for the time since the last.
		looks++
		at := time.Now()
		if !now.runnable {
			idle += at.Sub(looked)
		}
		looked = at
	}
	if !now.known || looks < leastLooks {
		return 0, false, nil
	}
	return max(now.cpu-before.cpu, idle), true, nil
}

const (
	ownLook    = 2 * time.Millisecond // between two looks at what a bot does
	leastLooks = 3                    // that tell something of a turn
)
