package output

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// "A failed write leaves the file as it was before, or no file."
func TestWriteOut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	broken := errors.New("broken")
	half := func(w io.Writer) error { _, err := io.WriteString(w, "half"); return errors.Join(err, broken) }
	whole := func(w io.Writer) error { _, err := io.WriteString(w, "whole"); return err }
	if err := Write(path, nil, half); !errors.Is(err, broken) {
		t.Errorf("error %v; want the writer's", err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a partial file exists")
	}
	if err := Write(path, nil, whole); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, nil, half); !errors.Is(err, broken) {
		t.Errorf("error %v; want the writer's", err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "whole" {
		t.Errorf("%q, %v; want the previous content", text, err)
	}
	if left, err := filepath.Glob(filepath.Join(filepath.Dir(path), ".*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
