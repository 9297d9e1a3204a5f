package serve

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"arbiter/server/cmd/arbiter/flags"
)

// The settings of serve count wherever they come from, and what lies beside the
// database is among them.
func TestOwnFilesOfServe(t *testing.T) {
	paths := flags.OwnFiles(serveSettings{DB: "x.db", Tokens: "tokens", TLSKey: "key", Uploads: "up", Puzzles: "sets", farmSettings: farmSettings{QueueTokenFile: "queue-token"}}, Serve{Config: "arbiter.toml"})
	for _, want := range []string{"x.db", "x.db-wal", "x.db-journal", "x.db.analyses", "x.db.queue", "tokens", "key", "up", "sets", "queue-token", "arbiter.toml"} {
		if !slices.Contains(paths, want) {
			t.Errorf("%q; want %s among them", paths, want)
		}
	}
	if slices.Contains(paths, flags.DefaultDatabase) {
		t.Errorf("%q; want no other database", paths)
	}
	if paths := flags.OwnFiles(flags.Box{}); !slices.Contains(paths, flags.DefaultDatabase) || !slices.ContainsFunc(paths, func(p string) bool { return strings.HasSuffix(p, filepath.Join("", flags.CacheFolder)) }) {
		t.Errorf("%q; want the database under its usual name, and the caches", paths)
	}
}
