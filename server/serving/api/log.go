package api

import (
	"context"
	"net/http"
	"runtime/debug"
	"time"
)

// logged logs each request that changes something, with the name of its token. A handler that panics fails
// its own request only, and the log has the stack.
func (s *Server) logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started, who := time.Now(), &caller{}
		r = r.WithContext(context.WithValue(r.Context(), callerKey{}, who)) // the guard fills it in
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
			log := s.Log
			if who.token != "" {
				log = log.With("token", who.token)
			}
			log.Info("request", "method", r.Method, "path", r.URL.Path, "took", time.Since(started))
		}
	})
}
