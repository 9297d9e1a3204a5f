package api

import (
	"io/fs"
	"net/http"
	"path"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// page serves a file of the pages, or index.html, in which the address is then
// looked at. What is under /assets has its digest in its name.
func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		writeProblem(w, huma.Error405MethodNotAllowed("pages are only read"))
		return
	}
	if info, err := fs.Stat(s.Pages, name); err != nil || info.IsDir() {
		if strings.HasPrefix(name, "assets/") {
			writeProblem(w, huma.Error404NotFound("there is no "+r.URL.Path))
			return
		}
		name = "index.html"
	}
	if strings.HasPrefix(name, "assets/") {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		w.Header().Set("Cache-Control", "no-cache")
	}
	http.ServeFileFS(w, r, s.Pages, name)
}
