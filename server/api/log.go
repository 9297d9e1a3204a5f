package api

import (
	"net/http"
	"runtime/debug"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// logged writes a line for each request that changes something or fails. A
// handler that panics is a mistake in this program: it fails its own request only.
func (s *Server) logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := time.Now()
		defer func() {
			switch mistake := recover(); mistake {
			case nil:
			case http.ErrAbortHandler:
				panic(mistake)
			default:
				s.Log.Error("request", "method", r.Method, "path", r.URL.Path, "panic", mistake, "stack", string(debug.Stack()))
				writeProblem(w, huma.Error500InternalServerError("the server failed; its log tells more"))
			}
		}()
		next.ServeHTTP(w, r)
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			s.Log.Info("request", "method", r.Method, "path", r.URL.Path, "took", time.Since(started))
		}
	})
}
