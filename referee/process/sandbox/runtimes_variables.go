package sandbox

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// venvOf returns the virtual environment of Python that a program lies in.
func venvOf(path string) (dir string, ok bool) {
	dir = filepath.Dir(filepath.Dir(path))
	_, err := os.Stat(filepath.Join(dir, "pyvenv.cfg"))
	return dir, err == nil && filepath.Base(filepath.Dir(path)) == "bin"
}

// base binds the installation that a virtual environment was made from, which
// has the standard library.
func (f *finder) base(venv string) {
	for line := range strings.Lines(readStart(filepath.Join(venv, "pyvenv.cfg"), 4<<10)) {
		key, value, _ := strings.Cut(line, "=")
		home := strings.TrimSpace(value)
		if strings.TrimSpace(key) != "home" || !filepath.IsAbs(home) {
			continue
		}
		// The name of the program in it differs, but without one it is no Python's.
		real, err := filepath.EvalSymlinks(home)
		if err != nil || filepath.Base(real) != "bin" || f.closed(real) != nil {
			continue
		}
		if programs, err := filepath.Glob(filepath.Join(real, "py*")); err == nil && slices.ContainsFunc(programs, isProgram) {
			f.bindProgram(filepath.Join(real, "python3"))
		}
	}
}

// readVariables binds the folders that variables name to the program: Python's
// and Node's modules, Java's home. A path through links becomes the real one.
func (f *finder) readVariables(program string) {
	real := chain(program)
	name := filepath.Base(real[len(real)-1])
	_, venv := venvOf(program)
	switch {
	case strings.HasPrefix(name, "python") || strings.HasPrefix(name, "pypy"):
		f.folders("PYTHONHOME")
		f.folders("PYTHONPATH")
		if !venv {
			f.userSite(name)
		}
	case name == "node" || name == "nodejs":
		f.folders("NODE_PATH")
	case name == "rustup":
		f.homeOf("RUSTUP_HOME", ".rustup")
	}
	if name == "java" || slices.Contains([]string{"sh", "bash", "dash"}, name) {
		f.folders("JAVA_HOME")
	}
}

// folders binds the folders that a variable of ours lists.
func (f *finder) folders(variable string) {
	if f.env[variable] != f.ours[variable] {
		return // a script assigned it
	}
	dirs := filepath.SplitList(f.ours[variable])
	changed := false
	for i, dir := range dirs {
		real, err := filepath.EvalSymlinks(dir)
		if err != nil || !filepath.IsAbs(dir) || f.isBroad(real) {
			continue
		}
		f.bindFolder(real, real)
		if real != dir && !f.visible(dir) {
			dirs[i], changed = real, true
		}
	}
	if changed {
		f.set(variable, strings.Join(dirs, string(filepath.ListSeparator)))
	}
}

// userSite binds the modules that pip install --user puts into a home, and says
// where they are, since the box has another home.
func (f *finder) userSite(python string) {
	user := f.ours["PYTHONUSERBASE"]
	if user == "" && f.ours["HOME"] != "" {
		user = filepath.Join(f.ours["HOME"], ".local")
	}
	if !filepath.IsAbs(user) {
		return
	}
	version := "python3*"
	if regexp.MustCompile(`^python3\.\d+$`).MatchString(python) {
		version = python
	}
	sites, err := filepath.Glob(filepath.Join(user, "lib", version, "site-packages"))
	if err != nil || len(sites) == 0 {
		return
	}
	for _, site := range sites {
		f.bindFolder(site, site)
	}
	f.set("PYTHONUSERBASE", user)
}

// homeOf binds a folder of a tool that is in the home unless a variable says
// where it is, and sets the variable.
func (f *finder) homeOf(variable, name string) {
	dir := f.ours[variable]
	if dir == "" && f.ours["HOME"] != "" {
		dir = filepath.Join(f.ours["HOME"], name)
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() || !filepath.IsAbs(dir) || f.isBroad(dir) {
		return
	}
	f.bindFolder(dir, dir)
	f.set(variable, dir)
}
