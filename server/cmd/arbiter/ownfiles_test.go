package main

import (
	"slices"
	"testing"

	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"

	"github.com/alecthomas/kong"
)

// "One list for every verb that starts bots": each of their flags that names a file or
// a folder says whether that is the operator's own, or is one of these, which bots may
// see.
func TestEveryFileFlagSaysWhoseItIs(t *testing.T) {
	open := []string{"setup", "test", "book", "score", "replay", "out", "csv", "junit", "markdown", "svg", "badge", "baseline-file", "save", "runtime", "path"}
	parser, err := newParser("", output.NewStreams(nil, nil, nil, ""), func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	var visit func(node *kong.Node)
	visit = func(node *kong.Node) {
		starts := slices.ContainsFunc(node.Flags, func(f *kong.Flag) bool { return f.Name == "isolation" })
		for _, f := range node.Flags {
			if !starts || !slices.Contains([]string{"FILE", "DIR"}, f.PlaceHolder) {
				continue
			}
			seen++
			if own := f.Tag.Get("own"); own != flags.OwnDatabase && own != flags.OwnPath && !slices.Contains(open, f.Name) {
				t.Errorf("%s --%s names a file: give it the tag own, or add it to those that bots may see", node.FullPath(), f.Name)
			}
		}
		for _, child := range node.Children {
			visit(child)
		}
	}
	visit(parser.Model.Node)
	if seen < 20 {
		t.Errorf("%d flags that name files; want those of all verbs", seen)
	}
}
