package web_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"testing"

	"arbiter/server/playing/botstore"
	"arbiter/server/serving/api"
	"arbiter/server/study/analyst"
)

// The types of the API in TypeScript are generated from openapi.json, which is
// the server's own description of itself.
func TestOpenAPI(t *testing.T) {
	const file = "src/api/openapi.json"
	text, err := api.New(api.Config{Version: "dev", Uploads: &botstore.Uploads{}, Analyst: &analyst.Analyst{}, Metrics: api.NewMetrics("dev"), Log: slog.New(slog.DiscardHandler)}).OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if err := json.Indent(&want, text, "", "  "); err != nil {
		t.Fatal(err)
	}
	want.WriteByte('\n')
	compare(t, file, want.Bytes())
}
