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

// titleTwoAnswers is of a bot whose stray output could be an answer as well.
const titleTwoAnswers = "more than one answer to an input"

const adviseOneAnswer = "write exactly one answer to each input, and print what is for you to stderr"

// lines reports what the bot writes beside its answers in the opening.
func (x *examination) lines(ctx context.Context) (string, []Finding, error) {
	t := x.opening
	found, err := x.faultFindings(ctx, t)
	if err != nil {
		return "", nil, err
	}
	found = slices.DeleteFunc(found, func(f Finding) bool { return f.Check != "lines" })
	if len(found) > 0 {
		return found[0].Title, found, nil
	}
	for _, e := range t.exchanges {
		if c := encoded(e.answer); c.found() && len(t.faults) == 0 {
			c.level, c.rule = Warning, x.answerForm() // the game reads what it needs
			return "it is not plain UTF-8", []Finding{c.finding(t, e)}, nil
		}
	}
	d, err := x.ending(ctx)
	if err != nil {
		return "", nil, err
	}
	extra := d.extra
	if x.answerLines == referee.Document {
		extra = strings.TrimSpace(extra)
	}
	var c cause
	switch {
	case extra == "":
	case len(t.faults) > 0: // of which the first line alone was looked at
		c, err = x.stray(ctx, t, t.faults[0].Turn)
	default:
		c, err = x.diagnose(ctx, t, referee.Fault{
			Turn: d.turn, Seat: t.seat, Kind: referee.Unasked, Line: referee.Quote(extra),
			Why: plural.Count(len(extra), "byte") + " came in addition to the answer; want none",
		})
	}
	if err != nil || !c.found() {
		return fmt.Sprintf("one answer to each of %d inputs", len(t.exchanges)), nil, err
	}
	if c.answer == "" {
		c.answer = fmt.Sprintf("%q", referee.Quote(extra))
	}
	if x.answerLines == referee.Document {
		c.level = Warning // it is never asked again
	}
	return "more was written than was asked for", []Finding{c.finding(t, t.at(d.turn))}, nil
}

// stray finds out whether something was written in a turn, or the one before it,
// besides an answer: a debug print, a greeting, a second answer.
func (x *examination) stray(ctx context.Context, t transcript, turn int) (cause, error) {
	index := t.index(turn)
	for _, e := range slices.Backward(t.exchanges[max(0, index-1) : index+1]) {
		early, output, err := x.output(ctx, t, e)
		if err != nil {
			return cause{}, err
		}
		if c := x.strayIn(t, e, early+output); c.found() {
			return wasEarly(c, early), nil
		}
	}
	return cause{}, nil
}

// wasEarly returns the cause of stray output that begins with text that came before the
// first input.
func wasEarly(c cause, early string) cause {
	switch asked := (referee.Fault{Kind: referee.Garbled, Line: early + "X"}); {
	case strings.TrimSpace(early) == "":
	case asked.Hint() == referee.HintPrompt:
		c = promptCause("it is printed before each line is read")
		c.answer = fmt.Sprintf("%q", referee.Quote(early))
	default:
		c.title, c.detail = "output before it was asked", "this came before the input of the turn was sent"
		c.advice = "wait for the input before you write; greetings belong on stderr"
		c.answer = fmt.Sprintf("%q", referee.Quote(early))
	}
	return c
}

// output returns what the bot writes to stdout before its first input, if this is of the
// exchange, and then everything that it writes in the exchange.
func (x *examination) output(ctx context.Context, t transcript, e exchange) (early, text string, err error) {
	p, err := x.fed(ctx, t, e.turn)
	if p == nil {
		return "", "", err
	}
	defer p.stop()
	wait := settle * time.Duration(1+min(2*busyness(), 8))
	early = p.drain(ctx, wait)
	if e.turn > t.exchanges[0].turn {
		early = "" // it is of the turn before
	}
	p.send(e.input, x.waitLimits().First)
	answer, _ := p.take(ctx, x.waitLimits().First)
	return early, answer + p.drain(ctx, wait), ctx.Err()
}

// strayIn finds what is no answer in the output of an exchange.
func (x *examination) strayIn(t transcript, e exchange, output string) cause {
	c := cause{
		key: "stray output", check: "lines", level: Wrong, rule: referee.Unasked.Info().Rule, advice: adviseOneAnswer, answer: lastLines(output),
	}
	asked, lines := x.answerLines, slices.Collect(strings.Lines(output))
	if asked == referee.Document || len(lines) <= asked {
		return x.strayBefore(c, t, e, output)
	}
	count := fmt.Sprintf("it wrote %s in turn %d; want %d", plural.Count(len(lines), "line"), e.turn, asked)
	answers, blank, other, extra := 0, 0, "", 0
	for i, line := range lines {
		switch {
		case strings.TrimSpace(line) == "":
			blank++
		case x.accepts(t, e.turn, line):
			answers++
		case other == "":
			other, extra = strings.TrimRight(line, "\r\n"), i+1
		}
	}
	switch {
	case other == "" && answers == 1 && blank == len(lines)-1 && !strings.HasSuffix(output, "\n"):
		return noLineEnd(e, output, "a line end comes before the answer, and the blank line counts as the answer")
	case other != "" && answers > 0:
		c.title = "debug output on stdout"
		c.detail = fmt.Sprintf("%s: line %d, %q, is extra", count, extra, referee.Quote(other))
	case other == "" && blank > 0 && answers == asked:
		c.title = "blank lines between the answers"
		c.detail = count + ", and a blank line counts as one"
		c.advice = "end the answer with one line end; print() adds its own"
	case other == "" && answers > asked:
		c.title = titleTwoAnswers
		c.detail = count
	default:
		return cause{}
	}
	return c
}

// strayBefore finds text before an answer on its line, or before a document.
func (x *examination) strayBefore(c cause, t transcript, e exchange, output string) cause {
	text := strings.TrimSpace(output)
	if x.accepts(t, e.turn, text) {
		return cause{}
	}
	for start := range text[:min(len(text), referee.MaxQuote)] {
		if start == 0 || text[start] == ' ' || isDigit(text[start]) && isDigit(text[start-1]) {
			continue
		}
		if rest := text[start:]; x.accepts(t, e.turn, rest) {
			c.title = "debug output on stdout"
			c.detail = fmt.Sprintf("%q stands before the answer %q", referee.Quote(text[:start]), referee.Quote(rest))
			return c
		}
	}
	return cause{}
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }
