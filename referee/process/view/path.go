package view

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A pathDir is a folder of PATH in a box: one that can be seen, or the shims of a
// manager, in whose place is the folder of the version that a bot chooses.
type pathDir struct {
	dir     string
	manager *manager // nil for an ordinary folder
}

// A manager has several versions of a runtime and a folder of shims, small scripts
// that look up which one is wanted. pyenv and its likes share one layout.
type manager struct {
	store
	file    string // names the version for a folder and those below it
	chosen  string // the variable that names it for a process
	root    string
	shimDir string
}

func managers() []manager {
	return []manager{
		{store: store{"PYENV_ROOT", ".pyenv", ""}, file: ".python-version", chosen: "PYENV_VERSION"},
		{store: store{"NODENV_ROOT", ".nodenv", ""}, file: ".node-version", chosen: "NODENV_VERSION"},
		{store: store{"RBENV_ROOT", ".rbenv", ""}, file: ".ruby-version", chosen: "RBENV_VERSION"},
	}
}

// findPath finds out what of the operator's PATH boxes have.
func (v *View) findPath() {
	add := func(d pathDir) {
		if !slices.ContainsFunc(v.dirs, func(known pathDir) bool { return known.dir == d.dir }) {
			v.dirs = append(v.dirs, d)
		}
	}
	for _, dir := range filepath.SplitList(v.env["PATH"]) {
		dir = filepath.Clean(dir)
		real, err := filepath.EvalSymlinks(dir)
		m := v.managerOf(dir)
		switch {
		case !filepath.IsAbs(dir) || err != nil:
		case m != nil:
			add(pathDir{dir, m})
		case v.Shows(dir) && v.Shows(real):
			add(pathDir{dir: dir})
		case v.Shows(real):
			add(pathDir{dir: real})
		default:
			// Links to interpreters, as uv makes in ~/.local/bin, and shims of managers that
			// put the version in use behind a link.
			for _, real := range interpretersIn(dir) {
				if v.Shows(real) {
					add(pathDir{dir: filepath.Dir(real)})
				}
			}
			if filepath.Base(dir) == "shims" {
				latest, _ := filepath.Glob(filepath.Join(escapeGlob(filepath.Dir(dir)), "installs/*/latest/bin"))
				for _, bin := range latest {
					if real, err := filepath.EvalSymlinks(bin); err == nil && v.Shows(real) {
						add(pathDir{dir: real})
					}
				}
			}
		}
	}
}

// managerOf returns the manager whose shims are in a folder.
func (v *View) managerOf(dir string) *manager {
	for _, m := range managers() {
		m.root = v.rootOf(m.store)
		if m.shimDir = filepath.Join(m.root, "shims"); m.root != "" && m.shimDir == dir {
			return &m
		}
	}
	return nil
}

// pathOf returns PATH for a bot that runs in a folder, "" for none.
func (v *View) pathOf(dir string) string {
	var dirs []string
	for _, d := range v.dirs {
		if d.manager == nil {
			dirs = append(dirs, d.dir)
			continue
		}
		versions, _ := v.versions(*d.manager, dir)
		for _, version := range versions {
			if bin, ok := v.bin(*d.manager, version); ok {
				dirs = append(dirs, bin)
			}
		}
	}
	return strings.Join(dirs, string(filepath.ListSeparator))
}

// versions returns the versions that are wanted in a folder, and who wants them:
// the variable, the file in the folder or above it, or the manager's own, in this
// order.
func (v *View) versions(m manager, dir string) (versions []string, from string) {
	if text := v.env[m.chosen]; text != "" {
		return strings.Split(text, ":"), m.chosen
	}
	for ; filepath.IsAbs(dir); dir = filepath.Dir(dir) {
		path := filepath.Join(dir, m.file)
		if words := versionsIn(path); len(words) > 0 {
			return words, path
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	path := filepath.Join(m.root, "version")
	return versionsIn(path), path
}

// versionName is what versions are called. A bot's file that has anything else in
// it names none, and is not quoted.
var versionName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$`)

// versionsIn returns the words of a version file, without comments.
func versionsIn(path string) (words []string) {
	for line := range strings.Lines(readStart(path)) {
		line, _, _ = strings.Cut(line, "#")
		for word := range strings.FieldsSeq(line) {
			if versionName.MatchString(word) {
				words = append(words, word)
			}
		}
	}
	return words
}

// bin returns the folder of the programs of a version, if it is one of the
// runtimes. A version that is not there in full stands for the latest that begins
// with it: 3.11 for 3.11.7.
func (v *View) bin(m manager, version string) (dir string, ok bool) {
	version = strings.TrimPrefix(version, "python-")
	if !versionName.MatchString(version) {
		return "", false
	}
	dir = filepath.Join(m.root, "versions", version, "bin")
	if _, err := os.Stat(dir); err != nil {
		matching := slices.DeleteFunc(m.installed(), func(v string) bool { return !strings.HasPrefix(v, version+".") })
		if len(matching) == 0 {
			return "", false
		}
		dir = filepath.Join(m.root, "versions", slices.MaxFunc(matching, byNumbers), "bin")
	}
	return dir, v.reaches(dir, nil)
}

// installed returns the names of a manager's versions.
func (m manager) installed() (names []string) {
	entries, _ := os.ReadDir(filepath.Join(m.root, "versions")) // none when it cannot be read
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
