package doctor

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"arbiter/referee"
	"arbiter/referee/plural"
)

// hangPatience is how long a bot that does not wait for input has for an answer before it
// counts as one that gives none.
const hangPatience = 6 * time.Second

// Titles of causes that are found in several ways.
const (
	titleTooMany   = "a line too many: it waits for a line that is not sent"
	titleLate      = "a slow turn: it answers too late"
	titleSlowStart = "a slow start: its first answer is too late"
	titleNoLineEnd = "an answer without a line end"
)

const (
	adviseLineEnd = `print a newline after each answer: print(answer, flush=True), console.log(answer), fmt.Println(answer), printf("...\n") and fflush(stdout)`
	adviseFlush   = "flush stdout after each answer: print(..., flush=True), std::endl, out.flush(), or start Python with -u"
	adviseCount   = "count the lines that you read: the input of a turn ends where the protocol says, and more comes only after your answer"
	adviseLines   = "read no further than the input of the turn, line by line: sys.stdin.read(), readlines() and json.load(sys.stdin) wait for the end of the match"
)

// hang finds out why the bot gave no answer in time. None is found when it gives one if it
// may take longer.
func (x *examination) hang(ctx context.Context, t transcript, f referee.Fault) (c cause, err error) {
	if c, err := x.stuck(ctx, t, f); c.found() || err != nil {
		return c, err
	}
	patience := max(hangPatience, x.limitOf(t, f.Turn)+time.Second)
	t, err = x.play(ctx, t.until(f.Turn, referee.TimeLimits{First: patience, Turn: patience}))
	i := slices.IndexFunc(t.faults, func(f referee.Fault) bool { return f.Kind == referee.Timeout || f.Exit.Memory })
	if err != nil || i < 0 {
		return c, err
	}
	f = t.faults[i]
	if c, err := x.stuck(ctx, t, f); c.found() || err != nil {
		return c, err
	}
	c = cause{
		key: "no answer", level: Wrong, rule: referee.Timeout.Info().Rule, title: "no answer in time", detail: f.Why,
		advice: "it neither computes nor waits for input: look for a sleep, a lock or a program that it waits for",
	}
	switch {
	case f.Exit.Memory:
		c.key, c.check, c.rule, c.title = "allocates", "memory", ruleMemory, "it allocates memory without end"
		c.detail = fmt.Sprintf("no answer to the input of turn %d: %s", f.Turn, f.Why)
		c.advice = "look for a loop that adds to a list, or a search that keeps all it has seen"
	case t.at(f.Turn).reply.CPU > patience/2:
		c.key, c.title = "endless", "an endless loop: it computes without end"
		c.advice = "look for a loop that does not end, or a search without a time limit; arbiter debug stops a recorded match before the turn"
	}
	return c, nil
}

// stuck finds out why a bot gave no answer that has written one, or waits for more input.
func (x *examination) stuck(ctx context.Context, t transcript, f referee.Fault) (c cause, err error) {
	e := t.at(f.Turn)
	if x.answerLines != referee.Document && strings.TrimSpace(f.Line) != "" {
		switch {
		case x.accepts(t, f.Turn, f.Line):
			return noLineEnd(e, f.Line, "it is complete but for that, so the referee waits for the rest of the line"), nil
		case f.Waiting:
			return noLineEnd(e, f.Line, "it waits for the next input, and the referee for the rest of the line"), nil
		}
	}
	if !f.Waiting {
		return c, nil
	}
	return x.waiting(ctx, t, e)
}

// limitOf returns the limit of the answer in a turn.
func (x *examination) limitOf(t transcript, turn int) time.Duration {
	if t.index(turn) == 0 {
		return x.Limits.First
	}
	return x.Limits.Turn
}

