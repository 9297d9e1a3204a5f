// Package plural writes numbers with their nouns.
package plural

import (
	"fmt"
	"strings"
)

// Count returns a number and its noun: "1 match", "2 matches".
func Count(n int, noun string) string {
	if n != 1 {
		if strings.HasSuffix(noun, "s") || strings.HasSuffix(noun, "ch") {
			noun += "e"
		}
		noun += "s"
	}
	return fmt.Sprint(n, " ", noun)
}
