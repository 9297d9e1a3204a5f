package doctor

import (
	"context"
	"fmt"
	"time"

	"arbiter/referee"
)

const adviseFlush = "flush stdout after each answer: print(..., flush=True), std::endl, out.flush(), or start Python with -u"

// flush finds out why there was no first answer: whether it comes when the input
// is closed, or when more input is sent.
func (x *examination) flush(ctx context.Context) (string, []Finding, error) {
	if !x.unresponsive {
		return "every answer came before more input was sent", nil, nil
	}
	for _, trigger := range []struct {
		title, detail, advice string
		act                   func(p *probe, input []byte)
	}{
		{
			"answers come only when the input ends",
			"nothing came within %v of the first input; this came when the input was closed",
			adviseFlush,
			func(p *probe, _ []byte) { p.stdin.Close() },
		},
		{
			"answers come only when more input comes",
			"nothing came within %v of the first input; this came when a second one was sent",
			"read no further than the input of the turn: more comes only after your answer. Or " + adviseFlush,
			func(p *probe, input []byte) { p.send(input, time.Second) },
		},
	} {
		p, err := newProbe(x.Bot)
		if err != nil {
			return "", nil, errUnresponsive // the check start has reported why
		}
		answer, input, err := x.answerAfter(ctx, p, trigger.act)
		p.stop()
		if err != nil {
			return "", nil, err
		}
		if answer == "" {
			continue
		}
		return trigger.title, []Finding{{
			Level: Wrong, Turn: 1, Title: trigger.title, Detail: fmt.Sprintf(trigger.detail, x.waitLimits().First),
			Input: lastLines(input), Answer: lastLines(answer), Rule: ruleFlush, Advice: trigger.advice,
		}}, nil
	}
	return "", nil, errUnresponsive
}

// answerAfter sends the first input and, when no answer comes within the limit,
// calls act. It returns the answer that comes after that, if any.
func (x *examination) answerAfter(ctx context.Context, p *probe, act func(*probe, []byte)) (answer, input string, err error) {
	m, err := x.Game.New(referee.Setup{Seed: 1}, x.Game.Info().MinSeats)
	if err != nil {
		return "", "", err
	}
	first := m.Input(0, nil)
	p.Ask(referee.Ask{Turn: 1, Input: first, Lines: m.Lines(0), Limit: x.waitLimits().First})
	reply, err := p.Reply(ctx)
	if err != nil || reply.Fault == nil {
		return "", "", err // it answered this time, so flushing is not the problem
	}
	select {
	case <-p.exited:
		return "", "", nil // the check start has reported it
	default:
	}
	act(p, first)
	text, _ := p.stdout.take(ctx, m.Lines(0), exitPatience, p.exited)
	return text, string(first), ctx.Err()
}
