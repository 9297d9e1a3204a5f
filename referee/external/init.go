package external

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// properties returns the parameters of a match as lines of java.util.Properties, the seed
// first. Later options win.
func properties(seed int64, options ...map[string]string) []string {
	all := map[string]string{}
	for _, o := range options {
		maps.Copy(all, o)
	}
	lines := []string{fmt.Sprintf("seed=%d", seed)}
	for _, key := range slices.Sorted(maps.Keys(all)) {
		lines = append(lines, escape(key, true)+"="+escape(all[key], false))
	}
	return lines
}

// escape writes what means something else in a line of properties with a backslash.
func escape(text string, key bool) string {
	var b strings.Builder
	for i, r := range text {
		if r == '\\' || i == 0 && strings.ContainsRune(" \t", r) || key && strings.ContainsRune(" \t=:#!", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
