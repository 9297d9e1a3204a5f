package sandbox

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A shim is a small script in PATH that looks up which version of a program is
// wanted here, and runs that. pyenv and its likes share one layout.
type shim struct {
	manager  string // the program that it asks
	root     string // with shims, versions and the file version
	file     string // names the version for a folder and those below it
	variable string // names the version for a process
}

// managers are those whose shims are understood.
func managers() []shim {
	return []shim{
		{manager: "pyenv", file: ".python-version", variable: "PYENV_VERSION"},
		{manager: "nodenv", file: ".node-version", variable: "NODENV_VERSION"},
		{manager: "rbenv", file: ".ruby-version", variable: "RBENV_VERSION"},
	}
}

// shimOf returns what a program is a shim of.
func shimOf(path string) (shim, bool) {
	dir := filepath.Dir(path)
	if filepath.Base(dir) != "shims" {
		return shim{}, false
	}
	text := readStart(path, 4<<10)
	for _, m := range managers() {
		if strings.HasPrefix(text, "#!") && strings.Contains(text, m.manager+`" exec`) || strings.Contains(text, m.manager+" exec") {
			m.root = filepath.Dir(dir)
			return m, true
		}
	}
	return shim{}, false
}

// behind returns the program that a shim runs: of the version that the variable,
// the file in Dir or above it, or the manager's own file names, in this order.
func (f *finder) behind(s shim, name string) (string, error) {
	versions, from := f.versions(s)
	for _, version := range versions {
		if version == "system" {
			if path, ok := f.besideShims(s, name); ok {
				return path, nil
			}
			continue
		}
		dir, ok := s.installed(version)
		if !ok {
			return "", fmt.Errorf("%s: %s has no version %q, which %s asks for; install it, or ask for one of %s", name, s.manager, version, from, strings.Join(s.all(), ", "))
		}
		if path := filepath.Join(dir, "bin", name); isProgram(path) {
			f.repath(filepath.Join(s.root, "shims"), filepath.Join(dir, "bin"))
			return path, nil
		}
	}
	if path, ok := f.besideShims(s, name); ok {
		return path, nil
	}
	return "", fmt.Errorf("%s: not in the version %s of %s, which %s asks for; install it there, or name another version", name, strings.Join(versions, ", "), s.manager, from)
}

// versions returns the versions that are wanted, and who wants them.
func (f *finder) versions(s shim) (versions []string, from string) {
	if text := f.env[s.variable]; text != "" {
		return strings.Split(text, ":"), s.variable
	}
	for dir := f.Dir; filepath.IsAbs(dir); dir = filepath.Dir(dir) {
		path := filepath.Join(dir, s.file)
		if words := versionsIn(path); len(words) > 0 {
			return words, path
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	path := filepath.Join(s.root, "version")
	if words := versionsIn(path); len(words) > 0 {
		return words, path
	}
	return []string{"system"}, path
}

// versionsIn returns the words of a version file, without comments.
func versionsIn(path string) (words []string) {
	for line := range strings.Lines(readStart(path, 4<<10)) {
		line, _, _ = strings.Cut(line, "#")
		words = append(words, strings.Fields(line)...)
	}
	return words
}

// installed returns the folder of a version. One that is not there in full stands
// for the latest that begins with it: 3.11 for 3.11.7.
func (s shim) installed(version string) (dir string, ok bool) {
	version = strings.TrimPrefix(version, "python-")
	if !filepath.IsLocal(version) {
		return "", false // a bot's file leads nowhere else
	}
	name := version
	if _, err := os.Stat(filepath.Join(s.root, "versions", name)); err != nil {
		matching := slices.DeleteFunc(s.all(), func(v string) bool { return !strings.HasPrefix(v, version+".") })
		if len(matching) == 0 {
			return "", false
		}
		name = slices.MaxFunc(matching, byNumbers)
	}
	return filepath.Join(s.root, "versions", name), true
}

// all returns the names of the versions that are installed.
func (s shim) all() (names []string) {
	entries, _ := os.ReadDir(filepath.Join(s.root, "versions")) // none when it cannot be read
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

// byNumbers compares versions number by number.
func byNumbers(a, b string) int {
	return slices.CompareFunc(strings.Split(a, "."), strings.Split(b, "."), func(x, y string) int {
		m, errX := strconv.Atoi(x)
		n, errY := strconv.Atoi(y)
		if errX != nil || errY != nil {
			return cmp.Compare(x, y)
		}
		return cmp.Compare(m, n)
	})
}

// besideShims returns the program that PATH has without the shims, and takes
// these out of PATH.
func (f *finder) besideShims(s shim, name string) (string, bool) {
	shims := filepath.Join(s.root, "shims")
	dirs := slices.DeleteFunc(filepath.SplitList(f.env["PATH"]), func(dir string) bool { return filepath.Clean(dir) == shims })
	f.set("PATH", strings.Join(dirs, string(filepath.ListSeparator)))
	path, err := f.locate(name)
	return path, err == nil
}
