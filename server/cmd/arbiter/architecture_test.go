package main

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"arbiter/docs/reference"
)

// readDocument returns the text of a file of the repository.
func readDocument(t *testing.T, name string) string {
	t.Helper()
	return reference.Document(t, name)
}

// The tree of docs/architecture.md lists every package, and nothing that does not
// exist.
func TestArchitectureListsPackages(t *testing.T) {
	_, rest, _ := strings.Cut(readDocument(t, "docs/architecture.md"), "\n## The packages\n\n```\n")
	tree, _, _ := strings.Cut(rest, "```\n")
	var listed, parents []string
	for line := range strings.Lines(tree) {
		indent := len(line) - len(strings.TrimLeft(line, " "))
		folder := strings.TrimSuffix(strings.Fields(line)[0], "/")
		parents = append(parents[:indent/2], folder)
		listed = append(listed, strings.Join(parents, "/"))
	}
	for _, folder := range listed {
		wantFile(t, "docs/architecture.md", folder)
	}
	for _, rule := range importRules() {
		if !slices.Contains(listed, rule.pkg) {
			t.Errorf("docs/architecture.md does not list the package %s", rule.pkg)
		}
	}
}

// Every path of the repository that these documents quote exists. A <word> in it
// stands for any name.
func TestDocumentsNameFiles(t *testing.T) {
	quoted := regexp.MustCompile("`((?:referee|bots|server|web|migrations|docs|\\.ci)/[^` ]*)`")
	for _, name := range []string{"docs/architecture.md", "CONTRIBUTING.md"} {
		for _, match := range quoted.FindAllStringSubmatch(readDocument(t, name), -1) {
			wantFile(t, name, match[1])
		}
	}
}

// wantFile checks that a path exists, with <word> for any name.
func wantFile(t *testing.T, document, path string) {
	t.Helper()
	pattern := regexp.MustCompile("<[a-z]+>").ReplaceAllString(path, "*")
	if found, err := filepath.Glob(filepath.Join(reference.Root(t), pattern)); err != nil || len(found) == 0 {
		t.Errorf("%s names %s, which does not exist", document, path)
	}
}
