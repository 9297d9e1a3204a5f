package transport

import (
	"context"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"
)

// logged logs each request that changes something, with the name of its token. A
// handler that panics fails its own request only, and the log has the stack.
func logged(log *slog.Logger, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started, who := time.Now(), &Caller{}
		r = r.WithContext(context.WithValue(r.Context(), callerKey{}, who)) // the guard fills it in
		defer func() {
			switch cause := recover(); cause {
			case nil:
			case http.ErrAbortHandler:
				panic(cause)
			default:
				log.Error("request", "method", r.Method, "path", r.URL.Path, "panic", cause, "stack", string(debug.Stack()))
				WriteProblem(w, InternalError())
			}
		}()
		next.ServeHTTP(w, r)
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			log := log
			if who.Token != "" {
				log = log.With("token", who.Token)
			}
			log.Info("request", "method", r.Method, "path", r.URL.Path, "took", time.Since(started))
		}
	})
}
