package doctor

import (
	"context"
	"fmt"
	"strings"
	"time"

	"arbiter/referee"
	"arbiter/referee/plural"
)

// titleTwoAnswers is of a bot whose stray output could be an answer as well.
const titleTwoAnswers = "more than one answer to an input"

// before returns the match of a transcript just before the answers of a turn.
func (x *examination) before(t transcript, turn int) (referee.Match, error) {
	m, err := x.Game.New(t.setup, x.Game.Info().MinSeats)
	if err != nil {
		return nil, err
	}
	for _, played := range t.turns {
		if played.number >= turn {
			break
		}
		for _, a := range played.answers {
			if a.fault != nil {
				m.Drop(a.seat, *a.fault)
			} else {
				m.Answer(a.seat, a.lines)
			}
		}
		m.Step()
	}
	return m, nil
}

// step plays a turn with the given answer of the bot; the other seats answer as
// they did, or not at all.
func (x *examination) step(m referee.Match, t transcript, turn int, lines []string) {
	for seat := range m.Asked().All() {
		if seat == t.seat {
			m.Answer(seat, lines)
			continue
		}
		a, ok := t.answer(turn, seat)
		switch {
		case ok && a.fault == nil:
			m.Answer(seat, a.lines)
		default:
			m.Drop(seat, referee.Fault{Turn: turn, Seat: seat, Kind: referee.Crash})
		}
	}
	m.Step()
}

// accepts reports whether the text is an answer without a fault in a turn.
func (x *examination) accepts(t transcript, turn int, text string) bool {
	m, err := x.before(t, turn)
	if err != nil {
		return false
	}
	defer m.Close()
	if m.Over() || !m.Asked().Has(t.seat) {
		return false
	}
	x.step(m, t, turn, answerOf(text, m.Lines(t.seat)))
	for _, f := range m.Result().Faults {
		if f.Seat == t.seat && f.Turn == turn && f.Kind == referee.Garbled {
			return false
		}
	}
	return true
}

// answerOf divides a text into the lines of an answer.
func answerOf(text string, lines int) []string {
	text = strings.TrimRight(text, "\r\n")
	if lines == referee.Document {
		return []string{strings.TrimSpace(text)}
	}
	return strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
}

// stray finds out whether something was written in a turn, or the one before it,
// besides an answer: a debug print, a greeting, a second answer.
func (x *examination) stray(ctx context.Context, t transcript, turn int) (c cause, found bool, err error) {
	index := t.index(turn)
	for _, i := range []int{index, index - 1} {
		if i < 0 || i >= len(t.exchanges) {
			continue
		}
		e := t.exchanges[i]
		output, err := x.output(ctx, t, e)
		if err != nil {
			return c, false, err
		}
		if c, found := x.strayIn(t, e, output); found {
			return c, true, nil
		}
	}
	return cause{}, false, nil
}

// output returns everything that the bot writes to stdout in an exchange.
func (x *examination) output(ctx context.Context, t transcript, e exchange) (string, error) {
	lines, err := x.answerLines()
	if err != nil {
		return "", err
	}
	p, ok, err := x.fed(ctx, t, e.turn)
	if p != nil {
		defer p.stop()
	}
	if err != nil || !ok {
		return "", err
	}
	wait := settle * time.Duration(1+min(2*busyness(), 8))
	text := p.stdout.drain(wait) // what was there before is of the turn before
	if e.turn > t.exchanges[0].turn {
		text = ""
	}
	p.send([]byte(e.input), x.waitLimits().First)
	answer, _ := p.stdout.take(ctx, lines, x.waitLimits().First, p.exited)
	return text + answer + p.stdout.drain(wait), ctx.Err()
}

