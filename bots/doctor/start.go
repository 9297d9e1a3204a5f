package doctor

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"arbiter/referee"
	"arbiter/referee/process"
)

// The rules of docs/processes.md that findings quote.
const (
	ruleClock    = "The time of an answer runs from just before the input is written until its last byte arrives."
	ruleFlush    = "**Flush after every answer.**"
	ruleAnswer   = "An answer consists of the number of lines that the game asks for."
	ruleUnasked  = "write one answer for each input; write debug output to stderr"
	ruleLong     = "A line has at most 65 536 bytes."
	ruleLineEnd  = "A line ends with `\\n`; a `\\r` before it is ignored."
	ruleEnd      = "The end of the match is not announced."
	ruleChildren = "It may start threads and processes. All of them end with the match"
	ruleStderr   = "At most 64 KiB per turn and 1 MiB per match are recorded"
	rulePlace    = "The location of the files does not matter."
	ruleEnviron  = "Its environment is that of the referee"
)

const adviseFlush = "flush stdout after each answer: print(..., flush=True), std::endl, out.flush(), or start Python with -u"

// start plays until the first answer.
func (x *examination) start(ctx context.Context) (string, []Finding, error) {
	v, err := x.firstAnswer(ctx)
	var spec *process.SpecError
	if errors.As(err, &spec) {
		x.mute = true
		return "the bot cannot be started", []Finding{{
			Level: Wrong, Title: "the bot cannot be started", Detail: spec.Why,
			Advice: "run its command in its folder by hand: " + strings.Join(x.Bot.Command, " "),
		}}, nil
	}
	if err != nil {
		return "", nil, err
	}
	first := v.exchanges[0]
	if f := first.reply.Fault; f != nil {
		x.mute = true
		return "no answer to the first input", []Finding{x.blame(v, *f)}, nil
	}
	summary := fmt.Sprintf("first answer after %s; limit %s", ms(first.reply.Wall), limitText(x.Limits.First))
	var findings []Finding
	if f, ok := tardy(first, x.Limits.First, "the first answer"); ok {
		findings = append(findings, f)
	}
	return summary, findings, nil
}

// startTries is how often the bot is started in all if its first answer is slow
// although it hardly used the processor: the machine may have been busy.
const startTries = 3

// firstAnswer plays up to the bot's first answer. Of several tries it returns
// the fastest.
func (x *examination) firstAnswer(ctx context.Context) (visit, error) {
	var best visit
	for range startTries {
		v, err := x.sitDown(ctx, sitting{name: "seed 1", setup: referee.Setup{Seed: 1}, turns: 1})
		if err != nil {
			return v, err
		}
		reply := v.exchanges[0].reply
		if best.exchanges == nil || reply.Wall < best.exchanges[0].reply.Wall {
			best = v
		}
		_, slow := tardy(v.exchanges[0], x.Limits.First, "")
		if reply.Fault != nil || !slow || reply.CPU >= reply.Wall/2 {
			break
		}
	}
	return best, nil
}

// nearLimit is the fraction of a limit above which an answer could be late on a
// slower machine.
const nearLimit = 0.7

// tardy returns the finding about the time of an answer, and whether there is one.
func tardy(e exchange, limit time.Duration, what string) (Finding, bool) {
	f := Finding{Turn: e.turn, Input: lastLines(e.input), Answer: lastLines(e.answer), Rule: ruleClock}
	wall := e.reply.Wall
	used := fmt.Sprintf("%s took %s, in which the bot used %s of processor time; the limit is %s",
		what, ms(wall), ms(e.reply.CPU), limitText(limit))
	f.Detail = used
	switch {
	case limit == 0 || wall <= time.Duration(nearLimit*float64(limit)):
		return f, false
	case wall <= limit:
		f.Level, f.Title = Warning, what+" is near the limit"
		f.Advice = "leave a margin: another machine may be slower, and garbage collection may happen at any time"
	default:
		f.Level, f.Title = Wrong, what+" is late"
		f.Advice = "think less, or stop at a deadline of your own; loading takes its time in every match"
	}
	if e.reply.CPU > 0 && e.reply.CPU < wall/2 {
		f.Advice = "the bot mostly waited: do not sleep, and flush immediately; if the machine was busy, measure again when it is idle"
	}
	return f, true
}

