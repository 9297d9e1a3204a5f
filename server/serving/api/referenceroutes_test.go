package api_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"arbiter/docs/reference"
)

// The routes in docs/server.md, with the scopes that they require.
func TestReferenceRoutes(t *testing.T) {
	methods := map[string][]string{} // by path
	for _, name := range slices.Sorted(maps.Keys(routes)) {
		method, path, _ := strings.Cut(name, " ")
		methods[path] = append(methods[path], fmt.Sprintf("%s %s", method, routes[name].scope))
	}
	table := [][]string{{"route", "methods and their scopes"}}
	for _, path := range slices.Sorted(maps.Keys(methods)) {
		table = append(table, []string{"`" + path + "`", strings.Join(methods[path], ", ")})
	}
	reference.Block(t, "docs/server.md", "routes", reference.Table(table...))
}
