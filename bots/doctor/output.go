package doctor

import (
	"context"
	"fmt"
	"strings"

	"arbiter/referee"
)

// lines reports output other than the answers.
func (x *examination) lines(ctx context.Context) (string, []Finding, error) {
	d, err := x.dialogue(ctx)
	if err != nil {
		return "", nil, err
	}
	if len(d.unasked) == 0 {
		return fmt.Sprintf("one answer to each of %d inputs", len(d.transcript.exchanges)), nil, nil
	}
	first := d.unasked[0]
	f := Finding{
		Level: Wrong, Turn: first.turn, Title: "more than one answer to an input",
		Detail: fmt.Sprintf("%s came in addition to the answer; want none", plural(len(first.text), "byte")),
		Input:  lastLines(d.transcript.at(first.turn).input), Answer: fmt.Sprintf("%q", referee.Quote(first.text)),
		Rule:   ruleUnasked,
		Advice: "write exactly one answer to each input, and print what is for you to stderr",
	}
	switch {
	case first.before:
		f.Title, f.Detail = "output before it was asked", "this came before the input of the turn was sent"
		f.Advice = "wait for the input before you write; greetings belong on stderr"
	case strings.TrimSpace(first.text) == "":
		f.Title, f.Detail = "blank lines between the answers", "a blank line counts as a line of an answer"
		f.Advice = "end the answer with one line end; print() adds its own"
	}
	return "more was written than was asked for", []Finding{f}, nil
}

// lineEnds reports whether answers end in LF or CR LF.
func (x *examination) lineEnds(ctx context.Context) (string, []Finding, error) {
	d, err := x.dialogue(ctx)
	if err != nil {
		return "", nil, err
	}
	if strings.Contains(d.raw, "\r\n") {
		return "answers end in CR LF, as on Windows, which is accepted", nil, nil
	}
	return "answers end in LF", nil, nil
}
