package server_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write api.json")

// api.json is the description of the API as it is served; who changes the API
// sees the change there. go test ./server -run APIFile -update writes it.
func TestAPIFile(t *testing.T) {
	s := serve(t, guardOff)
	text, err := s.api.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := json.Indent(&got, text, "", "\t"); err != nil {
		t.Fatal(err)
	}
	got.WriteByte('\n')
	if *update {
		if err := os.WriteFile("api.json", got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("api.json")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Error("api.json is not what is served; go test ./server -run APIFile -update writes it")
	}
}
