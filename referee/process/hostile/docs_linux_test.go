package hostile

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"arbiter/docs/reference"
	"arbiter/referee/process/sandbox"
)

// tables returns what the suite expects in a box, as two lists of docs/isolation.md. One
// lists the attacks by what ends them, in the order in which each first ends one. The
// other lists the misbehaviours by their fault.
func tables() string {
	ended, faulty := grouped{by: map[string][]string{}}, grouped{by: map[string][]string{}}
	for _, k := range attacks() {
		by := "`" + strings.Join(strings.Fields(k.by), "` or `") + "`"
		ended.add(strings.ReplaceAll(by, filtered+"`", "`, with `syscalls` and `files` where there is no control group"), k.name)
	}
	for _, k := range misbehaviours() {
		faulty.add(cmp.Or(string(k.fault), "none"), k.name)
	}
	return ended.table("ended by") + "\n" + faulty.table("gets the fault")
}

// grouped has names by what they have in common, in the order of its first names.
type grouped struct {
	order []string
	by    map[string][]string
}

func (g *grouped) add(key, name string) {
	if g.by[key] == nil {
		g.order = append(g.order, key)
	}
	g.by[key] = append(g.by[key], name)
}

func (g *grouped) table(head string) string {
	rows := [][]string{{head, "a bot that"}}
	for _, key := range g.order {
		rows = append(rows, []string{key, strings.Join(g.by[key], "; ")})
	}
	return reference.Table(rows...)
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
