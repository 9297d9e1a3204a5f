package doctor

import (
	"fmt"
	"io"
	"strings"
)

// Print prints the report as text: a line for each check, each finding with the
// input, the answer, the rule and the advice, and a summary.
func (r Report) Print(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s plays %s\n\n", r.Bot, r.Game)
	for _, c := range r.Checks {
		fmt.Fprintf(&b, "  %-8s %-11s %s\n", c.Level, c.Name, c.Summary)
	}
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "\n%s: %s: %s\n", f.Level, f.Check, f.Title)
		if f.Turn > 0 {
			part(&b, "turn", fmt.Sprint(f.Turn))
		}
		part(&b, "found", f.Detail)
		part(&b, "sent", f.Input)
		part(&b, "answered", f.Answer)
		part(&b, "rule", strings.ReplaceAll(f.Rule, "\n", " "))
		part(&b, "do", f.Advice)
	}
	fmt.Fprintf(&b, "\n%s\n", r.sum())
	_, err := io.WriteString(w, b.String())
	return err
}

// part prints a part of a finding, with its lines aligned.
func part(b *strings.Builder, name, text string) {
	if text == "" {
		return
	}
	const indent = "            "
	fmt.Fprintf(b, "  %-10s%s\n", name, strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n"+indent))
}

// sum returns the summary line.
func (r Report) sum() string {
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
	text := plural(len(r.Checks), "check") + ": "
	switch {
	case wrong == 0 && warnings == 0:
		text += "no findings"
	case wrong == 0:
		text += "no errors, " + plural(warnings, "warning")
	default:
		text += fmt.Sprintf("%d wrong, %s", wrong, plural(warnings, "warning"))
	}
	if skipped > 0 {
		text += fmt.Sprintf(", %d skipped", skipped)
	}
	return text
}
