package hostile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"arbiter/docs/reference"
	"arbiter/referee/process/sandbox"
)

// tables returns what the suite expects, as docs/isolation.md shows it.
func tables() string {
	var text strings.Builder
	text.WriteString("| a bot that | in a box | without, as root | without, as a user |\n|---|---|---|---|\n")
	for _, k := range attacks() {
		by := "`" + strings.Join(strings.Fields(k.by), "` or `") + "`"
		by = strings.ReplaceAll(by, filtered+"`", "`, with `syscalls` and `files` where there is no control group")
		fmt.Fprintf(&text, "| %s | fails: %s | %s | %s |\n", k.name, by, k.root, k.off)
	}
	text.WriteString("\n| a bot that | gets the fault |\n|---|---|\n")
	for _, k := range misbehaviours() {
		fmt.Fprintf(&text, "| %s | %s |\n", k.name, cmp.Or(string(k.fault), "none"))
	}
	return text.String()
}

// "The table in docs/isolation.md says what is possible."
func TestReferenceHostile(t *testing.T) {
	reference.Block(t, "docs/isolation.md", "hostile", tables())
}

// Every protection that is said to end an attack is one.
func TestKindsNameProtections(t *testing.T) {
	for _, k := range attacks() {
		for _, name := range strings.Fields(k.by) {
			name = strings.TrimSuffix(name, filtered)
			if !slices.Contains(sandbox.Names(), name) {
				t.Errorf("%s: no protection %q; want one of %s", k.name, name, sandbox.Names())
			}
		}
	}
}
