package check

import (
	"fmt"
	"strings"

	"arbiter/referee/printable"
)

// Markdown returns the verdict as Markdown, for the summary of a CI job. Control
// and bidirectional characters are quoted.
func (v Verdict) Markdown() []byte {
	text := fmt.Appendf(nil, "## %s\n\n", escapeMarkdown(v.Title()))
	if len(v.LLRs) > 0 {
		text = append(text, "| | |\n|---|---|\n"...)
		for _, row := range v.rows() {
			text = fmt.Appendf(text, "| %s | %s |\n", escapeMarkdown(row[0]), escapeMarkdown(row[1]))
		}
		text = append(text, '\n')
	}
	if v.Note != "" {
		text = fmt.Appendf(text, "%s\n\n", escapeMarkdown(v.Note))
	}
	if v.Output != "" {
		// Indented, since a fence could end within the output.
		text = fmt.Appendf(text, "    %s\n\n", strings.ReplaceAll(strings.TrimRight(v.Output, "\n"), "\n", "\n    "))
	}
	if len(v.Worst) > 0 {
		text = append(text, "Matches to look at:\n\n"...)
		for _, m := range v.Worst {
			text = fmt.Appendf(text, "- `arbiter replay %.10s %s` on %s: %s\n", m.ID, v.Flag, escapeMarkdown(m.Start), escapeMarkdown(m.Why))
			if m.Stderr != "" { // indented, since a fence could end within it
				text = fmt.Appendf(text, "\n      %s\n\n", strings.ReplaceAll(printable.Text(m.Stderr), "\n", "\n      "))
			}
		}
		text = append(text, '\n')
	}
	if v.Command != "" {
		text = fmt.Appendf(text, "To reproduce:\n\n```\n%s\n```\n", v.Command)
	}
	return []byte(printable.Text(string(text)))
}

// escapeMarkdown escapes text that bots wrote, which could contain Markdown or
// HTML.
func escapeMarkdown(text string) string {
	return strings.NewReplacer("|", "\\|", "<", "&lt;", ">", "&gt;", "`", "'", "*", "\\*", "_", "\\_", "\n", " ").Replace(text)
}
