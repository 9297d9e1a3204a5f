// Package docs has the tests of documents that quote the code.
package docs

import (
	"regexp"
	"strings"
	"testing"

	"arbiter/docs/reference"
)

// "A test checks that every quoted line exists": each line of a block stands in the
// file that was named last before the block, in this order.
func TestTourQuotesCode(t *testing.T) {
	named := regexp.MustCompile("\\[`[^`]+`\\]\\(\\.\\./([^)]+\\.[a-z]+)\\)")
	var file string
	var block []string
	inside, code, quoted := false, false, 0
	for line := range strings.Lines(reference.Document(t, "docs/tour.md")) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "```"):
			if inside && code {
				quoted += len(block)
				wantInOrder(t, file, block)
			}
			inside, code, block = !inside, line != "```", nil
		case inside:
			block = append(block, line)
		default:
			for _, match := range named.FindAllStringSubmatch(line, -1) {
				file = match[1]
			}
		}
	}
	if quoted < 30 {
		t.Errorf("docs/tour.md quotes %d lines; is it read as it is written?", quoted)
	}
}

// wantInOrder checks that a file has the lines, in this order.
func wantInOrder(t *testing.T, file string, lines []string) {
	t.Helper()
	rest := reference.Document(t, file)
	for _, line := range lines {
		_, after, found := strings.Cut("\n"+rest, "\n"+line+"\n")
		if !found {
			t.Errorf("docs/tour.md quotes from %s, after the lines quoted before it, what is not there:\n%s", file, line)
			return
		}
		rest = after
	}
}
