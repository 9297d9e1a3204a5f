package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// "One list for every verb that starts bots": each of their flags that names a file or
// a folder says whether that is the operator's own, or is one of these, which bots may
// see.
func TestEveryFileFlagSaysWhoseItIs(t *testing.T) {
	open := []string{"setup", "test", "tests", "replay", "out", "csv", "junit", "markdown", "baseline-file", "save", "runtime"}
	parser, err := newParser(newStreams(nil, nil, nil, ""), func(int) {})
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
			if own := f.Tag.Get("own"); own != ownDatabase && own != ownPath && !slices.Contains(open, f.Name) {
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

// The settings of serve count wherever they come from, and what lies beside the
// database is among them.
func TestOwnFilesOfServe(t *testing.T) {
	paths := ownFiles(serveSettings{DB: "x.db", TokenFile: "tokens", TLSKey: "key", Uploads: "up", farmSettings: farmSettings{QueueTokenFile: "queue-token"}}, serveCmd{Config: "arbiter.toml"})
	for _, want := range []string{"x.db", "x.db-wal", "x.db-journal", "x.db.analyses", "x.db.queue", "tokens", "key", "up", "queue-token", "arbiter.toml"} {
		if !slices.Contains(paths, want) {
			t.Errorf("%q; want %s among them", paths, want)
		}
	}
	if slices.Contains(paths, defaultDatabase) {
		t.Errorf("%q; want no other database", paths)
	}
	if paths := ownFiles(doctorCmd{}); !slices.Contains(paths, defaultDatabase) || !slices.ContainsFunc(paths, func(p string) bool { return strings.HasSuffix(p, filepath.Join("", cacheFolder)) }) {
		t.Errorf("%q; want the database under its usual name, and the caches", paths)
	}
}
