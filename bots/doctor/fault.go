package doctor

import (
	"cmp"
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
		if !c.found() {
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
	alike := string(f.Kind) + " " + f.Pattern()
	if f.Kind == referee.Illegal || f.Kind == referee.Unasked { // many reasons, one bug
		alike = fmt.Sprint(f.Kind, f.Forgiven)
	}
	if known, ok := x.causes[alike]; ok {
		same := known.fault.Turn == f.Turn && known.fault.Line == f.Line // as in the opening
		if known.detail != "" && f.Kind != referee.Timeout && !same {
			known.detail = x.plainCause(f).detail
		}
		return known.cause, nil
	}
	c, err := x.diagnose(ctx, t, f)
	if err != nil {
		return c, err
	}
	x.causes[alike] = knownCause{c, f}
	return c, nil
}

// diagnose finds out why the bot made a fault.
func (x *examination) diagnose(ctx context.Context, t transcript, f referee.Fault) (cause, error) {
	if c := x.unreadable(t, f); c.found() {
		return c, nil
	}
	var stray cause
	if f.Kind == referee.Unasked || f.Kind == referee.Garbled {
		var err error
		if stray, err = x.stray(ctx, t, f.Turn); err != nil || stray.found() && stray.title != titleTwoAnswers {
			return stray, err
		}
	}
	if c, err := x.readsTooFew(ctx, t, f.Turn); c.found() || err != nil {
		return c, err // which also gives too many answers
	}
	if stray.found() {
		return stray, nil
	}
	switch f.Kind {
	case referee.Timeout:
		if c, err := x.hang(ctx, t, f); c.found() || err != nil {
			return c, err
		}
		return x.lateAgain(ctx, t, t.at(f.Turn))
	case referee.Crash:
		if c := outOfMemory(t, f); c.found() {
			return c, nil
		}
	}
	return x.plainCause(f), nil
}

// unreadable finds out from the text of an answer why it could not be read.
func (x *examination) unreadable(t transcript, f referee.Fault) cause {
	if f.Kind != referee.Garbled {
		return cause{}
	}
	answer := f.Line
	if e := t.at(f.Turn); e.answer != "" {
		answer = e.answer
	}
	if c := encoded(answer); c.found() {
		c.rule = x.answerForm()
		return c
	}
	if f.Hint() == referee.HintPrompt {
		return promptCause(f.Why + f.Hint())
	}
	c := x.repaired(t, f.Turn, answer)
	c.detail = f.Why + "; " + c.detail
	return c
}

// promptCause is the cause of a bot whose prompt is part of its answer.
func promptCause(detail string) cause {
	return cause{
		key: "prompt", check: "lines", level: Wrong, title: "a prompt on stdout", rule: referee.Unasked.Info().Rule, detail: detail,
		advice: `read without a prompt, such as input() in place of input("...")`,
	}
}

// encoded finds out that an answer is encoded in another way than the game asks for.
func encoded(answer string) cause {
	hint := referee.EncodingHint(referee.Quote(answer))
	if hint == "" {
		return cause{}
	}
	return cause{
		key: "encoding", check: "lines", level: Wrong, title: "output that is not plain UTF-8", detail: fmt.Sprintf("%q%s", referee.Quote(answer), hint),
		advice: `print UTF-8 without a byte order mark: in Python sys.stdout.reconfigure(encoding="utf-8"), and no bytes that you encode yourself`,
	}
}

// plainCause returns what the fault itself tells.
func (x *examination) plainCause(f referee.Fault) cause {
	info := f.Kind.Info()
	c := cause{key: string(f.Kind), level: Wrong, detail: f.Why, title: info.Title, rule: cmp.Or(f.Rule, info.Rule), advice: info.Advice}
	switch f.Kind {
	case referee.Timeout:
		c.advice = "if the bot used little CPU time, it is waiting: " + adviseFlush + "; otherwise think less"
	case referee.Crash:
		c.key = "crash " + f.Pattern()
		if strings.TrimSpace(f.Stderr) == "" { // there is nothing to read
			c.advice = "it wrote nothing to stderr: feed it this input by hand, and see that it goes on to the end of its input"
		}
		if f.Exit.Clean {
			c.title = "it ends before the match does"
			c.advice = "read and answer in a loop, until the input ends"
		}
		if isSyntaxError(f.Why + "\n" + f.Stderr) {
			c.title = "a syntax error: the program ended before it began"
			c.advice = "correct the line that stderr names"
		}
		if f.Exit.Signal == "SIGSEGV" || f.Exit.Signal == "SIGABRT" {
			c.advice = "build with -g -fsanitize=address,undefined and feed it this input by hand; stderr then names the line"
		}
	case referee.Unasked:
		c.key = "stray output"
	case referee.Garbled:
		c.rule = x.answerForm()
		c.detail += f.Hint()
	case referee.Illegal:
		c.advice = "arbiter rules " + x.Game.Info().Name + " prints the rules; the input above is what the bot knew"
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
