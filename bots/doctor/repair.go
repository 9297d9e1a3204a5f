package doctor

import (
	"fmt"
	"slices"
	"strings"

	"arbiter/referee"
)

// instead plays a transcript up to the end of a turn, in which the bot gives another answer.
// The other seats answer as they did.
func (x *examination) instead(t transcript, turn int, answer string) (referee.Match, error) {
	m, err := x.Game.New(t.setup, x.Game.Info().MinSeats)
	if err != nil {
		return nil, err
	}
	for _, played := range t.played {
		if played.number > turn {
			break
		}
		for _, a := range played.answers {
			switch {
			case played.number == turn && a.seat == t.seat:
				m.Answer(a.seat, answerOf(answer, x.answerLines))
			case a.fault != nil:
				m.Drop(a.seat, *a.fault)
			default:
				m.Answer(a.seat, a.lines)
			}
		}
		m.Step()
	}
	return m, nil
}

// accepts reports whether the text is an answer without a fault in a turn.
func (x *examination) accepts(t transcript, turn int, text string) bool {
	m, err := x.instead(t, turn, text)
	if err != nil {
		return false
	}
	defer m.Close()
	return !slices.ContainsFunc(m.Result().Faults, func(f referee.Fault) bool {
		return f.Seat == t.seat && f.Turn == turn && f.Kind == referee.Garbled
	})
}

// inputAfter returns the input that follows on an answer in a turn, "" when the
// match ends or the seat is not asked.
func (x *examination) inputAfter(t transcript, turn int, answer string) string {
	m, err := x.instead(t, turn, answer)
	if err != nil {
		return ""
	}
	defer m.Close()
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

// answerOf divides a text into the lines of an answer.
func answerOf(text string, lines int) []string {
	text = strings.TrimRight(text, "\r\n")
	if lines == referee.Document {
		return []string{strings.TrimSpace(text)}
	}
	return strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
}

// A repair is a change of an answer, and what is said of one that it makes right.
type repair struct {
	title, advice string
	change        func(string) string
}

// repairs are changes that make an answer of a wrong form right.
func repairs() []repair {
	words := func(s string, separators ...string) string {
		for _, separator := range separators {
			s = strings.ReplaceAll(s, separator, " ")
		}
		return strings.Join(strings.Fields(s), " ")
	}
	return []repair{
		{"it is in lower case", "write commands in capital letters", strings.ToUpper},
		{"it is in upper case", "write the words in lower case", strings.ToLower},
		{"it has blanks around it", "print no blank before or after the answer", strings.TrimSpace},
		{"it has more than one blank between the words", "separate the words by one blank", func(s string) string { return words(s) }},
		{"it has commas", "separate the words by blanks", func(s string) string { return words(s, ",") }},
		{"it has quotes or brackets", "print the answer itself: not a list, a tuple or a quoted text", func(s string) string { return words(s, "[", "]", "(", ")", "'", `"`, ",") }},
		{"it has decimal fractions", "write whole numbers", func(s string) string { return strings.ReplaceAll(s, ".0", "") }},
	}
}

// repaired finds the change that makes a garbled answer right.
func (x *examination) repaired(t transcript, turn int, answer string) cause {
	for _, r := range repairs() {
		changed := r.change(answer)
		if changed == answer || !x.accepts(t, turn, changed) {
			continue
		}
		return cause{
			key: r.title, level: Wrong, title: "an answer that cannot be read: " + r.title, rule: x.answerForm(), advice: r.advice,
			detail: fmt.Sprintf("%q would be an answer", referee.Quote(changed)),
		}
	}
	return cause{}
}
