package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"arbiter/server/league"
)

// top is the repository, seen from this package.
const top = "../../.."

// A new format or fault is an edit of a file, outside of the format's own: a text
// in it and what replaces it.
type edit struct{ file, old, new string }

// The toy format is the round robin with an option and with placings.
const toyFormat = `package league

const Toy Format = "toy"

func toy() FormatInfo {
	return FormatInfo{
		Name: Toy, About: "Everybody plays, and who entered first wins.", Fixed: true, Options: []FormatOption{roundsOption()},
		pair: (*schedule).roundRobin, encounters: roundRobin().encounters,
		placings: func(s *schedule) []Placing { return []Placing{{Place: 1, Bot: s.Bots[0]}} },
	}
}
`

// The places that a format edits, beside its own file, and those that a fault
// edits; generated files do not count. CONTRIBUTING.md names the same.
func toyFormatEdits() []edit {
	return []edit{
		{"server/league/format.go", "adaptive()}", "adaptive(), toy()}"},
		{"docs/tournaments.md", "## What resumes\n", "**toy**: everybody plays, and who entered first wins.\n\n## What resumes\n"},
	}
}

func toyFaultEdits() []edit {
	return []edit{
		{"referee/fault.go", "\tIllegal Kind = \"illegal\"\n", "\tIllegal Kind = \"illegal\"\n\tShouted Kind = \"shouted\"\n"},
		{"referee/fault.go", "\t\t\tKind: Garbled,", "\t\t\tKind: Shouted, Quoted: true, About: \"The answer was too loud.\", Title: \"an answer that is too loud\", Advice: \"speak softly\",\n\t\t},\n\t\t{\n\t\t\tKind: Garbled,"},
		{"referee/games/domain/match.go", "Kind: referee.Garbled", "Kind: referee.Shouted"},
	}
}

var toys = flag.Bool("toys", false, "build the program with a toy format and a toy fault, and use them")

// mostPlaces is how many places a format or a fault may edit.
const mostPlaces = 4

