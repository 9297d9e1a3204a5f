package transport

import (
	"context"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/go-chi/chi/v5/middleware"
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

// compressionLevel of gzip and deflate: higher ones take twice the time and save
// a tenth.
const compressionLevel = 5

// compressed compresses responses of these types for clients that accept it. Live
// connections, which flush each event, and parts of files are left alone, and so
// is what the handler has compressed itself.
func compressed(next http.Handler) http.Handler {
	compressor := middleware.Compress(compressionLevel,
		"application/json", "application/problem+json", "application/yaml", "application/openapi+json", "application/openapi+yaml",
		"text/html", "text/css", "text/plain", "text/javascript", "application/javascript", "image/svg+xml")(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Upgrade") != "" || r.Header.Get("Range") != "" || r.Method == http.MethodHead || strings.Contains(r.Header.Get("Accept"), "text/event-stream") {
			next.ServeHTTP(w, r)
			return
		}
		compressor.ServeHTTP(w, r)
	})
}
