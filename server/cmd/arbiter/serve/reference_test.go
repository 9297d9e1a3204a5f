package serve

import (
	"slices"
	"strings"
	"testing"

	"arbiter/docs/reference"
)

// The settings in docs/server.md are all that serve has: each is a flag and "a key of
// the configuration file, which is the name of the flag with _ for -".
func TestReferenceSettings(t *testing.T) {
	keys := reference.Keys(serveSettings{}, "toml")
	var shown []string
	for _, row := range reference.Rows(t, "docs/server.md", "settings") {
		flags := reference.Codes(row[0])
		for _, key := range reference.Codes(row[1]) {
			shown = append(shown, key)
			if flag := "--" + strings.ReplaceAll(key, "_", "-"); !slices.Contains(flags, flag) {
				t.Errorf("docs/server.md shows the key %s beside %s; want %s", key, row[0], flag)
			}
		}
	}
	slices.Sort(keys)
	slices.Sort(shown)
	if !slices.Equal(shown, keys) {
		t.Errorf("docs/server.md shows the keys\n%q\nwant\n%q", shown, keys)
	}
}
