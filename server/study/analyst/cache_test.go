package analyst

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"arbiter/server/study/analysis"
)

// What is saved is loaded; what is missing or unreadable counts as nothing known.
func TestCache(t *testing.T) {
	c := Cache{Dir: filepath.Join(t.TempDir(), "new")}
	report := &analysis.Analysis{Game: "x", Costs: []analysis.RankedCost{}, Curve: []analysis.Point{}}
	notes := &analysis.Notes{Judge: "j", Seconds: 2, Turns: []analysis.Note{{Turn: 1, Values: analysis.Tally{N: 3, Mean: 0.5}}}}
	if known := c.load("a"); known != (cached{}) {
		t.Errorf("before it was saved: %v", known)
	}
	saved := cached{report, notes, 3}
	if err := c.save("a", saved); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(saved, c.load("a")); diff != "" {
		t.Error(diff)
	}
	if err := os.WriteFile(c.path("a"), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if known := c.load("a"); known != (cached{}) {
		t.Errorf("unreadable: %v", known)
	}
}

// "A Cache keeps those analysed last."
func TestCacheIsBounded(t *testing.T) {
	c := Cache{Dir: t.TempDir()}
	old := time.Now().Add(-time.Hour)
	for i := range mostFiles {
		path := c.path(fmt.Sprint(i))
		if err := os.WriteFile(path, []byte("{}"), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, old, old.Add(time.Duration(i)*time.Millisecond)); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.save("latest", cached{Report: &analysis.Analysis{}, Notes: &analysis.Notes{}}); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(c.Dir)
	if err != nil || len(files) != mostFiles {
		t.Errorf("%d files, %v; want %d", len(files), err, mostFiles)
	}
	if _, err := os.Stat(c.path("0")); !os.IsNotExist(err) {
		t.Error("the oldest file is still there")
	}
}
