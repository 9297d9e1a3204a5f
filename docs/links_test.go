package docs

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"arbiter/docs/reference"
)

var (
	fenced  = regexp.MustCompile("(?ms)^```.*?^```$")
	linked  = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	dropped = regexp.MustCompile(`\]\([^)]*\)|[^\w\- ]`) // of a heading: the target of a link, and punctuation
)

// A link within the documents leads to a file that exists and, behind #, to a heading.
func TestLinks(t *testing.T) {
	root, links := reference.Root(t), 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && (d.Name() == "node_modules" || d.Name() == ".git") {
			return fs.SkipDir
		}
		if err != nil || filepath.Ext(path) != ".md" {
			return err
		}
		for _, link := range linked.FindAllStringSubmatch(unfenced(t, path), -1) {
			if strings.Contains(link[1], ":") {
				continue // of another site
			}
			links++
			file, anchor, _ := strings.Cut(link[1], "#")
			target := path
			if file != "" {
				target = filepath.Join(filepath.Dir(path), file)
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s links to %s: %v", path, link[1], err)
			} else if anchor != "" && !slices.Contains(anchors(t, target), anchor) {
				t.Errorf("%s links to %s, which has no such heading", path, link[1])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if links < 200 {
		t.Errorf("found %d links; are they read as they are written?", links)
	}
}

// anchors returns the anchors of the headings of a document, as GitHub makes them.
func anchors(t *testing.T, path string) []string {
	t.Helper()
	var all []string
	for _, h := range heading.FindAllStringSubmatch(unfenced(t, path), -1) {
		all = append(all, strings.ReplaceAll(dropped.ReplaceAllString(strings.ToLower(h[1]), ""), " ", "-"))
	}
	return all
}

// unfenced returns the text of a document without its blocks of code.
func unfenced(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return fenced.ReplaceAllString(string(text), "")
}