// "A format or a fault edits at most four places", which are there: with the edits of a toy format
// and of a toy fault the API, filters, help, the doctor, standings, completion, the
// pages and the documents know them.
func TestToyFormatAndFault(t *testing.T) {
	for what, edits := range map[string][]edit{"format": toyFormatEdits(), "fault": toyFaultEdits()} {
		if len(edits) > mostPlaces {
			t.Errorf("a %s edits %d places; want at most %d", what, len(edits), mostPlaces)
		}
	}
	dir := t.TempDir()
	overlay := overlayOf(t, dir, append(toyFormatEdits(), toyFaultEdits()...), map[string]string{"server/league/toy.go": toyFormat})
	if !*toys {
		t.Skip("-toys plays it; make soak does") // it builds the program anew
	}

	goTool(t, "test", "-overlay", overlay, "./web", "-run", "^Test(OpenAPI|Lists|ListsInDocuments)$", "-count", "1", "-update", "-into", dir)
	var api struct {
		Paths      map[string]map[string]struct{ Description, Summary string }
		Components struct {
			Schemas map[string]struct {
				Properties map[string]struct{ Enum []string }
			}
		}
	}
	if err := json.Unmarshal([]byte(readFile(t, filepath.Join(dir, "openapi.json"))), &api); err != nil {
		t.Fatal(err)
	}
	if enum := api.Components.Schemas["PlanBody"].Properties["format"].Enum; !slices.Contains(enum, "toy") {
		t.Errorf("the API's formats are %q", enum)
	}
	wantIn(t, "the API's description of matches", api.Paths["/api/matches"]["get"].Description, "shouted")
	wantIn(t, "the API's summary of placings", api.Paths["/api/tournaments/{tournament}/placings"]["get"].Summary, "toy")
	wantIn(t, "the pages", readFile(t, filepath.Join(dir, "lists.gen.ts")), `"name": "toy"`, `"kind": "shouted"`)
	wantIn(t, "docs/tournaments.md", readFile(t, filepath.Join(dir, "tournaments.md")), "| `toy` | Everybody plays")
	wantIn(t, "docs/processes.md", readFile(t, filepath.Join(dir, "processes.md")), "| `shouted` | The answer was too loud.")

	program := filepath.Join(dir, "arbiter")
	goTool(t, "build", "-overlay", overlay, "-o", program, "./server/cmd/arbiter")
	bot := filepath.Join(dir, "loud")
	if err := os.WriteFile(bot, []byte("#!/bin/sh\nfor i in 1 2 3 4; do read line; done\necho HELLO\ncat > /dev/null\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	arbiter := func(code int, args ...string) string {
		t.Helper()
		cmd := exec.Command(program, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != code {
			t.Fatalf("arbiter %q: %v\n%s", args, err, out)
		}
		return string(out)
	}
	wantIn(t, "completion", arbiter(0, completeVerb, "run", "--format", "t"), "toy\n")
	wantIn(t, "completion", arbiter(0, completeVerb, "matches", "--fault", "s"), "shouted\n")
	wantIn(t, "help", arbiter(0, "run", "--help-all"), "or toy", "Rounds of a swiss, adaptive or toy")
	wantIn(t, "help", arbiter(0, "matches", "--help"), "shouted")
	wantIn(t, "run", arbiter(0, "run", "--game", "domain", "--name", "cup", "--format", "toy", "--openings", "1", "-b", bot, "-b", "builtin:domain/greedy"), "toy of domain", "shouted 2")
	wantIn(t, "standings", arbiter(0, "standings", "cup", "--filter", "fault=shouted"), "shouted 2")
	wantIn(t, "matches", arbiter(0, "matches", "--fault", "shouted"), "shouted")
	wantIn(t, "an unknown fault", arbiter(2, "matches", "--fault", "shoutd"), "did you mean shouted?")
	wantIn(t, "an option of other formats", arbiter(2, "run", "--game", "domain", "--format", "knockout", "--rounds", "2", "--openings", "1", "-b", bot, "-b", "builtin:domain/greedy"), "swiss, adaptive or toy")
	wantIn(t, "doctor", arbiter(1, "doctor", "domain", bot), "an answer that is too loud", "speak softly")
}

// overlayOf returns the file for -overlay of the go tool that makes the edits and
// adds files. What it replaces has to be there once. The tool reads Go files by it
// alone: of documents it checks that the places exist.
func overlayOf(t *testing.T, dir string, edits []edit, added map[string]string) string {
	t.Helper()
	texts := map[string]string{}
	for _, e := range edits {
		if texts[e.file] == "" {
			texts[e.file] = readFile(t, filepath.Join(top, e.file))
		}
		if n := strings.Count(texts[e.file], e.old); n != 1 {
			t.Fatalf("%s has %q %d times; want it once", e.file, e.old, n)
		}
		texts[e.file] = strings.Replace(texts[e.file], e.old, e.new, 1)
	}
	for file, text := range added {
		texts[file] = text
	}
	replace := map[string]string{}
	for file, text := range texts {
		path, err := filepath.Abs(filepath.Join(top, file))
		if err != nil {
			t.Fatal(err)
		}
		replace[path] = filepath.Join(dir, strings.ReplaceAll(file, "/", "-"))
		if err := os.WriteFile(replace[path], []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	overlay := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlay, text, 0o666); err != nil {
		t.Fatal(err)
	}
	return overlay
}

func goTool(t *testing.T, args ...string) {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = top
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go %q: %v\n%s", args, err, out)
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func wantIn(t *testing.T, where, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%s: no %q in\n%s", where, part, text)
		}
	}
}

// fewNames is how many formats or faults a file may name that is no list of them.
const fewNames = 2

// "Formats and faults are one list each": no other source names three of them, in
// texts, or in Go as the constants of one list or one condition. Generated files
// and tests may.
func TestNoSecondListOfFormatsOrFaults(t *testing.T) {
	var formats []string
	for _, name := range league.Formats() {
		formats = append(formats, string(name))
	}
	for _, list := range []struct {
		what  string
		names []string
		home  string
	}{
		{"formats", formats, "server/league/format.go"},
		{"faults", league.FaultNames(), "referee/fault.go"},
	} {
		for file, text := range sources(t) {
			if file == list.home {
				continue
			}
			for _, found := range namedIn(t, file, text, list.names) {
				t.Errorf("%s is a second list of %s: %s; take them from %s", file, list.what, found, list.home)
			}
		}
	}
}

// The test of lists finds them however they are written.
func TestSecondListIsFound(t *testing.T) {
	names := []string{"timeout", "crash", "flood", "round-robin"}
	for _, tt := range []struct{ file, text string }{
		{"a.go", "package a\nvar list = []string{\"timeout\", \"crash\", \"flood\"}"},
		{"a.go", "package a\ntype a struct { B string `enum:\"timeout,crash,flood\"` }"},
		{"a.go", "package a\nvar list = []referee.Kind{referee.Timeout, referee.Crash, referee.Flood}"},
		{"a.go", "package a\nfunc f(k Kind) bool { return k == Timeout || k == Crash || k == RoundRobin }"},
		{"a.go", "package a\nfunc f(k Kind) { switch k { case Timeout, Crash, Flood: } }"},
		{"a.ts", "const LIST = ['timeout', \"crash\", `flood`];"},
		{"a.tsx", "const help = 'timeout, crash or round-robin';"},
	} {
		if len(namedIn(t, tt.file, tt.text, names)) == 0 {
			t.Errorf("not found: %s", tt.text)
		}
	}
	for _, text := range []string{"package a\n// timeout, crash, flood\nvar a = []string{\"timeout\", \"crash\"}", "package a\nvar a = \"timeouts crashed flooding\""} {
		if found := namedIn(t, "a.go", text, names); len(found) > 0 {
			t.Errorf("%s: found %s", text, found)
		}
	}
}

// sources returns the texts of the repository's Go and TypeScript files, but for
// tests and generated ones.
func sources(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	test := regexp.MustCompile(`(_test\.go|\.test\.tsx?|\.gen\.ts|\.d\.ts|/testing\.ts|/api/schema\.ts)$`)
	err := filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains([]string{"node_modules", "testdata", "dist", "dist-export", ".git", "bin"}, entry.Name()):
			return filepath.SkipDir
		case entry.IsDir() || test.MatchString(path) || !slices.Contains([]string{".go", ".ts", ".tsx"}, filepath.Ext(path)):
			return nil
		}
		name, err := filepath.Rel(top, path)
		all[filepath.ToSlash(name)] = readFile(t, path)
		return err
	})
	if err != nil || len(all) < 500 {
		t.Fatalf("%d sources, %v", len(all), err)
	}
	return all
}

