package printable

import "strings"

// Markdown returns a value in one line as Markdown that shows it and nothing else. It
// makes a code span: there CommonMark, GitHub and GitLab turn nothing into a link, an
// image, HTML, a mention, a reference or a commit. Escaping cannot do that: mentions,
// references and bare URLs are looked for in the finished text. A pipe, which would end
// the cell of a table, is quoted like a character that is not Safe.
func Markdown(text string) string {
	text = strings.ReplaceAll(Line(text), "|", `\u007c`)
	if text == "" {
		return ""
	}
	fence := strings.Repeat("`", longestRun(text, '`')+1)
	// One space at each end is no part of a span, unless there are only spaces: it
	// keeps a backtick apart from the fence, and spaces of the text.
	ends := text[:1] + text[len(text)-1:]
	if strings.ContainsAny(ends, "` ") && strings.Trim(text, " ") != "" {
		text = " " + text + " "
	}
	return fence + text + fence
}

// MarkdownBlock is Markdown for a text of several lines: a block of code at an
// indentation, that of the list item it belongs to or 0. It begins and ends with
// an empty line. Nothing within it can end it, as a fence could.
func MarkdownBlock(text string, indentation int) string {
	indent := "\n" + strings.Repeat(" ", indentation+4)
	text = strings.TrimRight(Text(text), " \t\r\n")
	return "\n" + indent[1:] + strings.ReplaceAll(text, "\n", indent) + "\n\n"
}

// longestRun returns how often a byte follows itself, at most.
func longestRun(text string, of byte) (longest int) {
	run := 0
	for i := range len(text) {
		run++
		if text[i] != of {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}
