package flags

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"arbiter/referee/process"
	"arbiter/referee/process/sandbox"
	"arbiter/server/playing/resolve"
)

// Resolver returns the resolver of bots, which builds them without boxes. It
// writes the output of failed builds to w.
func Resolver(w io.Writer) resolve.Resolver {
	return resolve.Resolver{Output: w, Builtin: smallProgram()}
}

// Resolver returns the resolver of bots, which builds them in boxes. It writes
// the output of failed builds to w.
func (f Box) Resolver(w io.Writer, box *sandbox.Sandbox) resolve.Resolver {
	r := Resolver(w)
	r.Build = f.Build(w, box)
	if dir, err := os.UserCacheDir(); err == nil {
		r.Build.Cache = filepath.Join(dir, CacheFolder, "builds")
	}
	return r
}

// Build returns how bots are built in boxes.
func (f BotLimits) Build(w io.Writer, box *sandbox.Sandbox) process.BuildOptions {
	return process.BuildOptions{
		Isolation: box, Network: f.BuildNetwork, Warn: func(err error) { fmt.Fprintln(w, "warning:", err) },
	}
}
