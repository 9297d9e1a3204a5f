package flags

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"arbiter/bots"
	"arbiter/referee/process"
	"arbiter/referee/process/sandbox"
	"arbiter/server/playing/resolve"
)

// Resolver returns the resolver of bots, which builds them without boxes. It
// writes the output of failed builds to w, and what takes long. What the flags of the verb
// name as the operator's own is part of no bot.
func Resolver(w io.Writer, flags ...any) resolve.Resolver {
	r := resolve.Resolver{Output: w, Progress: w, Builtin: smallProgram(), Own: OwnFiles(flags...)}
	if dir, err := os.UserCacheDir(); err == nil {
		r.Build.Cache = filepath.Join(dir, CacheFolder, "builds")
	}
	return r
}

// Resolver returns the resolver of bots, which builds them in boxes. It writes
// the output of failed builds to w.
func (f Box) Resolver(w io.Writer, box *sandbox.Sandbox, flags ...any) resolve.Resolver {
	r := Resolver(w, flags...)
	cache := r.Build.Cache
	r.Build = f.Build(w, box)
	r.Build.Cache = cache
	return r
}

// Build returns how bots are built in boxes.
func (f BotLimits) Build(w io.Writer, box *sandbox.Sandbox) process.BuildOptions {
	return process.BuildOptions{
		Isolation: box, Network: f.BuildNetwork, Warn: func(err error) { fmt.Fprintln(w, "warning:", err) },
	}
}

// smallProgram returns the program that starts builtin bots faster than this one,
// if it lies beside it and has the same bots; otherwise "".
func smallProgram() string {
	self, err := os.Executable()
	if err != nil {
		return ""
	}
	program := besideSelf(self)
	found, err := exec.Command(program, bots.RevisionsOption).Output()
	if err != nil || strings.TrimSpace(string(found)) != bots.Revisions() {
		return "" // there is none, or one of another build
	}
	return program
}

// besideSelf returns where the small program is looked for.
func besideSelf(self string) string {
	if real, err := filepath.EvalSymlinks(self); err == nil {
		self = real
	}
	return filepath.Join(filepath.Dir(self), "arbiter-bot")
}
