package main

import (
	"cmp"
	"fmt"
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

// docs/architecture.md shows exactly the table that TestImportsRunOneWay enforces.
func TestArchitectureShowsImports(t *testing.T) {
	reference.Block(t, "docs/architecture.md", "imports", "```\n"+importTable(importRules())+"```\n")
}

// importTable renders the rules, wrapped at 160 columns, with a blank line between
// the top-level folders. An asterisk marks packages with an onlyImporter.
func importTable(rules []importRule) string {
	const column, width = 28, 160
	var table strings.Builder
	for i, rule := range rules {
		top, _, _ := strings.Cut(rule.pkg, "/")
		if i > 0 && !strings.HasPrefix(rules[i-1].pkg, top) {
			table.WriteString("\n")
		}
		pkg := rule.pkg
		if onlyImporter()[pkg] != "" {
			pkg += " *"
		}
		line := fmt.Sprintf("%-*s", column, pkg)
		for n, word := range strings.Fields(cmp.Or(rule.imports, "nothing")) {
			if n > 0 {
				line += ","
			}
			if len(line)+1+len(word) >= width {
				table.WriteString(line + "\n")
				line = strings.Repeat(" ", column)
			}
			line += " " + word
		}
		table.WriteString(line + "\n")
	}
	return table.String()
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
