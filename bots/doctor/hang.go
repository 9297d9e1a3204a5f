package doctor

import (
	"context"
	"fmt"
	"strings"
	"time"

	"arbiter/referee"
	"arbiter/referee/plural"
)

const (
	hangPatience = 6 * time.Second        // how long a bot that gives no answer is watched
	hangLook     = 50 * time.Millisecond  // between two looks
	leastLoop    = 300 * time.Millisecond // of processor time that an endless loop has used by then
	waitingLooks = 4                      // in a row that find it waiting for input
)

// A condition is what a bot that gives no answer does.
type condition struct {
	waiting  bool          // for input: all that was sent is read
	runnable bool          // a thread runs, wants to, or waits for a disk
	unread   int           // bytes of the input that it has not read; -1 when that cannot be told
	cpu      time.Duration // processor time so far, with its descendants
	known    bool          // the system tells it
	gone     bool          // none of its processes is left
	resident int64         // bytes of memory in use
	reserved int64         // bytes of memory that it has asked for
}

// Titles of causes that are found in several ways.
const (
	titleTooMany   = "a line too many: it waits for a line that is not sent"
	titleLate      = "a slow turn: it answers too late"
	titleSlowStart = "a slow start: its first answer is too late"
	titleNoLineEnd = "an answer without a line end"
)

const adviseLineEnd = `print a newline after each answer: print(answer, flush=True), console.log(answer), fmt.Println(answer), printf("...\n") and fflush(stdout)`

const adviseFlush = "flush stdout after each answer: print(..., flush=True), std::endl, out.flush(), or start Python with -u"

const adviseCount = "count the lines that you read: the input of a turn ends where the protocol says, and more comes only after your answer"

const adviseLines = "read no further than the input of the turn, line by line: sys.stdin.read(), readlines() and json.load(sys.stdin) wait for the end of the match"

// hang finds out why the bot gave no answer in a turn. found is false when it
// gives one this time, or may only be waiting for a CPU.
func (x *examination) hang(ctx context.Context, t transcript, turn int) (c cause, found bool, err error) {
	e := t.at(turn)
	p, ok, err := x.fed(ctx, t, turn)
	if p != nil {
		defer p.stop()
	}
	if err != nil || !ok {
		return c, false, err
	}
	lines, err := x.answerLines()
	if err != nil {
		return c, false, err
	}
	limit := x.limitOf(t, turn)
	patience := max(hangPatience, limit+time.Second)
	sent := time.Now()
	p.send([]byte(e.input), x.waitLimits().First)
	start := p.condition()
	now := start
	waiting, idle, looks := 0, 0, 0
	before, wrote := "", "" // what of an answer was there at the last two looks
	for time.Since(sent) < patience {
		if _, answered := p.stdout.take(ctx, lines, hangLook, p.exited); answered || ctx.Err() != nil || p.awaitExit(0) {
			return c, false, ctx.Err()
		}
		now = p.condition()
		if grown := now.grown(start); grown > 0 {
			return allocates(e, grown, time.Since(sent)), true, nil
		}
		if now.gone {
			continue // its box has not noticed
		}
		before, wrote = wrote, p.stdout.rest()
		if wrote != "" && wrote == before && lines != referee.Document && x.accepts(t, turn, wrote) {
			return noLineEnd(e, wrote, "it is complete but for that, so the referee waits for the rest of the line"), true, nil
		}
		looks++
		waiting++
		if !now.waiting {
			waiting = 0
		}
		if !now.runnable {
			idle++
		}
		took := time.Since(sent)
		if waiting >= waitingLooks && (took > time.Second || took > limit && limit > 0) {
			if lines != referee.Document && strings.TrimSpace(wrote) != "" {
				return noLineEnd(e, wrote, "it waits for the next input, and the referee for the rest of the line"), true, nil
			}
			return x.waiting(ctx, t, e, lines)
		}
	}
	if !now.known {
		return x.waiting(ctx, t, e, lines)
	}
	used := now.cpu - start.cpu
	c = cause{
		key: "no answer", level: Wrong, rule: referee.Timeout.Info().Rule, title: "no answer in time",
		detail: fmt.Sprintf("no answer to the input of turn %d within %v; it used %s of processor time", turn, patience, ms(used)),
		advice: "it neither computes nor waits for input: look for a sleep, a lock or a program that it waits for",
	}
	if grown := now.resident - start.resident; grown > muchResident/8 {
		c.detail += fmt.Sprintf("; its memory grew by %s meanwhile", mib(grown))
	}
	switch {
	case idle < looks/4 && used > leastLoop && (used > 4*limit || used > patience/3):
		c.key, c.title = "endless", "an endless loop: it computes without end"
		c.advice = "look for a loop that does not end, or a search without a time limit; arbiter debug stops a recorded match before the turn"
	case idle < looks/2:
		return c, false, nil // it waits for a CPU
	case now.unread > 0:
		c.detail += fmt.Sprintf("; it has read %d of %d bytes of its input and reads no more", len(e.input)-now.unread, len(e.input))
	}
	return c, true, nil
}

