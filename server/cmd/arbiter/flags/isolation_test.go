package flags

import (
	"os"
	"strings"
	"testing"

	"arbiter/referee/process/sandbox"
)

// "Say it once per machine, in one line": again when something else is missing, and
// each time where nothing can be kept.
func TestTellMissing(t *testing.T) {
	cache := t.TempDir()
	freeze, both := sandbox.Protections{{Name: "freeze"}}, sandbox.Protections{{Name: "freeze"}, {Name: "user"}}
	for i, tt := range []struct {
		missing sandbox.Protections
		cache   string
		want    string
	}{
		{nil, cache, ""},
		{freeze, cache, "Bots run without freeze on this machine; "},
		{freeze, cache, ""},
		{both, cache, "Bots run without freeze, user on this machine; "},
		{both, cache, ""},
		{freeze, "", "Bots run without freeze on this machine; "},
		{freeze, os.DevNull, "Bots run without freeze on this machine; "},
	} {
		var said strings.Builder
		tellMissing(&said, tt.missing, tt.cache)
		if !strings.HasPrefix(said.String(), tt.want) || strings.Count(said.String(), "\n") != min(1, len(tt.want)) {
			t.Errorf("%d: %q; want one line that begins with %q", i, said.String(), tt.want)
		}
	}
}