// flush finds out why no answer arrived: whether one does after the end of the
// input, or after more input.
func (x *examination) flush(ctx context.Context) (string, []Finding, error) {
	if !x.mute {
		return "every answer arrived before more input was sent", nil, nil
	}
	for _, provoke := range []struct {
		title, detail, advice string
		act                   func(p *probe, input []byte)
	}{
		{
			"answers arrive only after the end of the input",
			"nothing arrived within %v after the first input; when stdin was closed, this did",
			adviseFlush,
			func(p *probe, _ []byte) { p.stdin.Close() },
		},
		{
			"answers arrive only after more input",
			"nothing arrived within %v after the first input; when a second input was sent, this did",
			"read no further than the input of the turn, because the next input is sent only after your answer; or " + adviseFlush,
			func(p *probe, input []byte) { p.send(input, time.Second) },
		},
	} {
		p, err := newProbe(x.Bot)
		if err != nil {
			return "", nil, errMute // start has reported why
		}
		answer, input, err := x.provoke(ctx, p, provoke.act)
		p.stop()
		if err != nil {
			return "", nil, err
		}
		if answer == "" {
			continue
		}
		return provoke.title, []Finding{{
			Level: Wrong, Turn: 1, Title: provoke.title, Detail: fmt.Sprintf(provoke.detail, x.patience().First),
			Input: lastLines(input), Answer: lastLines(answer), Rule: ruleFlush, Advice: provoke.advice,
		}}, nil
	}
	return "", nil, errMute
}

// provoke sends the first input, waits in vain for an answer, and acts. It
// returns the output after that.
func (x *examination) provoke(ctx context.Context, p *probe, act func(*probe, []byte)) (answer, input string, err error) {
	m, err := x.Game.New(referee.Setup{Seed: 1}, x.Game.Info().MinSeats)
	if err != nil {
		return "", "", err
	}
	first := m.Input(0, nil)
	p.Ask(referee.Ask{Turn: 1, Input: first, Lines: m.Lines(0), Limit: x.patience().First})
	reply, err := p.Reply(ctx)
	if err != nil || reply.Fault == nil {
		return "", "", err // it answers after all: flushing is not the problem
	}
	select {
	case <-p.exited:
		return "", "", nil // start has reported it
	default:
	}
	act(p, first)
	text, _ := p.stdout.take(ctx, m.Lines(0), endPatience, p.exited)
	return text, string(first), ctx.Err()
}

// blame returns the finding about a fault.
func (x *examination) blame(v visit, f referee.Fault) Finding {
	e := v.at(f.Turn)
	out := Finding{
		Level: Wrong, Turn: f.Turn, Detail: v.name + ": " + f.Why,
		Input: lastLines(e.input), Answer: f.Line,
	}
	if f.Forgiven {
		out.Level = Warning
	}
	if e.answer != "" && out.Answer == "" {
		out.Answer = lastLines(e.answer)
	}
	switch f.Kind {
	case referee.Timeout:
		out.Title, out.Rule = "no answer in time", ruleClock
		out.Advice = "if the bot used little processor time, it was waiting: " + adviseFlush + "; otherwise think less"
	case referee.Crash:
		out.Title, out.Rule = "the program ended", ruleAnswer
		out.Advice = "read the end of its stderr; feed it this input by hand"
	case referee.Flood:
		out.Title, out.Rule = "an answer longer than the maximum", ruleLong
		out.Advice = "end each line with \\n"
	case referee.Unasked:
		out.Title, out.Rule = "output without input", ruleUnasked
		out.Advice = "write exactly one answer for each input; write debug output to stderr"
	case referee.Garbled:
		out.Title, out.Rule = "an answer that cannot be parsed", x.form()
		out.Advice = "print the answer in exactly this format, and nothing else on stdout"
	default:
		out.Title, out.Rule = "an illegal answer", x.form()
		out.Advice = "see docs/rules/" + x.Game.Info().Name + ".md; the bot knew the input above"
	}
	if f.Forgiven {
		out.Title += " (forgiven)"
	}
	return out
}

// form returns the sentence that describes the format of an answer.
func (x *examination) form() string {
	return answerForms()[x.Game.Info().Name]
}

// ms formats a duration in milliseconds.
func ms(d time.Duration) string {
	if d < 10*time.Millisecond {
		return fmt.Sprintf("%.1f ms", d.Seconds()*1e3)
	}
	return fmt.Sprintf("%.0f ms", d.Seconds()*1e3)
}

// limitText formats a limit.
func limitText(d time.Duration) string {
	if d == 0 {
		return "none"
	}
	return ms(d)
}
