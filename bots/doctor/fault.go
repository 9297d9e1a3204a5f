package doctor

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"arbiter/referee"
)

// faultFindings returns findings for the faults of a match, one for each fault.
// What was found out about the first fault of a kind is not looked for again in
// those that look like it.
func (x *examination) faultFindings(ctx context.Context, t transcript) ([]Finding, error) {
	var findings []Finding
	for _, f := range t.faults {
		c, err := x.causeOf(ctx, t, f)
		if err != nil {
			return findings, err
		}
		if c.key == "" {
			continue
		}
		finding := c.finding(t, t.at(f.Turn))
		if finding.Answer == "" || f.Line != "" && c.answer == "" {
			finding.Answer = f.Line
		}
		finding.Stderr = f.Stderr
		findings = append(findings, finding)
	}
	return findings, nil
}

// causeOf returns why the bot made a fault: found out once for all faults that
// look alike. Its key is empty when the machine was to blame.
func (x *examination) causeOf(ctx context.Context, t transcript, f referee.Fault) (cause, error) {
	alike := string(f.Kind) + " " + pattern(f.Why)
	if f.Kind == referee.Illegal || f.Kind == referee.Unasked {
		alike = fmt.Sprint(f.Kind, f.Forgiven)
	}
	if c, ok := x.causes[alike]; ok {
		if c.detail != "" && f.Kind != referee.Timeout {
			c.detail = x.plainCause(f).detail
		}
		return c, nil
	}
	c, err := x.diagnose(ctx, t, f)
	if err != nil {
		return c, err
	}
	x.causes[alike] = c
	return c, nil
}

// pattern returns a reason without what differs from fault to fault: quoted texts,
// numbers and addresses.
func pattern(why string) string {
	return regexp.MustCompile(`"(\\.|[^"\\])*"|0x[0-9a-f]+|-?\d+(\.\d+)?`).ReplaceAllString(why, "#")
}

// diagnose finds out why the bot made a fault.
func (x *examination) diagnose(ctx context.Context, t transcript, f referee.Fault) (cause, error) {
	var stray cause
	if f.Kind == referee.Unasked || f.Kind == referee.Garbled {
		c, found, err := x.stray(ctx, t, f.Turn)
		if err != nil || found && c.title != titleTwoAnswers {
			return c, err
		}
		stray = c
	}
	if c, found, err := x.readsTooFew(ctx, t, f.Turn); found || err != nil {
		return c, err // which also gives too many answers
	}
	if stray.title != "" {
		return stray, nil
	}
	switch f.Kind {
	case referee.Timeout:
		if c, found, err := x.hang(ctx, t, f.Turn); found || err != nil {
			return c, err
		}
		return x.lateAgain(ctx, t, t.at(f.Turn))
	case referee.Garbled:
		answer := f.Line
		if e := t.at(f.Turn); e.answer != "" {
			answer = e.answer
		}
		if c, found := x.repaired(t, f.Turn, answer); found {
			c.detail = f.Why + "; " + c.detail
			return c, nil
		}
	case referee.Crash:
		if c, found := outOfMemory(t, f); found {
			return c, nil
		}
	}
	return x.plainCause(f), nil
}

// plainCause returns what the fault itself tells.
func (x *examination) plainCause(f referee.Fault) cause {
	c := cause{key: string(f.Kind), level: Wrong, detail: f.Why}
	switch f.Kind {
	case referee.Timeout:
		c.title, c.rule = "no answer in time", ruleClock
		c.advice = "if the bot used little CPU time, it is waiting: " + adviseFlush + "; otherwise think less"
	case referee.Crash:
		c.key = "crash " + pattern(f.Why)
		c.title, c.rule = "a crash: the program ended", ruleProcess
		c.advice = "read the end of its stderr; feed it this input by hand"
		if isSyntaxError(f.Why + "\n" + f.Stderr) {
			c.title = "a syntax error: the program ended before it began"
			c.advice = "correct the line that stderr names"
		}
		if strings.Contains(f.Why, "signal segmentation fault") || strings.Contains(f.Why, "signal aborted") {
			c.advice = "build with -g -fsanitize=address,undefined and feed it this input by hand; stderr then names the line"
		}
	case referee.Flood:
		c.title, c.rule = "more output than an answer may have", ruleLong
		c.advice = "end each line with \\n"
	case referee.Unasked:
		c.key = "stray output"
		c.title, c.rule = "output that nobody asked for", ruleUnasked
		c.advice = "write exactly one answer to each input; write debug output to stderr"
	case referee.Garbled:
		c.title, c.rule = "an answer that cannot be read", x.answerForm()
		c.advice = "print the answer in exactly this form, and nothing else on stdout"
	default:
		c.title, c.rule = "an answer that the rules forbid", f.Rule
		c.advice = "see docs/rules/" + x.Game.Info().Name + ".md; the input above is what the bot knew"
	}
	if f.Forgiven {
		c.title += " (forgiven)"
		c.level = Warning
	}
	return c
}

// isSyntaxError reports whether an interpreter did not understand the program, by the
// reason of the fault, which quotes one line of stderr, and the end of stderr.
func isSyntaxError(text string) bool {
	return regexp.MustCompile(`(?m)(^|on stderr: ")(SyntaxError|IndentationError|TabError): `).MatchString(text)
}

// itoa returns a number as text.
func itoa(n int) string { return fmt.Sprint(n) }
