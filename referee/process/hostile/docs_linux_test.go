package hostile

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"arbiter/referee/process/sandbox"
)

var update = flag.Bool("update", false, "write the tables of docs/isolation.md")

// tables returns what the suite expects, as docs/isolation.md shows it.
func tables() string {
	var text strings.Builder
	text.WriteString("| a bot that | in a box | without, as root | without, as a user |\n|---|---|---|---|\n")
	for _, k := range attacks() {
		by := "`" + strings.Join(strings.Fields(k.by), "` or `") + "`"
		by = strings.ReplaceAll(by, grouped+"`", "` by a control group")
		fmt.Fprintf(&text, "| %s | fails: %s | %s | %s |\n", k.name, by, k.root, k.off)
	}
	text.WriteString("\n| a bot that | gets the fault |\n|---|---|\n")
	for _, k := range misbehaviours() {
		fmt.Fprintf(&text, "| %s | %s |\n", k.name, cmp.Or(string(k.fault), "none"))
	}
	return text.String()
}

// "The table in docs/isolation.md says what is possible."
func TestDocs(t *testing.T) {
	const name, begin, end = "../../../docs/isolation.md", "<!-- hostile -->\n", "<!-- end of hostile -->\n"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(text), begin)
	table, after, ok := strings.Cut(rest, end)
	if !ok {
		t.Fatalf("%s: no table between %q and %q", name, begin, end)
	}
	if *update {
		if err := os.WriteFile(name, []byte(before+begin+tables()+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if table != tables() {
		t.Errorf("%s: its tables are\n%s\nwant\n%s\nwritten by go test ./referee/process/hostile -run TestDocs -update", name, table, tables())
	}
}

// Every protection that is said to end an attack is one.
func TestKindsNameProtections(t *testing.T) {
	for _, k := range attacks() {
		for _, name := range strings.Fields(k.by) {
			name = strings.TrimSuffix(name, grouped)
			if !slices.Contains(sandbox.Names(), name) {
				t.Errorf("%s: no protection %q; want one of %s", k.name, name, sandbox.Names())
			}
		}
	}
}