// What a bot may take in a turn before it counts as one that allocates without end. More
// may be asked for than is ever used.
const (
	muchResident = 512 << 20
	muchReserved = 8 << 30
)

// grown returns by how many bytes the memory of a bot has grown since a look at it, 0 unless
// that is much.
func (c condition) grown(since condition) int64 {
	if grown := c.resident - since.resident; grown > muchResident {
		return grown
	}
	if grown := c.reserved - since.reserved; grown > muchReserved {
		return grown
	}
	return 0
}

// allocates is the cause of a bot that takes memory in place of an answer.
func allocates(e exchange, grown int64, took time.Duration) cause {
	return cause{
		key: "allocates", check: "memory", level: Wrong, rule: ruleMemory, title: "it allocates memory without end",
		detail: fmt.Sprintf("no answer to the input of turn %d: within %s its memory grew by %s", e.turn, ms(took), mib(grown)),
		advice: "look for a loop that adds to a list, or a search that keeps all it has seen",
	}
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
func (x *examination) waiting(ctx context.Context, t transcript, e exchange, lines int) (c cause, found bool, err error) {
	total := strings.Count(e.input, "\n")
	read := fmt.Sprintf("it has read %d of %s of the input of turn %d and waits for more", total, plural.Count(total, "line"), e.turn)
	// At the end of its input a bot gives what is in its buffers.
	answers, rest, ended, err := x.atEnd(ctx, t, e.turn, "", lines)
	if err != nil {
		return c, false, err
	}
	if len(answers) == 0 && rest != "" && lines != referee.Document && x.accepts(t, e.turn, rest) {
		return noLineEnd(e, rest, "it came only when the input ended, so it is not flushed either"), true, nil
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
	n, answered, stopped, err := x.more(ctx, t, e, next, lines)
	if err != nil {
		return c, false, err
	}
	if answered != "" && !stopped || answered == "" && stopped {
		c.key, c.check, c.level, c.rule, c.title, c.advice = "reads too many lines", "flush", Wrong, ruleWholeInput, titleTooMany, adviseCount
		c.detail = fmt.Sprintf("%s; its answer came when %s more came", read, plural.Count(n, "line"))
		c.answer = lastLines(answered)
		if stopped {
			c.detail = fmt.Sprintf("%s; it ended when %s more came", read, plural.Count(n, "line"))
		}
		return c, true, nil
	}
	if len(answers) == 0 && answered == "" {
		c = cause{
			key: "no answer", level: Wrong, title: "no answer in time", rule: referee.Timeout.Info().Rule,
			detail: read + "; no answer comes with more input, nor when its input ends",
			advice: "print an answer to each input, and " + adviseFlush,
		}
		if ended {
			c.detail += ", where it ends: it prints nothing, or reads to the end of its input first"
			c.advice += "; " + adviseLines
		}
		return c, true, nil
	}
	c.check, c.level = "flush", Wrong
	if answered == "" {
		twice, _, _, err := x.atEnd(ctx, t, e.turn, next, lines)
		if err != nil {
			return c, false, err
		}
		if len(twice) < 2 && (next != e.input || lines == referee.Document) {
			c.key, c.title, c.rule = "reads to the end", "it reads to the end of its input before it answers", ruleWholeInput
			c.detail = read + "; its only answer came when its input ended"
			c.advice = adviseLines
			return c, true, nil
		}
	}
	c.key, c.title, c.rule = "flush", "a missing flush: answers come only when the input ends", ruleFlush
	c.detail = fmt.Sprintf("it has read %d of %s of the input of turn %d and waits for the next; its answer came when its input was closed", total, plural.Count(total, "line"), e.turn)
	c.advice = adviseFlush + "; and do not read to the end of the input before you answer"
	return c, true, nil
}

// more feeds the bot up to a turn and then the next input, line by line. It returns
// after how many lines an answer came, or the bot ended.
func (x *examination) more(ctx context.Context, t transcript, e exchange, next string, lines int) (n int, answer string, ended bool, err error) {
	p, ok, err := x.fed(ctx, t, e.turn)
	if p != nil {
		defer p.stop()
	}
	if err != nil || !ok {
		return 0, "", false, err
	}
	p.send([]byte(e.input), time.Second)
	if _, ok := p.stdout.take(ctx, lines, min(x.waitLimits().First, time.Second), p.exited); ok || ctx.Err() != nil {
		return 0, "", false, ctx.Err()
	}
	rest := strings.SplitAfter(next, "\n")
	rest = rest[:len(rest)-1]
	for n < len(rest) {
		step := 1
		if n == 2*heldBack {
			step = len(rest) - n
		}
		p.send([]byte(strings.Join(rest[n:n+step], "")), time.Second)
		n += step
		text, ok := p.stdout.take(ctx, lines, dripWait(true), p.exited)
		ended = p.awaitExit(exitGrace / 5)
		if ended && !ok { // at its end a bot gives what is in its buffers
			text, ok = p.stdout.take(ctx, lines, exitPatience, p.exited)
		}
		if ok || ended || ctx.Err() != nil {
			return n, text, ended, ctx.Err()
		}
	}
	return n, "", false, nil
}

// atEnd feeds the bot the inputs up to a turn and one more, and closes its input. It
// returns the answers that come then, the incomplete rest after them, and whether the
// bot ends.
func (x *examination) atEnd(ctx context.Context, t transcript, turn int, more string, lines int) (answers []string, rest string, ended bool, err error) {
	p, ok, err := x.fed(ctx, t, turn)
	if p != nil {
		defer p.stop()
	}
	if err != nil || !ok {
		return nil, "", false, err
	}
	p.send([]byte(t.at(turn).input+more), time.Second)
	p.stdin.Close()
	for range 2 {
		text, ok := p.stdout.take(ctx, lines, exitPatience, p.exited)
		if !ok {
			break
		}
		answers = append(answers, text)
	}
	return answers, p.stdout.rest(), p.awaitExit(exitGrace), ctx.Err()
}

// noLineEnd is the cause of a bot whose answer lacks the end of its line; how tells
// what came of it.
func noLineEnd(e exchange, answer, how string) cause {
	return cause{
		key: "no line end", check: "lines", level: Wrong, title: titleNoLineEnd, rule: ruleLineEnd, advice: adviseLineEnd,
		detail: fmt.Sprintf("%q has no line end in turn %d: %s", referee.Quote(answer), e.turn, how), answer: lastLines(answer),
	}
}

// inputAfter returns the input that follows on an answer in a turn, "" when the
// match ends or the seat is not asked.
func (x *examination) inputAfter(t transcript, turn int, answer string) string {
	m, err := x.before(t, turn)
	if err != nil {
		return ""
	}
	defer m.Close()
	x.step(m, t, turn, answerOf(answer, m.Lines(t.seat)))
	for range 4 { // the other seats answer in between
		switch {
		case m.Over():
			return ""
		case m.Asked().Has(t.seat):
			return string(m.Input(t.seat, nil))
		}
		for seat := range m.Asked().All() {
			chooser, ok := m.(referee.Chooser)
			if !ok {
				return ""
			}
			var parts []string
			for _, choices := range chooser.Choices(seat) {
				parts = append(parts, choices[0])
			}
			m.Answer(seat, []string{strings.Join(parts, "|")})
		}
		m.Step()
	}
	return ""
}
