package api

import (
	"bytes"
	"errors"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"

	"arbiter/referee/external"
	"arbiter/server/serving/api/transport"
)

// viewerPath is where the viewers of games are, each below the game's name and the digest of
// its files. Frames without an origin send no cookies, so that no token guards it: only who
// may read of the game knows the digest.
const viewerPath = "/viewers"

// viewerPolicy is the Content-Security-Policy of a viewer's files, to which PREFIX is all that
// there is. Its pages have no origin, even in a window of their own. What they run makes code
// from texts. They may be framed by any page: the frames in them have ancestors without origin.
// Browsers have no directive against WebRTC yet, by which a viewer could tell of its match.
const viewerPolicy = "sandbox allow-scripts; default-src PREFIX data: blob: 'unsafe-inline' 'unsafe-eval'; " +
	"connect-src PREFIX data: blob:; base-uri 'none'; form-action 'none'"

// viewerOf returns the digest of a game's files and their viewer, if the game has one.
func (s *Server) viewerOf(game string) (digest string, v *external.Viewer) {
	g, err := s.Scheduler.Games.Find(game)
	if err != nil {
		return "", nil
	}
	own, ok := g.(*external.Game)
	if !ok {
		return "", nil
	}
	if digest, err = own.Digest(); err == nil {
		v, err = own.Viewer()
	}
	if err != nil {
		s.Log.Warn("look for the viewer of "+game, "error", err)
	}
	return digest, v
}

// viewerFile serves a file of a viewer. All that is not one of its files is not found.
func (s *Server) viewerFile(w http.ResponseWriter, r *http.Request) {
	game, asked, name := chi.URLParam(r, "game"), chi.URLParam(r, "digest"), chi.URLParam(r, "*")
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", "*")
	digest, viewer := s.viewerOf(game)
	if viewer == nil || asked != digest {
		transport.WriteProblem(w, huma.Error404NotFound("no such viewer"))
		return
	}
	text, err := viewer.File(name)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			s.Log.Warn("read the viewer of "+game, "file", name, "error", err)
		}
		transport.WriteProblem(w, huma.Error404NotFound("the viewer has no such file"))
		return
	}
	h.Set("Content-Security-Policy", strings.ReplaceAll(viewerPolicy, "PREFIX", r.Host+path.Join(viewerPath, game, digest)+"/"))
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("Cache-Control", "private, max-age=31536000, immutable")
	if path.Ext(name) == ".js" {
		h.Set("Content-Type", "text/javascript; charset=utf-8") // whatever this machine calls it
	}
	http.ServeContent(w, r, path.Base(name), time.Time{}, bytes.NewReader(text))
}
