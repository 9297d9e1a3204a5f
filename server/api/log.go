package api

import (
	"net/http"
	"runtime/debug"
	"time"
)

// logged logs each request that changes something. A handler that panics fails
// its own request only, and the log has the stack.
func (s *Server) logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := time.Now()
		defer func() {
			switch cause := recover(); cause {
			case nil:
			case http.ErrAbortHandler:
				panic(cause)
			default:
				s.Log.Error("request", "method", r.Method, "path", r.URL.Path, "panic", cause, "stack", string(debug.Stack()))
				writeProblem(w, errInternal())
			}
		}()
		next.ServeHTTP(w, r)
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			s.Log.Info("request", "method", r.Method, "path", r.URL.Path, "took", time.Since(started))
		}
	})
}
