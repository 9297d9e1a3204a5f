package process

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/kballard/go-shellquote"
)

// A Spec says how a bot is run.
type Spec struct {
	Name    string        // for people
	Version string        // for people; may be empty
	Games   []string      // the games it plays; nil when it does not say
	Command []string      // the program and its arguments; no shell reads it
	Build   []string      // makes the program; nil when nothing is to be built
	Dir     string        // where it runs, and what belongs to it; "" means here, with its own files only
	Origin  string        // the folder of which Dir is a copy, which messages name; "" where it is none
	Env     []string      // name=value, beside our environment
	Runtime []string      // absolute paths of folders outside of Dir that it reads, such as an interpreter's
	Network bool          // its build asks for the network
	Limits  Resources     // that it asks for
	End     time.Duration // how long it may go on after the end of its input; 0 is DefaultEnd, a negative one no time at all
	Liable  bool          // in an earlier match it has kept the referee from looking; if it does so again, its answer is late
	Own     []string      // files and folders of Arbiter's, there or not, which are no part of it

	// A bot that is one source file has the name of its recipe and the file: its
	// path, or its name in Dir once it is laid out there. Both are "" for others.
	Recipe, Source string
}

// Resources are what a bot asks to use at most. A field that is 0 asks for the
// default of who runs it.
type Resources struct {
	Memory    int64 // bytes, of all its processes together
	Scratch   int64 // bytes of temporary files
	Processes int   // at the same time
	Threads   int   // at the same time, of all its processes together
}

// Resolve returns the bot that a person means by arg: a folder with a bot.toml, an executable
// file, a source file for which there is a Recipe, or a command line, quoted as in a shell. The
// first word of a command line is a program of PATH or a file. A bot of one source file has to
// be prepared before it is started: see Prepare. own are Arbiter's own files and folders, which
// are never read.
func Resolve(arg string, own ...string) (Spec, error) {
	if strings.TrimSpace(arg) == "" {
		return Spec{}, errors.New("no bot; want a folder with a bot.toml, an executable file, a source file or a command line")
	}
	info, err := os.Stat(arg)
	switch {
	case err == nil && info.IsDir():
		return readFolder(arg, own)
	case err == nil:
		return resolveFile(arg, info, own)
	}
	words, err := shellquote.Split(arg)
	if err != nil {
		return Spec{}, fmt.Errorf("bot %q: %w; quote it as in a shell", arg, err)
	}
	if len(words) == 0 {
		return Spec{}, fmt.Errorf("bot %q: no word in it; want a program and its arguments", arg)
	}
	if _, err := exec.LookPath(words[0]); err != nil {
		return Spec{}, notFound(arg, words, err)
	}
	return Spec{Name: nameOf(words), Command: words}, nil
}

// resolveFile resolves a file that stands alone.
func resolveFile(path string, info fs.FileInfo, own []string) (Spec, error) {
	if !info.Mode().IsRegular() {
		return Spec{}, fmt.Errorf("bot %s: not a regular file; want a program, or a folder with a %s", path, BotFile)
	}
	if info.Mode()&0o111 == 0 {
		if recipe, ok := recipeFor(path); ok {
			return resolveSource(path, recipe, own)
		}
		return Spec{}, fmt.Errorf("bot %s: not executable; %s", path, adviseExecutable(path))
	}
	full, err := filepath.Abs(path)
	if err != nil {
		return Spec{}, fmt.Errorf("bot %s: %w", path, err)
	}
	return Spec{Name: nameOf([]string{full}), Command: []string{full}}, nil
}

// notFound says what of a command line is not there.
func notFound(arg string, words []string, err error) error {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("bot %q: %s is not executable; make it so with chmod +x, or name its interpreter before it", arg, words[0])
	case len(words) == 1 && strings.ContainsRune(arg, filepath.Separator):
		return fmt.Errorf("bot %q: no such file or folder%s", arg, Spec{}.similar(arg))
	}
	if _, source := recipeFor(words[0]); source {
		if len(words) == 1 {
			return fmt.Errorf("bot %q: no such file%s", arg, Spec{}.similar(arg))
		}
		if IsSource(words[0]) {
			return fmt.Errorf("bot %q: a source file takes no arguments; want a folder with a %s that says how to build and run it", arg, BotFile)
		}
	}
	hint := ""
	if strings.Contains(arg, `\`) {
		hint = `; a \ stands for the character after it, as in a shell, and \\ for itself`
	}
	return fmt.Errorf("bot %q: no program %q here or in PATH; want a folder with a %s, an executable file, a source file or a command line%s", arg, words[0], BotFile, hint)
}

// nameOf makes a name from a command. It takes the name of the first argument that is a
// file, such as a script, or else the name of the program.
func nameOf(words []string) string {
	named := words[0]
	for _, word := range words[1:] {
		if info, err := os.Stat(word); err == nil && info.Mode().IsRegular() {
			named = word
			break
		}
	}
	base := filepath.Base(named)
	if name := strings.TrimSuffix(base, filepath.Ext(base)); name != "" {
		return name
	}
	return base
}
