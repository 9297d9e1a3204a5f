package web_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var (
	update = flag.Bool("update", false, "write the generated files: make generate")
	into   = flag.String("into", "", "with -update, a folder to write them into instead of where they are")
)

// compare fails when a generated file is not as it would be generated now; with
// -update it writes the file instead.
func compare(t *testing.T, file string, want []byte) {
	t.Helper()
	if *update {
		if *into != "" {
			file = filepath.Join(*into, filepath.Base(file))
		}
		if err := os.WriteFile(file, want, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is out of date; run: make generate", filepath.Join("web", file))
	}
}
