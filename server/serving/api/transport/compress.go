package transport

import (
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5/middleware"
)

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
