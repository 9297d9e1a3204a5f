package check

import (
	"fmt"
	"strings"
)

// Markdown returns the verdict for a CI job's summary.
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
	if len(v.Worst) > 0 {
		text = append(text, "The matches to look at:\n\n"...)
		for _, m := range v.Worst {
			text = fmt.Appendf(text, "- `arbiter replay %.10s %s` on %s: %s\n", m.ID, v.Flag, m.Start, escapeMarkdown(m.Why))
		}
		text = append(text, '\n')
	}
	if v.Command != "" {
		text = fmt.Appendf(text, "Play it again:\n\n```\n%s\n```\n", v.Command)
	}
	return text
}

// escapeMarkdown keeps text of bots from being read as Markdown or HTML.
func escapeMarkdown(text string) string {
	return strings.NewReplacer("|", "\\|", "<", "&lt;", ">", "&gt;", "`", "'", "*", "\\*", "_", "\\_", "\n", " ").Replace(text)
}
