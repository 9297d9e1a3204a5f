// Package nearest finds the name that a user probably meant.
package nearest

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Of returns the known name that a mistyped one probably means. This is the name with the
// fewest letters to add, leave out, change or swap with their neighbour: at most a quarter of
// them, and one is always allowed. Else it is the only known name that begins with the typed
// letters, at least two. It returns "" where neither exists.
func Of(name string, known []string) string {
	lower := strings.ToLower(name)
	length := utf8.RuneCountInString(lower)
	best, most := "", max(1, len(lower)/4)
	var begun []string
	for _, k := range known {
		if k == "" {
			continue
		}
		if len(lower) > 1 && strings.HasPrefix(strings.ToLower(k), lower) {
			begun = append(begun, k)
		}
		// A name is as far as it is longer or shorter, at least: that bounds the time for
		// a "name" of a megabyte.
		if letters := utf8.RuneCountInString(k); letters-length > most || length-letters > most {
			continue
		}
		if n := distance(lower, strings.ToLower(k)); n < most || n == most && best == "" {
			best, most = k, n
		}
	}
	if best == "" && len(begun) == 1 {
		return begun[0]
	}
	return best
}

// Hint returns " (did you mean NAME?)" with the nearest name, or "".
func Hint(name string, known []string) string {
	if near := Of(name, known); near != "" {
		return fmt.Sprintf(" (did you mean %s?)", near)
	}
	return ""
}

// mostListed is how many names HintOr lists.
const mostListed = 8

// HintOr is Hint, but lists the known names when none is near and there are at most eight: ";
// the bots here are a, b". what is their plural noun, such as "bots".
func HintOr(name, what string, known []string) string {
	hint := Hint(name, known)
	if hint == "" && len(known) > 0 && len(known) <= mostListed {
		hint = fmt.Sprintf("; the %s here are %s", what, strings.Join(known, ", "))
	}
	return hint
}

// distance returns how many letters have to be inserted, deleted, changed or
// exchanged with the next one (optimal string alignment) to make b of a.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	var before []int // the row before last
	last := make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := range x {
		row := make([]int, len(y)+1)
		row[0] = i + 1
		for j := range y {
			change := last[j]
			if x[i] != y[j] {
				change++
			}
			row[j+1] = min(change, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
	}
	return last[len(y)]
}
