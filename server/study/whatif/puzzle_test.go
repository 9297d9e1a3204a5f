package whatif

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A set that cannot be read says what is wrong; "one that does not exist is empty".
func TestReadPuzzleSet(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", ""},
		{"game = \"domain\"\n[[puzzle]]\nname = \"a\"\nturn = 3\nseat = 1\n", ""},
		{"game = [", "set.toml"},
		{"gmae = \"domain\"\n", "unknown key gmae; want game and puzzle"},
		{"[[puzzle]]\nname = \"../a\"\n", `puzzle "../a"; want the name of a file, without slashes`},
	} {
		dir := t.TempDir()
		if tt.text != "" {
			if err := os.WriteFile(filepath.Join(dir, "set.toml"), []byte(tt.text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		_, err := ReadPuzzleSet(dir)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%q: error %v; want %q", tt.text, err, tt.want)
		}
	}
}
