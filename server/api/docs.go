package api

import (
	"html/template"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// docsPage shows the description of the API without loading anything.
var docsPage = template.Must(template.New("docs").Parse(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Arbiter's API</title>
<h1>Arbiter's API</h1>
<p>{{.About}}</p>
<p>The whole description, with every field: <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1).</p>
<p>Live: <code>/api/live</code> tells what starts, runs and ends; <code>/api/live/{match}</code> shows a match, as a websocket or, when
<code>text/event-stream</code> is accepted, as server-sent events.</p>
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
	groups := map[string]*docsGroup{}
	description := s.api.OpenAPI()
	for _, path := range slices.Sorted(maps.Keys(description.Paths)) {
		for _, op := range operations(description.Paths[path]) {
			group := groups[op.Tags[0]]
			if group == nil {
				group = &docsGroup{Name: op.Tags[0]}
				groups[op.Tags[0]] = group
			}
			shown := docsOperation{Method: op.Method, Path: path, Summary: op.Summary, Description: op.Description}
			for _, p := range op.Parameters {
				about := p.Description
				if about == "" && p.Schema != nil {
					about = p.Schema.Description
				}
				shown.Parameters = append(shown.Parameters, docsParameter{p.Name, p.In, about})
			}
			group.Operations = append(group.Operations, shown)
		}
	}
	var sorted []*docsGroup
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		sorted = append(sorted, groups[name])
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	docsPage.Execute(w, struct {
		About  string
		Groups []*docsGroup
	}{strings.ReplaceAll(about, "**", ""), sorted})
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
