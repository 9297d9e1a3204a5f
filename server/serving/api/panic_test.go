package api_test

import (
	"bytes"
	"io/fs"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"

	"arbiter/server/serving/api"
)

// brokenPages panics when a page is asked for.
type brokenPages struct{}

func (brokenPages) Open(string) (fs.File, error) { panic("no pages") }

// "A handler that panics fails its own request only, and the log has the stack."
func TestPanicIsLogged(t *testing.T) {
	var log bytes.Buffer
	s := api.New(api.Config{
		Version: "test", Pages: brokenPages{}, Metrics: api.NewMetrics("test"), Log: slog.New(slog.NewTextHandler(&log, nil)),
	})
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest("GET", "http://localhost/", nil))
	if w.Code != 500 || !strings.Contains(w.Body.String(), "the server's log has the details") {
		t.Errorf("%d %s; want 500 and where to look", w.Code, w.Body)
	}
	if text := log.String(); !strings.Contains(text, "no pages") || !strings.Contains(text, "panic_test.go") {
		t.Errorf("the log says %q; want the panic and where it was", text)
	}
}