// strayIn finds what is no answer in the output of an exchange.
func (x *examination) strayIn(t transcript, e exchange, output string) (c cause, found bool) {
	c = cause{key: "stray output", check: "lines", level: Wrong, rule: referee.Unasked.Info().Rule, advice: "write exactly one answer to each input, and print what is for you to stderr"}
	asked, err := x.answerLines()
	if err != nil || output == "" {
		return c, false
	}
	if asked == referee.Document {
		return x.strayAround(c, t, e, output)
	}
	lines := strings.SplitAfter(output, "\n")
	if last := lines[len(lines)-1]; last == "" {
		lines = lines[:len(lines)-1]
	}
	if len(lines) <= asked {
		return x.strayAround(c, t, e, output)
	}
	c.answer = lastLines(output)
	count := fmt.Sprintf("it wrote %s in turn %d; want %d", plural.Count(len(lines), "line"), e.turn, asked)
	if strings.TrimSpace(output) == "" {
		return c, false
	}
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
		return noLineEnd(e, output, "a line end comes before the answer, and the blank line counts as the answer"), true
	case other != "" && answers > 0:
		c.title = "debug output on stdout"
		c.detail = fmt.Sprintf("%s: %s, %q, is extra", count, lineName(extra), referee.Quote(other))
	case other == "" && blank > 0 && answers == asked:
		c.title = "blank lines between the answers"
		c.detail = count + ", and a blank line counts as one"
		c.advice = "end the answer with one line end; print() adds its own"
	case other == "" && answers > asked:
		c.title = titleTwoAnswers
		c.detail = count
	default:
		return c, false
	}
	return c, true
}

// strayAround finds text before an answer on its line, or around a document.
func (x *examination) strayAround(c cause, t transcript, e exchange, output string) (cause, bool) {
	text := strings.TrimSpace(output)
	if x.accepts(t, e.turn, text) {
		return c, false
	}
	for start := range text {
		if start == 0 || text[start] == ' ' || isDigit(text[start]) && isDigit(text[start-1]) {
			continue
		}
		if rest := text[start:]; x.accepts(t, e.turn, rest) {
			c.title, c.answer = "debug output on stdout", lastLines(output)
			c.detail = fmt.Sprintf("%q is no answer without what comes before it, and %q alone is one", referee.Quote(text), referee.Quote(rest))
			c.detail = fmt.Sprintf("%q stands before the answer %q", referee.Quote(text[:start]), referee.Quote(rest))
			return c, true
		}
		if start > referee.MaxQuote {
			break
		}
	}
	return c, false
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// repairs are changes that make an answer of a wrong form right.
func repairs() []struct {
	title, advice string
	change        func(string) string
} {
	return []struct {
		title, advice string
		change        func(string) string
	}{
		{"it is in lower case", "write commands in capital letters", strings.ToUpper},
		{"it is in upper case", "write the words in lower case", strings.ToLower},
		{"it has blanks around it", "print no blank before or after the answer", strings.TrimSpace},
		{"it has more than one blank between the words", "separate the words by one blank", func(s string) string { return strings.Join(strings.Fields(s), " ") }},
		{"it has commas", "separate the words by blanks", func(s string) string { return strings.Join(strings.Fields(strings.ReplaceAll(s, ",", " ")), " ") }},
		{"it has quotes or brackets", "print the answer itself: not a list, a tuple or a quoted text", func(s string) string {
			return strings.Join(strings.Fields(strings.NewReplacer("[", " ", "]", " ", "(", " ", ")", " ", "'", " ", `"`, " ", ",", " ").Replace(s)), " ")
		}},
		{"it has decimal fractions", "write whole numbers", func(s string) string { return strings.ReplaceAll(s, ".0", "") }},
	}
}

// repaired finds the change that makes a garbled answer right.
func (x *examination) repaired(t transcript, turn int, answer string) (c cause, found bool) {
	for _, r := range repairs() {
		changed := r.change(answer)
		if changed == answer || !x.accepts(t, turn, changed) {
			continue
		}
		return cause{
			key: r.title, level: Wrong, title: "an answer that cannot be read: " + r.title, rule: x.answerForm(), advice: r.advice,
			detail: fmt.Sprintf("%q would be an answer", referee.Quote(changed)),
		}, true
	}
	return c, false
}

// lineName names a line by its number, in words as far as people count in them.
func lineName(n int) string {
	words := []string{"first", "second", "third", "fourth", "fifth"}
	if n > len(words) {
		return fmt.Sprintf("line %d", n)
	}
	return fmt.Sprintf("the %s line", words[n-1])
}
