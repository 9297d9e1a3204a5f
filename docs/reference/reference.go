// Package reference keeps tables of documents true to the code that they repeat.
// A table stands in its document between <!-- name --> and <!-- end of name -->.
// The package that owns the facts has a test that calls Block, for a table that is
// generated, or Names, for one whose rows are explained by hand. Only tests import it.
//
//	go test ./... -run TestReference          # compares all of them
//	go test ./PACKAGE -run TestReference -update   # writes the generated ones
package reference

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the generated tables into the documents")

// Updates reports whether the tests are run with -update. A package that imports this
// one asks here, because a flag is defined once in a program.
func Updates() bool { return *update }

// Root returns the top folder of the repository, wherever the test's package is.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		above := filepath.Dir(dir)
		if above == dir {
			t.Fatal("no go.mod in any folder above the test's package")
		}
		dir = above
	}
}

// Document returns the text of a file of the repository, such as "docs/server.md".
func Document(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(Root(t), name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Block compares a block of a document with the lines that are generated for it,
// each of which ends in "\n". With -update it writes them into the document.
func Block(t testing.TB, document, name, want string) {
	t.Helper()
	before, shown, after := cut(t, document, name)
	switch {
	case shown == want:
	case *update:
		if err := os.WriteFile(filepath.Join(Root(t), document), []byte(before+want+after), 0o666); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s: the block %q is out of date; run the same test with -update. It has\n%s\nwant\n%s", document, name, shown, want)
	}
}

// File compares a generated file with its text. With -update it writes the file.
func File(t testing.TB, name, want string) {
	t.Helper()
	switch {
	case *update:
		if err := os.WriteFile(filepath.Join(Root(t), name), []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	case Document(t, name) != want:
		t.Errorf("%s is out of date; run the same test with -update. Want\n%s", name, want)
	}
}

// Names compares the names in the first column of a table with those of the code, in
// any order. The names are everything that is quoted there as `code`.
func Names(t testing.TB, document, name string, want []string) {
	t.Helper()
	var shown []string
	for _, row := range Rows(t, document, name) {
		shown = append(shown, Codes(row[0])...)
	}
	for _, n := range shown {
		if !slices.Contains(want, n) {
			t.Errorf("%s: the table %q has a row for %s, which the code does not have; want %s", document, name, n, strings.Join(want, ", "))
		}
	}
	for _, n := range want {
		if !slices.Contains(shown, n) {
			t.Errorf("%s: the table %q has no row for %s", document, name, n)
		}
	}
}

// Rows returns the cells of a table by row, without its head.
func Rows(t testing.TB, document, name string) [][]string {
	t.Helper()
	_, shown, _ := cut(t, document, name)
	var rows [][]string
	for line := range strings.Lines(shown) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "|") {
			cells := strings.Split(strings.Trim(line, "|"), "|")
			for i, cell := range cells {
				cells[i] = strings.TrimSpace(cell)
			}
			rows = append(rows, cells)
		}
	}
	if len(rows) < 3 {
		t.Fatalf("%s: the block %q has no table with rows", document, name)
	}
	return rows[2:]
}

// Table renders a table. The first row is its head.
func Table(rows ...[]string) string {
	var text strings.Builder
	for i, row := range rows {
		fmt.Fprintf(&text, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			text.WriteString("|" + strings.Repeat("---|", len(row)) + "\n")
		}
	}
	return strings.ReplaceAll(text.String(), "|  |", "| |")
}

// Codes returns what a cell quotes as `code`.
func Codes(cell string) []string {
	var codes []string
	for _, match := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cell, -1) {
		codes = append(codes, match[1])
	}
	return codes
}

// cut returns a block of a document, and what stands before and behind it.
func cut(t testing.TB, document, name string) (before, shown, after string) {
	t.Helper()
	begin, end := "<!-- "+name+" -->\n", "<!-- end of "+name+" -->\n"
	text := Document(t, document)
	first, rest, begins := strings.Cut(text, begin)
	shown, last, ends := strings.Cut(rest, end)
	if !begins || !ends {
		t.Fatalf("%s: no block between %q and %q", document, begin, end)
	}
	return first + begin, shown, end + last
}

// Keys returns the names that the fields of a struct have in a tag such as "json",
// those of embedded structs included.
func Keys(structure any, tag string) []string {
	return keysOf(reflect.TypeOf(structure), tag)
}

func keysOf(t reflect.Type, tag string) []string {
	var keys []string
	for i := range t.NumField() {
		field := t.Field(i)
		key, _, _ := strings.Cut(field.Tag.Get(tag), ",")
		switch {
		case key != "" && key != "-":
			keys = append(keys, key)
		case field.Anonymous:
			keys = append(keys, keysOf(field.Type, tag)...)
		}
	}
	return keys
}

// Fenced returns the text of the code block that a block of a document consists of.
func Fenced(t testing.TB, document, name string) string {
	t.Helper()
	_, shown, _ := cut(t, document, name)
	_, text, begins := strings.Cut(shown, "\n")
	text, ends := strings.CutSuffix(text, "```\n")
	if !begins || !ends || !strings.HasPrefix(shown, "```") {
		t.Fatalf("%s: the block %q is not one block of code", document, name)
	}
	return text
}
