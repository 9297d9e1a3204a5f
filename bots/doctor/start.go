package doctor

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"arbiter/referee"
	"arbiter/referee/process"
)

// start plays until the first answer.
func (x *examination) start(ctx context.Context) (string, []Finding, error) {
	t, err := x.firstAnswer(ctx)
	var spec *process.SpecError
	if errors.As(err, &spec) {
		x.unresponsive = true
		return "it cannot be started", []Finding{{
			Level: Wrong, Title: "the bot cannot be started", Detail: spec.Why,
			Advice: "run its command by hand in its folder: " + strings.Join(x.Bot.Command, " "),
		}}, nil
	}
	if err != nil {
		return "", nil, err
	}
	first := t.exchanges[0]
	if f := first.reply.Fault; f != nil {
		x.unresponsive = true
		return "no answer to the first input", []Finding{x.faultFinding(t, *f)}, nil
	}
	summary := fmt.Sprintf("first answer after %s; the limit is %s", ms(first.reply.Wall), limitText(x.Limits.First))
	var findings []Finding
	if f, ok := slowAnswer(first, x.Limits.First, "the first answer"); ok {
		findings = append(findings, f)
	}
	return summary, findings, nil
}

// startTries is how many times the first answer is measured when it was slow but
// the bot used little CPU time: the machine may have been busy.
const startTries = 3

// firstAnswer plays up to the bot's first answer and returns the fastest of
// several tries.
func (x *examination) firstAnswer(ctx context.Context) (transcript, error) {
	var best transcript
	for range startTries {
		t, err := x.play(ctx, scenario{name: "seed 1", setup: referee.Setup{Seed: 1}, turns: 1})
		if err != nil {
			return t, err
		}
		reply := t.exchanges[0].reply
		if best.exchanges == nil || reply.Wall < best.exchanges[0].reply.Wall {
			best = t
		}
		_, slow := slowAnswer(t.exchanges[0], x.Limits.First, "")
		if reply.Fault != nil || !slow || reply.CPU >= reply.Wall/2 {
			break
		}
	}
	return best, nil
}
