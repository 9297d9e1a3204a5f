package process

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"
	"golang.org/x/sys/unix"
)

// Go compiles its standard library again for each new cache: seven seconds of
// processor time for a bot. So a home of a bot in Go begins as a copy of one in
// which a program of ours was built, in a box like any other. The copy is no
// channel between bots: no build of a bot has ever written to the original.

// libraryPrefix begins the names of the originals.
const libraryPrefix = "go-"

// libraryProgram imports what bots import of the standard library.
const libraryProgram = "package main\n\nimport (\n" +
	`	_ "bufio"; _ "bytes"; _ "cmp"; _ "container/heap"; _ "container/list"; _ "context"; _ "encoding/json"; _ "errors"; _ "flag"; _ "fmt"
	_ "io"; _ "log"; _ "maps"; _ "math"; _ "math/bits"; _ "math/rand"; _ "math/rand/v2"; _ "os"; _ "os/signal"; _ "runtime/debug"
	_ "slices"; _ "sort"; _ "strconv"; _ "strings"; _ "sync"; _ "sync/atomic"; _ "time"; _ "unicode"; _ "unicode/utf8"; _ "unsafe"
)

func main() {}
`

// trimPath is the flag with which all packages are others. There is a library
// with it and one without.
const trimPath = "-trimpath"

// compilesGo reports whether a bot seems to be built by Go.
func compilesGo(spec Spec) bool {
	sources, err := filepath.Glob(filepath.Join(spec.Dir, "*.go"))
	return err == nil && len(sources) > 0
}

// copyGoLibrary copies a home with the library compiled in the way that the bot's build
// seems to compile it. If there is no such home of this version of Go, it makes one.
// Without a copy the bot's build compiles the library itself.
func copyGoLibrary(ctx context.Context, spec Spec, options BuildOptions, to string) error {
	command := []string{"go", "build"}
	if strings.Contains(strings.Join(spec.Build, " "), trimPath) {
		command = append(command, trimPath)
	}
	program, err := exec.LookPath(command[0])
	if err != nil {
		return nil
	}
	info, err := os.Stat(program)
	if err != nil {
		return nil
	}
	version := xxhash.Sum64String(fmt.Sprintln(program, info.Size(), info.ModTime().UnixNano(), command))
	library := filepath.Join(options.Cache, fmt.Sprintf("%s%016x", libraryPrefix, version))
	if _, err := os.Stat(library); errors.Is(err, fs.ErrNotExist) {
		if err := makeGoLibrary(ctx, command, options, library); err != nil && options.Warn != nil && ctx.Err() == nil {
			options.Warn(err)
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	now := time.Now()
	if os.Chtimes(library, now, now) != nil {
		return nil
	}
	return os.CopyFS(to, os.DirFS(library))
}

// makeGoLibrary makes a home with the library that a command compiles. Others
// who want the same wait for it, or else a machine would compile it for each of
// the bots that are built at the same time.
func makeGoLibrary(ctx context.Context, command []string, options BuildOptions, library string) error {
	lock, err := os.OpenFile(library+".lock", os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer lock.Close()
	for unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB) != nil {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(contextCheck):
		}
	}
	if _, err := os.Stat(library); err == nil {
		return nil
	}
	dir, err := os.MkdirTemp(options.Cache, "draft-")
	if err != nil {
		return err
	}
	defer RemoveFolder(dir)
	source, home := filepath.Join(dir, "source"), filepath.Join(dir, "home")
	for path, text := range map[string]string{"main.go": libraryProgram, "go.mod": "module library\n\ngo 1.22\n"} {
		if err := errors.Join(os.MkdirAll(source, 0o700), os.WriteFile(filepath.Join(source, path), []byte(text), 0o600)); err != nil {
			return err
		}
	}
	if err := os.Mkdir(home, 0o700); err != nil {
		return err
	}
	b := build{spec: Spec{Name: "the standard library of Go", Dir: source, Build: command}, options: options, home: home}
	if err := b.run(ctx); err != nil {
		return fmt.Errorf("compile %s: %w", b.spec.Name, err)
	}
	return os.Rename(home, library)
}
