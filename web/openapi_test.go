package web_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"log/slog"
	"os"
	"testing"

	"arbiter/server/api"
)

var update = flag.Bool("update", false, "write src/api/openapi.json as the server describes itself")

// The types of the pages are generated from openapi.json; it is what the server
// says of itself.
func TestOpenAPI(t *testing.T) {
	const file = "src/api/openapi.json"
	text, err := api.New(api.Config{Version: "dev", Uploads: "bots", Metrics: api.NewMetrics("dev"), Log: slog.New(slog.DiscardHandler)}).OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if err := json.Indent(&want, text, "", "  "); err != nil {
		t.Fatal(err)
	}
	want.WriteByte('\n')
	if *update {
		if err := os.WriteFile(file, want.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Errorf("%s is not what the server says; in web, run: npm run api", file)
	}
}
