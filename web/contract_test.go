package web_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/web/typescript"
)

// What a game shows, and what a person may answer in it, has the same types in
// TypeScript: a field that is renamed, retyped or removed in Go fails here, and
// with the new file the compiler finds each use of it in the pages.
func TestContract(t *testing.T) {
	for _, g := range games.All() {
		game := g.Info().Name
		t.Run(game, func(t *testing.T) {
			want, err := contract(g)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, filepath.Join("src/games", game, "types.gen.ts"), want)
		})
	}
}

// contract returns the types of a game in TypeScript.
func contract(g referee.Game) ([]byte, error) {
	game := g.Info().Name
	typed, ok := g.(referee.ViewTyper)
	if !ok {
		return nil, fmt.Errorf("%s does not list the types of what it shows: it has no method ViewTypes", game)
	}
	types := typed.ViewTypes()
	w := typescript.Writer{Comment: comments{}.of, Any: "Event"}
	if err := w.Declare("Scene", reflect.TypeOf(types.Scene)); err != nil {
		return nil, err
	}
	if err := w.Declare("View", reflect.TypeOf(types.View)); err != nil {
		return nil, err
	}
	if err := w.DeclareUnion("Event", types.Events); err != nil {
		return nil, err
	}
	if types.Choices != nil {
		if err := w.Declare("Choices", reflect.TypeOf(types.Choices)); err != nil {
			return nil, err
		}
	}
	return fmt.Appendf(nil, "// Code generated from the Go types of %s by make generate. DO NOT EDIT.\n\n%s", game, w.String()), nil
}

// comments are those at the ends of the lines of struct fields, by package and
// then by type and field.
type comments map[string]map[string]string

// of returns the comment of a field, or what its tag says to readers of the API.
func (c comments) of(owner reflect.Type, f reflect.StructField) string {
	if doc := f.Tag.Get("doc"); doc != "" {
		return doc
	}
	path := owner.PkgPath()
	if c[path] == nil {
		c[path] = read(strings.TrimPrefix(path, "arbiter/"))
	}
	return c[path][owner.Name()+"."+f.Name]
}

// read reads the comments of a package. What it cannot read has none: the
// compiler says why.
func read(dir string) map[string]string {
	found := map[string]string{}
	files, _ := filepath.Glob(filepath.Join("..", dir, "*.go"))
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			if s, ok := spec.Type.(*ast.StructType); ok {
				for _, f := range s.Fields.List {
					for _, field := range f.Names {
						text := strings.TrimSpace(f.Comment.Text())
						found[spec.Name.Name+"."+field.Name] = strings.ReplaceAll(text, "\n", " ")
					}
				}
			}
			return true
		})
	}
	return found
}
