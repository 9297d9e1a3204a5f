package check

import (
	"cmp"
	"fmt"
	"strings"

	"arbiter/referee/printable"
	"arbiter/server/league"
)

// Markdown returns the verdict as Markdown, for the summary of a CI job or a pull
// request. What bots and who typed them wrote is in code, where no flavour makes
// links, images, mentions or references of it.
func (v Verdict) Markdown() []byte {
	typed := func(b league.Bot) string { return printable.Markdown(cmp.Or(b.ID, b.Typed)) }
	text := fmt.Appendf(nil, "## %s: %s against %s: %s\n\n%s\n\n", v.Game, typed(v.Candidate), typed(v.Baseline), v.Answer(), v.sentence(false))
	if len(v.LLRs) > 0 {
		text = append(text, "| | |\n|---|---|\n"...)
		for _, row := range v.rows() {
			if row.bot != "" {
				row.name += " " + printable.Markdown(row.bot)
			}
			if row.typed {
				row.value = printable.Markdown(row.value)
			}
			text = fmt.Appendf(text, "| %s | %s |\n", row.name, row.value)
		}
		text = append(text, '\n')
	}
	switch {
	case v.Note == "":
	case !v.Built: // what the resolver or the build said
		text = fmt.Appendf(text, "%s\n\n", printable.Markdown(v.Note))
	default:
		text = fmt.Appendf(text, "%s\n\n", v.Note)
	}
	if v.Output != "" {
		text = append(text, printable.MarkdownBlock(v.Output, 0)...)
	}
	for _, f := range v.Failing {
		if f.Fault == "" {
			continue
		}
		text = fmt.Appendf(text, "- %s %s in match %s: %s\n", f.Role, printable.Markdown(f.Bot), printable.Markdown(fmt.Sprintf("%.10s", f.Match)), printable.Markdown(f.Fault))
		if f.Stderr != "" {
			text = append(text, printable.MarkdownBlock(f.Stderr, len("- "))...)
		}
	}
	if len(v.Failing) > 0 {
		text = append(text, '\n')
	}
	if len(v.Worst) > 0 {
		text = append(text, "Matches to look at:\n\n"...)
		for _, m := range v.Worst {
			command := printable.Markdown(fmt.Sprintf("arbiter replay %.10s %s", m.Match, v.Flag))
			text = fmt.Appendf(text, "- %s on %s: %s\n", command, printable.Markdown(m.Start), printable.Markdown(m.why()))
			if m.Stderr != "" {
				text = append(text, printable.MarkdownBlock(m.Stderr, len("- "))...)
			}
		}
		text = append(text, '\n')
	}
	if v.Command != "" {
		text = fmt.Appendf(text, "To reproduce:\n%s", printable.MarkdownBlock(strings.Join(append([]string{v.Command}, v.origins()...), "\n"), 0))
	}
	return text
}
