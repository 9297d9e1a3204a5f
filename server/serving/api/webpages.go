package api

import (
	"io/fs"
	"net/http"
	"path"
	"strings"

	"arbiter/server/serving/api/transport"

	"github.com/danielgtaylor/huma/v2"
)

// page serves a file of the web pages. Any other path is served index.html,
// whose script shows the page of that path. Files under /assets have their
// digest in their name, so browsers may cache them forever.
func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		transport.WriteProblem(w, huma.Error405MethodNotAllowed("pages are read-only; want GET or HEAD"))
		return
	}
	if info, err := fs.Stat(s.Pages, name); err != nil || info.IsDir() {
		if strings.HasPrefix(name, "assets/") {
			transport.WriteProblem(w, huma.Error404NotFound(r.URL.Path+": not found"))
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
