package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"arbiter/referee/process"
	"arbiter/referee/process/sandbox"
	"arbiter/server/playing/resolve"
)

// resolver returns the resolver of bots, which builds them without boxes. It
// writes the output of failed builds to w.
func resolver(w io.Writer) resolve.Resolver {
	return resolve.Resolver{Output: w, Builtin: smallProgram()}
}

// resolver returns the resolver of bots, which builds them in boxes. It writes
// the output of failed builds to w.
func (f isolationFlags) resolver(w io.Writer, box *sandbox.Sandbox) resolve.Resolver {
	r := resolver(w)
	r.Build = f.build(w, box)
	if dir, err := os.UserCacheDir(); err == nil {
		r.Build.Cache = filepath.Join(dir, cacheFolder, "builds")
	}
	return r
}

// build returns how bots are built in boxes.
func (f botLimits) build(w io.Writer, box *sandbox.Sandbox) process.BuildOptions {
	return process.BuildOptions{
		Isolation: box, Network: f.BuildNetwork, Warn: func(err error) { fmt.Fprintln(w, "warning:", err) },
	}
}
