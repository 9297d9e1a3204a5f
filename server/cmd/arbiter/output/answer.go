package output

import (
	"fmt"

	"arbiter/referee/printable"
)

// ShortAnswer returns an answer on one line, cut to the width of a terminal,
// that is safe to print.
func ShortAnswer(lines []string) string {
	const most = 100
	if len(lines) == 1 && len(lines[0]) <= most {
		return printable.Line(lines[0])
	}
	whole := fmt.Sprintf("%q", lines)
	if len(whole) > most {
		whole = whole[:most] + " ..."
	}
	return whole
}
