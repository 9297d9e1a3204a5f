package api

import (
	"errors"
	"fmt"
	"net/http"
)

// healthz reports that the process serves requests.
func (s *Server) healthz(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") }

// readyz reports whether the database can be read and written too. Everybody may
// ask, so the answer names no files.
func (s *Server) readyz(w http.ResponseWriter, r *http.Request) {
	err := s.Store.Ready(r.Context())
	if err == nil {
		fmt.Fprintln(w, "ok")
		return
	}
	reason := "it does not answer; the server's log has the details"
	var storage storageError
	if errors.As(err, &storage) {
		reason = storage.Advice()
	}
	s.Log.Warn("not ready", "error", err)
	http.Error(w, "database: "+reason, http.StatusServiceUnavailable)
}
