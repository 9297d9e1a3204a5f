package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// "Whatever waits, waits for a state that must come, says after a minute what it waits for,
// and ends after five": a test that polls uses refereetest.Await, and a script the command
// await. A loop around time.Sleep ends only when the state comes.
func TestWaitsEnd(t *testing.T) {
	err := filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == ".git") {
			return fs.SkipDir
		}
		if err == nil && strings.HasSuffix(path, "_test.go") && !slices.ContainsFunc(programs(), func(p string) bool { return filepath.Join(top, p) == path }) {
			for _, at := range polls(t, path) {
				t.Errorf("%s polls by hand; use refereetest.Await, which ends", at)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("%d scripts, %v", len(scripts), err)
	}
	loop := regexp.MustCompile(`\b(until|while) .*\bdo\b`)
	for _, script := range scripts {
		text, err := os.ReadFile(script)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(txtar.Parse(text).Comment), "\n") {
			if loop.MatchString(line) && !strings.Contains(line, "while read") { // a bot reads to the end of its input
				t.Errorf("%s:%d polls by hand; use await, which ends", script, i+1)
			}
		}
	}
}

// programs are files of which a loop runs in a process or beside a test, and ends with it.
func programs() []string {
	return []string{"referee/process/bots_test.go", "server/serving/queue/memory_test.go"}
}

// polls returns where a file sleeps in an unbounded loop: one without a counter, a deadline
// or a context.
func polls(t *testing.T, file string) []string {
	t.Helper()
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	ast.Inspect(parsed, func(n ast.Node) bool {
		loop, ok := n.(*ast.ForStmt)
		if !ok {
			return true
		}
		_, counted := loop.Post.(*ast.IncDecStmt)
		bounded := counted || loop.Init != nil && uses(loop.Init, "time", "Now") || loop.Cond != nil && (uses(loop.Cond, "ctx", "Err") || uses(loop.Cond, "clock", "deadline"))
		if !bounded && (loop.Post != nil && uses(loop.Post, "time", "Sleep") || uses(loop.Body, "time", "Sleep")) {
			found = append(found, set.Position(loop.Pos()).String())
		}
		return true
	})
	return found
}

// uses reports whether a node mentions x.name, as time.Sleep, functions defined in it left out.
func uses(node ast.Node, x, name string) bool {
	found := false
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.SelectorExpr:
			of := n.X
			if field, ok := of.(*ast.SelectorExpr); ok {
				of = field.Sel
			}
			if of, ok := of.(*ast.Ident); ok && of.Name == x && n.Sel.Name == name {
				found = true
			}
		}
		return true
	})
	return found
}
