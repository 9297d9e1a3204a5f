// Package transporttest sends requests in tests of the API.
package transporttest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

// Do sends a request to a server at url with pairs of header names and values, and
// returns the status and the body. A body that begins with a brace is sent as JSON.
// Redirects are not followed.
func Do(t testing.TB, url, method, path, body string, header ...string) (int, []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasPrefix(body, "{") {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
		if header[i] == "Host" {
			r.Host = header[i+1]
		}
	}
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, text
}

// Want is Do of a request that must have the given status, and decodes the body.
func Want(t testing.TB, status int, url, method, path, body string) map[string]any {
	t.Helper()
	got, text := Do(t, url, method, path, body)
	if got != status {
		t.Fatalf("%s %s: status %d: %s; want %d", method, path, got, text, status)
	}
	var v map[string]any
	if len(bytes.TrimSpace(text)) > 0 {
		if err := json.Unmarshal(text, &v); err != nil {
			t.Fatalf("%s %s: %v: %.200s", method, path, err, text)
		}
	}
	return v
}
