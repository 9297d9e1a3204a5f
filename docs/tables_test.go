package docs

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"arbiter/docs/reference"
	"arbiter/referee/games"
)

// The README lists every game, with its title and its seats.
func TestReferenceGames(t *testing.T) {
	rows := reference.Rows(t, "README.md", "games")
	var names []string
	for _, g := range games.All() {
		info := g.Info()
		names = append(names, info.Name)
		for _, row := range rows {
			if slices.Contains(reference.Codes(row[0]), info.Name) && (!strings.HasPrefix(row[1], info.Title+":") || row[2] != fmt.Sprint(info.MaxSeats)) {
				t.Errorf("README.md: the row of %s is %q; want the title %s and %d seats", info.Name, row, info.Title, info.MaxSeats)
			}
		}
	}
	reference.Names(t, "README.md", "games", names)
	reference.Names(t, "docs/analysis.md", "judges", names)
}

// The inputs of the actions for GitHub are those in docs/ci.md.
func TestReferenceActionInputs(t *testing.T) {
	wantActionInputs(t, "check", "inputs")
	wantActionInputs(t, "history", "history inputs")
}

func wantActionInputs(t *testing.T, action, table string) {
	t.Helper()
	_, text, _ := strings.Cut(reference.Document(t, ".github/actions/"+action+"/action.yml"), "\ninputs:\n")
	text, _, found := strings.Cut(text, "\noutputs:\n")
	if !found {
		t.Fatal("action.yml has no inputs before its outputs")
	}
	var names []string
	for _, match := range regexp.MustCompile(`(?m)^  ([a-z-]+):$`).FindAllStringSubmatch(text, -1) {
		names = append(names, match[1])
	}
	var shown []string
	for _, row := range reference.Rows(t, "docs/ci.md", table) {
		shown = append(shown, reference.Codes(row[0])...)
	}
	if !slices.Equal(shown, names) {
		t.Errorf("docs/ci.md lists the inputs %q; want %q", shown, names)
	}
}

// Each benchmark that a table of figures names can be run.
func TestReferenceBenchmarks(t *testing.T) {
	var code strings.Builder
	root := reference.Root(t)
	for _, folder := range []string{"referee", "bots", "server"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, _ os.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			code.Write(text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, document := range []string{"docs/speed.md", "docs/isolation.md"} {
		for _, row := range reference.Rows(t, document, "benchmarks") {
			codes := reference.Codes(row[len(row)-1])
			if len(codes) == 0 {
				t.Errorf("%s: no benchmark for %s", document, row[0])
				continue
			}
			name, _, _ := strings.Cut(codes[0], "/")
			if !strings.Contains(code.String(), "func Benchmark"+name+"(") {
				t.Errorf("%s: no Benchmark%s", document, name)
			}
		}
	}
}
