package api_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"arbiter/docs/reference"
	"arbiter/server/serving/api/transport"
)

// The routes in docs/server.md, by the scopes that they require; those of one path and
// scope stand together.
func TestReferenceRoutes(t *testing.T) {
	methods := map[string][]string{} // by scope and path
	for _, name := range slices.Sorted(maps.Keys(routes)) {
		method, path, _ := strings.Cut(name, " ")
		key := string(routes[name].scope) + " " + path
		methods[key] = append(methods[key], method)
	}
	requests := map[string][]string{} // by scope
	for _, key := range slices.Sorted(maps.Keys(methods)) {
		scope, path, _ := strings.Cut(key, " ")
		requests[scope] = append(requests[scope], "`"+strings.Join(methods[key], ",")+" "+path+"`")
	}
	table := [][]string{{"scope", "requests"}}
	for _, scope := range []transport.Scope{transport.ScopePublic, transport.ScopeRead, transport.ScopeUpload, transport.ScopePlay, transport.ScopeAdmin} {
		table = append(table, []string{string(scope), strings.Join(requests[string(scope)], ", ")})
		delete(requests, string(scope))
	}
	if len(requests) > 0 {
		t.Errorf("routes of other scopes: %v", requests)
	}
	reference.Block(t, "docs/server.md", "routes", reference.Table(table...))
}