// namedIn returns what in a source names more than a few of the names.
func namedIn(t *testing.T, file, text string, names []string) []string {
	t.Helper()
	var found []string
	note := func(where string, named map[string]bool) {
		if len(named) > fewNames {
			found = append(found, fmt.Sprintf("%s names %d", where, len(named)))
		}
	}
	if filepath.Ext(file) != ".go" {
		quoted := regexp.MustCompile("'[^'\n]*'|\"[^\"\n]*\"|`[^`]*`").FindAllString(text, -1)
		note("its texts", wordsIn(strings.Join(quoted, "\n"), names))
		return found
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), file, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			texts = append(texts, n.Value)
		case *ast.CompositeLit:
			note("a list", constantsIn(names, n.Elts...))
		case *ast.CaseClause:
			note("a case", constantsIn(names, n.List...))
		case *ast.BinaryExpr:
			note("a condition", constantsIn(names, n))
		}
		return true
	})
	note("its texts", wordsIn(strings.Join(texts, "\n"), names))
	return found
}

// wordsIn returns those of the names that stand as words in a text.
func wordsIn(text string, names []string) map[string]bool {
	named := map[string]bool{}
	for _, name := range names {
		if regexp.MustCompile(`\b` + name + `\b`).MatchString(text) {
			named[name] = true
		}
	}
	return named
}

// constantsIn returns the names whose constants, such as RoundRobin, stand in
// expressions.
func constantsIn(names []string, in ...ast.Expr) map[string]bool {
	named := map[string]bool{}
	for _, expr := range in {
		ast.Inspect(expr, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				for _, name := range names {
					if strings.EqualFold(id.Name, strings.ReplaceAll(name, "-", "")) && id.IsExported() {
						named[name] = true
					}
				}
			}
			return true
		})
	}
	return named
}
