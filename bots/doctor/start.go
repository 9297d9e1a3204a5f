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
	ruleClock    = "The clock runs from just before the input is written to the arrival of the last byte of the answer."
	ruleFlush    = "**Flush after every answer.**"
	ruleAnswer   = "An answer is the number of lines that the game asks for."
	ruleUnasked  = "write one answer to each input, and debug output to stderr"
	ruleLong     = "A line has at most 65 536 bytes."
	ruleLineEnd  = "`\\n` ends a line, and one `\\r` before it is ignored."
	ruleEnd      = "There is no message of the end."
	ruleChildren = "It may start threads and processes. All of them end with the match"
	ruleStderr   = "At most 64 KiB of a turn and 1 MiB of a match are kept."
	rulePlace    = "Where they lie does not matter."
	ruleEnviron  = "Its environment is the referee's"
)

const adviseFlush = "flush stdout after each answer: print(..., flush=True), std::endl, out.flush(), or start Python with -u"

// start plays until the first answer.
func (x *examination) start(ctx context.Context) (string, []Finding, error) {
	v, err := x.firstAnswer(ctx)
	var spec *process.SpecError
	if errors.As(err, &spec) {
		x.mute = true
		return "it cannot be started", []Finding{{
			Level: Wrong, Title: "the bot cannot be started", Detail: spec.Why,
			Advice: "run its command by hand in its folder: " + strings.Join(x.Bot.Command, " "),
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
	told := fmt.Sprintf("first answer after %s; the limit is %s", ms(first.reply.Wall), limitText(x.Limits.First))
	var findings []Finding
	if f, ok := tardy(first, x.Limits.First, "the first answer"); ok {
		findings = append(findings, f)
	}
	return told, findings, nil
}

// startTries is how often a slow first answer is waited for again when the bot
// hardly used the processor: the machine may have been busy.
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

// nearLimit is the part of a limit above which a busier machine makes a bot
// late.
const nearLimit = 0.7

// tardy returns what there is to say of the time of an answer.
func tardy(e exchange, limit time.Duration, what string) (Finding, bool) {
	f := Finding{Turn: e.turn, Input: lastLines(e.input), Answer: lastLines(e.answer), Rule: ruleClock}
	wall := e.reply.Wall
	used := fmt.Sprintf("%s took %s, of which the bot used %s of processor time; the limit is %s",
		what, ms(wall), ms(e.reply.CPU), limitText(limit))
	f.Detail = used
	switch {
	case limit == 0 || wall <= time.Duration(nearLimit*float64(limit)):
		return f, false
	case wall <= limit:
		f.Level, f.Title = Warning, what+" is near the limit"
		f.Advice = "leave room: another machine may be slower, and a garbage collection comes when it likes"
	default:
		f.Level, f.Title = Wrong, what+" is late"
		f.Advice = "think less, or until a deadline of your own; what takes long to load takes long in every match"
	}
	if e.reply.CPU > 0 && e.reply.CPU < wall/2 {
		f.Advice = "the bot mostly waited: do not sleep, and flush at once; if the machine was busy, measure again when it is not"
	}
	return f, true
}

// flush finds out why no answer came: whether it comes once the input ends, or
// once there is more of it.
func (x *examination) flush(ctx context.Context) (string, []Finding, error) {
	if !x.mute {
		return "every answer came before more input was sent", nil, nil
	}
	for _, provoke := range []struct {
		title, detail, advice string
		act                   func(p *probe, input []byte)
	}{
		{
			"answers come only when the input ends",
			"nothing came within %v of the first input; when the input was closed, this did",
			adviseFlush,
			func(p *probe, _ []byte) { p.stdin.Close() },
		},
		{
			"answers come only when more input comes",
			"nothing came within %v of the first input; when a second one was sent, this did",
			"read no further than the input of the turn: what follows comes only after your answer. Or " + adviseFlush,
			func(p *probe, input []byte) { p.send(input, time.Second) },
		},
	} {
		p, err := newProbe(x.Bot)
		if err != nil {
			return "", nil, errMute // start has said why
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

// provoke sends the first input, waits in vain, and acts. It returns what
// comes then.
func (x *examination) provoke(ctx context.Context, p *probe, act func(*probe, []byte)) (answer, input string, err error) {
	m, err := x.Game.New(referee.Setup{Seed: 1}, x.Game.Info().MinSeats)
	if err != nil {
		return "", "", err
	}
	first := m.Input(0, nil)
	p.Ask(referee.Ask{Turn: 1, Input: first, Lines: m.Lines(0), Limit: x.patience().First})
	reply, err := p.Reply(ctx)
	if err != nil || reply.Fault == nil {
		return "", "", err // it answers after all: no matter of flushing
	}
	select {
	case <-p.exited:
		return "", "", nil // start has told of it
	default:
	}
	act(p, first)
	text, _ := p.stdout.take(ctx, m.Lines(0), endPatience, p.exited)
	return text, string(first), ctx.Err()
}

// blame makes a finding of a fault.
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
		out.Advice = "if the bot used little processor time it waits: " + adviseFlush + "; else think less"
	case referee.Crash:
		out.Title, out.Rule = "the program ended", ruleAnswer
		out.Advice = "read the end of its stderr; feed it this input by hand"
	case referee.Flood:
		out.Title, out.Rule = "more output than an answer may have", ruleLong
		out.Advice = "end each line with \\n"
	case referee.Unasked:
		out.Title, out.Rule = "output that nobody asked for", ruleUnasked
		out.Advice = "write exactly one answer to each input; debug output belongs on stderr"
	case referee.Garbled:
		out.Title, out.Rule = "an answer that cannot be read", x.form()
		out.Advice = "print the answer in exactly this form, and nothing else on stdout"
	default:
		out.Title, out.Rule = "an answer that the rules forbid", x.form()
		out.Advice = "see docs/rules/" + x.Game.Info().Name + ".md; the input above is what the bot knew"
	}
	if f.Forgiven {
		out.Title += " (forgiven)"
	}
	return out
}

// form returns how the game wants its answers.
func (x *examination) form() string {
	return answerForms()[x.Game.Info().Name]
}

// ms writes a time as the limits are written.
func ms(d time.Duration) string {
	if d < 10*time.Millisecond {
		return fmt.Sprintf("%.1f ms", d.Seconds()*1e3)
	}
	return fmt.Sprintf("%.0f ms", d.Seconds()*1e3)
}

// limitText writes a limit.
func limitText(d time.Duration) string {
	if d == 0 {
		return "none"
	}
	return ms(d)
}
