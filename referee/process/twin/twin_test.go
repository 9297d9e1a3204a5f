package twin_test

import (
	"path/filepath"
	"testing"

	"arbiter/referee/process"
	"arbiter/referee/process/twin"
)

// "A stranger can do that": a bot has the XXH64 that was asked for, whatever else it
// consists of, and another SHA-256.
func TestWrite(t *testing.T) {
	seen := map[string]bool{}
	for _, text := range []string{"", "exit 1", "a longer program\n"} {
		dir := filepath.Join(t.TempDir(), "mine")
		err := twin.Write(dir, []string{"sh", "bot.sh"}, map[string]string{"bot.toml": `run = "sh bot.sh"`, "bot.sh": text}, "0123456789abcdef")
		if err != nil {
			t.Fatal(err)
		}
		spec, err := process.Resolve(dir)
		if err != nil {
			t.Fatal(err)
		}
		found, err := spec.Digests()
		if err != nil || found.XXH64 != "0123456789abcdef" || seen[found.SHA256] {
			t.Errorf("%q: %+v, %v; want the digest 0123456789abcdef and a SHA-256 of its own", text, found, err)
		}
		seen[found.SHA256] = true
	}
}
