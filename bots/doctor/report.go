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
	OK       bool      `json:"ok"` // no finding is Wrong; there may be warnings
}

// Print writes the report as text: a line for each check, one for those in a row
// that were skipped for the same reason, then each finding with
// what was sent, what was answered, the rule and the advice, then the totals.
func (r Diagnosis) Print(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s plays %s", r.Bot, r.Game)
	if r.Recipe != "" {
		fmt.Fprintf(&b, ", a bot of one file: %s", r.Recipe)
	}
	b.WriteString("\n\n")
	for i := 0; i < len(r.Checks); {
		c, n := r.Checks[i], 1
		for c.Level == Skipped && i+n < len(r.Checks) && r.Checks[i+n].Level == Skipped && r.Checks[i+n].Summary == c.Summary {
			n++
		}
		if i += n; n > 1 {
			c.Name = plural.Count(n, "check")
		}
		fmt.Fprintf(&b, "  %-8s %-11s %s\n", c.Level, c.Name, c.Summary)
	}
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
	fmt.Fprintf(&b, "\n%s\n", r.totals())
	_, err := io.WriteString(w, b.String())
	return err
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