// waiting finds out why the bot waits for input when it has been sent all of it:
// because it did not flush its answer, or because it reads more.
func (x *examination) waiting(ctx context.Context, t transcript, e exchange) (c cause, err error) {
	total := strings.Count(e.input, "\n")
	read := fmt.Sprintf("it has read %d of %s of the input of turn %d and waits for more", total, plural.Count(total, "line"), e.turn)
	// At the end of its input a bot gives what is in its buffers.
	answers, rest, ended, err := x.atEnd(ctx, t, e, "")
	if err != nil {
		return c, err
	}
	if len(answers) == 0 && rest != "" && x.answerLines != referee.Document && x.accepts(t, e.turn, rest) {
		return noLineEnd(e, rest, "it came only when the input ended, so it is not flushed either"), nil
	}
	next := e.input
	if len(answers) > 0 {
		c.answer = lastLines(answers[0])
		if input := x.inputAfter(t, e.turn, answers[0]); input != "" {
			next = input
		}
	}
	// One that reads too much answers within the next input; one that did not flush
	// goes on to the end of it.
	n, answered, stopped, err := x.more(ctx, t, e, next)
	if err != nil {
		return c, err
	}
	c.check, c.level, c.rule = "flush", Wrong, ruleWholeInput
	switch {
	case (answered != "") != stopped:
		c.key, c.title, c.advice, c.answer = "reads too many lines", titleTooMany, adviseCount, lastLines(answered)
		c.detail = fmt.Sprintf("%s; its answer came when %s more came", read, plural.Count(n, "line"))
		if stopped {
			c.detail = fmt.Sprintf("%s; it ended when %s more came", read, plural.Count(n, "line"))
		}
		return c, nil
	case len(answers) == 0 && answered == "":
		c = cause{
			key: "no answer", level: Wrong, title: "no answer in time", rule: referee.Timeout.Info().Rule,
			detail: read + "; no answer comes with more input, nor when its input ends",
			advice: "print an answer to each input, and " + adviseFlush,
		}
		if ended {
			c.detail += ", where it ends: it prints nothing, or reads to the end of its input first"
			c.advice += "; " + adviseLines
		}
		return c, nil
	case answered == "" && (next != e.input || x.answerLines == referee.Document):
		twice, _, _, err := x.atEnd(ctx, t, e, next)
		if err != nil {
			return c, err
		}
		if len(twice) < 2 {
			c.key, c.title = "reads to the end", "it reads to the end of its input before it answers"
			c.detail = read + "; its only answer came when its input ended"
			c.advice = adviseLines
			return c, nil
		}
	}
	c.key, c.title, c.rule = "flush", "a missing flush: answers come only when the input ends", ruleFlush
	c.detail = fmt.Sprintf("it has read %d of %s of the input of turn %d and waits for the next; its answer came when its input was closed", total, plural.Count(total, "line"), e.turn)
	c.advice = adviseFlush + "; and do not read to the end of the input before you answer"
	return c, nil
}

// more feeds the bot up to a turn and then the next input, line by line. It returns
// after how many lines an answer came, or the bot ended.
func (x *examination) more(ctx context.Context, t transcript, e exchange, next string) (n int, answer string, ended bool, err error) {
	p, err := x.fed(ctx, t, e.turn)
	if p == nil {
		return 0, "", false, err
	}
	defer p.stop()
	p.send(e.input, time.Second)
	if _, ok := p.take(ctx, time.Second); ok {
		return 0, "", false, ctx.Err()
	}
	lines := slices.Collect(strings.Lines(next))
	for n < len(lines) && ctx.Err() == nil {
		step := 1
		if n == 2*heldBack {
			step = len(lines) - n
		}
		p.send(strings.Join(lines[n:n+step], ""), time.Second)
		n += step
		text, ok := p.take(ctx, dripWait(true))
		ended = p.program.AwaitEnd(exitGrace / 5)
		if ended && !ok { // at its end a bot gives what is in its buffers
			text, ok = p.take(ctx, exitGrace)
		}
		if ok || ended {
			return n, text, ended, ctx.Err()
		}
	}
	return n, "", false, ctx.Err()
}

// exitGrace is how long a process may take to end, or its output to arrive then.
const exitGrace = 250 * time.Millisecond

// atEnd feeds the bot the inputs up to a turn and one more, and closes its input. It
// returns the answers that come then, the incomplete rest after them, and whether the
// bot ends.
func (x *examination) atEnd(ctx context.Context, t transcript, e exchange, more string) (answers []string, rest string, ended bool, err error) {
	p, err := x.fed(ctx, t, e.turn)
	if p == nil {
		return nil, "", false, err
	}
	defer p.stop()
	p.send(e.input+more, time.Second)
	p.stdin.Close()
	for range 2 {
		text, ok := p.take(ctx, hangPatience)
		if !ok {
			break
		}
		answers = append(answers, text)
	}
	return answers, string(p.output), p.program.AwaitEnd(exitGrace), ctx.Err()
}

// noLineEnd is the cause of a bot whose answer lacks the end of its line; how tells
// what came of it.
func noLineEnd(e exchange, answer, how string) cause {
	return cause{
		key: "no line end", check: "lines", level: Wrong, title: titleNoLineEnd, rule: ruleLineEnd, advice: adviseLineEnd,
		detail: fmt.Sprintf("%q has no line end in turn %d: %s", referee.Quote(answer), e.turn, how), answer: lastLines(answer),
	}
}
