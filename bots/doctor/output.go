package doctor

import (
	"context"
	"fmt"
	"strings"

	"arbiter/referee"
	"arbiter/referee/plural"
)

// lines reports output other than the answers.
func (x *examination) lines(ctx context.Context) (string, []Finding, error) {
	d, err := x.dialogue(ctx)
	if err != nil {
		return "", nil, err
	}
	if c, found := encoded(d.raw); found {
		if c.level = Wrong; len(d.unasked) == 0 && len(d.transcript.faults) == 0 {
			c.level = Warning // the game reads what it needs
		}
		c.rule = x.answerForm()
		return "it is not plain UTF-8", []Finding{c.finding(d.transcript, d.transcript.exchanges[0])}, nil
	}
	if len(d.unasked) == 0 {
		return fmt.Sprintf("one answer to each of %d inputs", len(d.transcript.exchanges)), nil, nil
	}
	first := d.unasked[0]
	t := d.transcript
	e := t.at(first.turn)
	if first.before && t.index(first.turn) > 0 {
		e = t.exchanges[t.index(first.turn)-1] // it came after the answer to that
	}
	if c, found, err := x.readsTooFew(ctx, t, first.turn); found || err != nil {
		return c.title, []Finding{c.finding(t, t.at(first.turn))}, err
	}
	c, found := x.strayIn(t, e, e.answer+"\n"+first.text)
	if !found {
		c = cause{
			key: "stray output", check: "lines", level: Wrong, rule: referee.Unasked.Info().Rule, title: titleTwoAnswers,
			detail: fmt.Sprintf("%s came in addition to the answer; want none", plural.Count(len(first.text), "byte")),
			advice: "write exactly one answer to each input, and print what is for you to stderr",
		}
		if strings.TrimSpace(first.text) == "" {
			c.title, c.detail = "blank lines between the answers", "a blank line counts as a line of an answer"
			c.advice = "end the answer with one line end; print() adds its own"
		}
	}
	if prompts := (referee.Fault{Kind: referee.Garbled, Line: first.text + "X"}); first.before && prompts.Hint() == referee.HintPrompt {
		c = promptCause("it is printed before each line is read")
	} else if first.before && t.index(first.turn) == 0 {
		c.title, c.detail = "output before it was asked", "this came before the input of the turn was sent"
		c.advice = "wait for the input before you write; greetings belong on stderr"
	}
	c.answer = fmt.Sprintf("%q", referee.Quote(first.text))
	if lines, err := x.answerLines(); err == nil && lines == referee.Document {
		c.level = Warning // it is never asked again
	}
	x.strays = true
	return "more was written than was asked for", []Finding{c.finding(t, e)}, nil
}
