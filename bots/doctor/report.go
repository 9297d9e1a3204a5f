package doctor

import (
	"fmt"
	"io"
	"strings"

	"arbiter/referee/plural"
)

// A Severity says how bad a finding is, or the worst one of a check.
type Severity string

// The levels.
const (
	OK      Severity = "ok"      // no problem was found
	Warning Severity = "warning" // costs no match here, but its author would want to know
	Wrong   Severity = "wrong"   // costs matches
	Skipped Severity = "skipped" // not tested; the summary says why
)

// A Finding is a problem that a check found.
type Finding struct {
	Check  string   `json:"check"`            // name of the check
	Level  Severity `json:"level"`            // Warning or Wrong
	Title  string   `json:"title"`            // the problem in a few words
	Count  int      `json:"count,omitempty"`  // how often it was found
	Detail string   `json:"detail"`           // what was found and what was expected
	Turn   int      `json:"turn,omitempty"`   // turn of the match, from 1; 0 when it concerns no turn
	Input  string   `json:"input,omitempty"`  // the last lines that the bot was sent
	Answer string   `json:"answer,omitempty"` // what it answered
	Stderr string   `json:"stderr,omitempty"` // the last lines that it had written to stderr by then
	Rule   string   `json:"rule,omitempty"`   // the rule that was broken, quoted from a page under docs
	Advice string   `json:"advice"`           // how to fix it
	Saved  string   `json:"saved,omitempty"`  // file with the input up to the turn; "" if it was not saved
	Feed   string   `json:"feed,omitempty"`   // command that feeds the bot that input

	cause string // findings with the same one are one bug
	place string // where it was found, for a list
	upTo  *upTo  // the input that shows it; nil for none
}

// A Check is the result of one check.
type Check struct {
	Name    string   `json:"name"`
	Tests   string   `json:"tests"` // what it tests, in one sentence
	Level   Severity `json:"level"` // the most severe level of its findings
	Summary string   `json:"told"`  // what was measured, or why the check was skipped
}

// A Diagnosis is the result of an examination.
type Diagnosis struct {
	Game     string    `json:"game"`
	Bot      string    `json:"bot"`
	Recipe   string    `json:"recipe,omitempty"` // command line that makes a bot of its one source file
	Findings []Finding `json:"findings"`
	Checks   []Check   `json:"checks"`
	OK       bool      `json:"ok"`                // no finding is Wrong; there may be warnings
	Partial  bool      `json:"partial,omitempty"` // it was interrupted: there are more checks
}

// Print writes the report as text: what a Printer writes.
func (r Diagnosis) Print(w io.Writer) error {
	p := Printer{W: w}
	p.Begin(r.Bot, r.Game, r.Recipe)
	for _, c := range r.Checks {
		p.Check(c)
	}
	return p.End(r)
}

// A Printer writes a report while the examination runs. It writes a line for each check,
// and one for several skipped in a row for the same reason. Each finding follows with the
// question, the answer, the rule and the advice, and the totals come last. W is set before use.
type Printer struct {
	W       io.Writer
	skipped []Check // for the same reason, not written yet
	err     error
}

func (p *Printer) write(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.W, format, args...)
	}
}

// Begin writes what is examined. The recipe is that of a Diagnosis.
func (p *Printer) Begin(bot, game, recipe string) {
	if recipe != "" {
		recipe = ", a bot of one file: " + recipe
	}
	p.write("%s plays %s%s\n\n", bot, game, recipe)
}

// Check writes a check that has ended.
func (p *Printer) Check(c Check) {
	if len(p.skipped) > 0 && (c.Level != Skipped || c.Summary != p.skipped[0].Summary) {
		p.flush()
	}
	if c.Level == Skipped {
		p.skipped = append(p.skipped, c)
		return
	}
	p.line(c)
}

func (p *Printer) line(c Check) { p.write("  %-8s %-11s %s\n", c.Level, c.Name, c.Summary) }

// flush writes the skipped checks.
func (p *Printer) flush() {
	if n := len(p.skipped); n > 0 {
		c := p.skipped[0]
		if n > 1 {
			c.Name = plural.Count(n, "check")
		}
		p.line(c)
	}
	p.skipped = nil
}

// End writes the findings and the totals, and returns the first error of all writing.
func (p *Printer) End(r Diagnosis) error {
	p.flush()
	var b strings.Builder
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "\n%s\n", f.Heading())
		if f.Turn > 0 {
			writeField(&b, "turn", fmt.Sprint(f.Turn))
		}
		writeField(&b, "found", f.Detail)
		writeField(&b, "sent", f.Input)
		writeField(&b, "answered", f.Answer)
		writeField(&b, "stderr", f.Stderr)
		writeField(&b, "rule", strings.ReplaceAll(f.Rule, "\n", " "))
		writeField(&b, "do", f.Advice)
		writeField(&b, "again", f.Feed)
	}
	p.write("%s\n%s\n", b.String(), r.totals())
	return p.err
}

// Heading returns the line that stands above a finding.
func (f Finding) Heading() string { return fmt.Sprintf("%s: %s: %s", f.Level, f.Check, f.Title) }

// writeField writes a field of a finding with its further lines indented.
func writeField(b *strings.Builder, name, text string) {
	if text == "" {
		return
	}
	const indent = "            "
	fmt.Fprintf(b, "  %-10s%s\n", name, strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n"+indent))
}

// totals returns how many checks and findings there are.
func (r Diagnosis) totals() string {
	wrong, warnings, skipped := 0, 0, 0
	for _, f := range r.Findings {
		if f.Level == Wrong {
			wrong++
		} else {
			warnings++
		}
	}
	for _, c := range r.Checks {
		if c.Level == Skipped {
			skipped++
		}
	}
	text := plural.Count(len(r.Checks), "check") + ": "
	if r.Partial {
		text = "interrupted after " + text
	}
	switch {
	case wrong == 0 && warnings == 0:
		text += "nothing found"
	case wrong == 0:
		text += "nothing wrong, " + plural.Count(warnings, "warning")
	default:
		text += fmt.Sprintf("%d wrong, %s", wrong, plural.Count(warnings, "warning"))
	}
	if skipped > 0 {
		text += fmt.Sprintf(", %d skipped", skipped)
	}
	return text
}
