package api

import (
	"html/template"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/server/playing/bisect"
	"arbiter/server/playing/history"
)

// docsPage lists the operations of the OpenAPI document. It loads no scripts and
// no styles.
var docsPage = template.Must(template.New("docs").Parse(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Arbiter API</title>
<h1>Arbiter API</h1>
<p>{{.About}}</p>
<p>The complete description with every field: <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1).</p>
<p>Live: <code>GET /api/live</code> streams the server's events, <code>GET /api/live/{match}</code> the frames of a match. Both are websockets or, with
<code>Accept: text/event-stream</code>, server-sent events.</p>
{{range .Groups}}<h2>{{.Name}}</h2>
{{range .Operations}}<h3><code>{{.Method}} {{.Path}}</code></h3>
<p>{{.Summary}}. {{.Description}}</p>
{{if .Parameters}}<dl>
{{range .Parameters}}<dt><code>{{.Name}}</code> ({{.In}})</dt><dd>{{.Description}}</dd>
{{end}}</dl>{{end}}
{{end}}{{end}}</html>
`))

type docsGroup struct {
	Name       string
	Operations []docsOperation
}

type docsOperation struct {
	Method, Path, Summary, Description string
	Parameters                         []docsParameter
}

type docsParameter struct{ Name, In, Description string }

func (s *Server) docs(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	docsPage.Execute(w, struct {
		About  string
		Groups []*docsGroup
	}{strings.ReplaceAll(about, "**", ""), docsGroups(s.router.OpenAPI())})
}

// docsGroups returns the operations by path, grouped by their first tag.
func docsGroups(description *huma.OpenAPI) []*docsGroup {
	byTag := map[string]*docsGroup{}
	for _, path := range slices.Sorted(maps.Keys(description.Paths)) {
		for _, op := range operations(description.Paths[path]) {
			group := byTag[op.Tags[0]]
			if group == nil {
				group = &docsGroup{Name: op.Tags[0]}
				byTag[op.Tags[0]] = group
			}
			group.Operations = append(group.Operations, docsOf(path, op))
		}
	}
	var groups []*docsGroup
	for _, tag := range slices.Sorted(maps.Keys(byTag)) {
		groups = append(groups, byTag[tag])
	}
	return groups
}

func docsOf(path string, op *huma.Operation) docsOperation {
	docs := docsOperation{Method: op.Method, Path: path, Summary: op.Summary, Description: op.Description}
	for _, p := range op.Parameters {
		description := p.Description
		if description == "" && p.Schema != nil {
			description = p.Schema.Description
		}
		docs.Parameters = append(docs.Parameters, docsParameter{p.Name, p.In, description})
	}
	return docs
}

func operations(item *huma.PathItem) []*huma.Operation {
	var all []*huma.Operation
	for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
		if op != nil {
			all = append(all, op)
		}
	}
	return all
}

// schemaName names the schema of a Go type in the OpenAPI document: after the
// type, but for types that were renamed. Generated clients use these names, so
// the old ones stay.
func schemaName(t reflect.Type, hint string) string {
	of := t
	if of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	switch of.PkgPath() { // both have Findings of commits
	case reflect.TypeFor[bisect.Findings]().PkgPath():
		return "Bisect" + huma.DefaultSchemaNamer(t, hint)
	case reflect.TypeFor[history.Findings]().PkgPath():
		return "History" + huma.DefaultSchemaNamer(t, hint)
	}
	switch name := huma.DefaultSchemaNamer(t, hint); name {
	case "TournamentStatusBody":
		return "RunBody"
	case "HumanMatchBody":
		return "HandBody"
	case "HumanRequestBody":
		return "HandWishBody"
	case "HumanAnswerInBody":
		return "HandAnswerInBody"
	case "FaultLoss":
		return "Lost"
	case "Analysis":
		return "Report"
	case "MatchRequestBody":
		return "WishBody"
	default:
		return name
	}
}
