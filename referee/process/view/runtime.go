package view

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// A Runtime is a folder, or a file, that all boxes show: what programs in one
// language need to run.
type Runtime struct {
	Kind   string   `json:"kind"`
	Path   string   `json:"path"`             // without links
	Links  []string `json:"links,omitempty"`  // other names of it, which are links in a box
	Masked []string `json:"masked,omitempty"` // files in it that are shown empty, since they may have secrets
}

// namedKind is the kind of what --runtime names. What is in it belongs to a bot as
// it does to its owner.
const namedKind = "named"

// A marker is what tells that a folder is a runtime. A folder that has bin beside
// lib alone is none: so look the homes of services, too.
type marker struct {
	kind string
	all  []string // patterns of files in it, each of which is there
}

func markers() []marker {
	return []marker{
		{"python", []string{"lib/py*[23].[0-9]*/os.py"}},
		{"python", []string{"lib64/py*[23].[0-9]*/os.py"}},
		{"java", []string{"bin/java", "release"}},
		{"node", []string{"bin/node", "lib/node_modules"}},
		{"rust", []string{"bin/rustc", "lib/rustlib"}},
		{"go", []string{"bin/go", "VERSION", "src/runtime"}},
		{"ruby", []string{"bin/ruby", "lib/ruby/*.*.*/set.rb"}},
		{"dotnet", []string{"dotnet", "shared/Microsoft.NETCore.App"}},
		{"conda", []string{"conda-meta/history"}},
	}
}

// has reports whether each pattern matches something in a folder.
func has(dir string, patterns ...string) bool {
	return !slices.ContainsFunc(patterns, func(pattern string) bool {
		found, err := filepath.Glob(filepath.Join(escapeGlob(dir), pattern))
		return err != nil || len(found) == 0
	})
}

// escapeGlob returns a pattern that matches a path alone.
func escapeGlob(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

// A store is where a version manager keeps runtimes: below a folder that a
// variable names, or else one of the home.
type store struct {
	variable, home string
	below          string // a pattern; "" for the folder itself
}

func stores() []store {
	return []store{
		{"PYENV_ROOT", ".pyenv", "versions/*"},
		{"RBENV_ROOT", ".rbenv", "versions/*"},
		{"NODENV_ROOT", ".nodenv", "versions/*"},
		{"NVM_DIR", ".nvm", "versions/node/*"},
		{"VOLTA_HOME", ".volta", "tools/image/*/*"},
		{"FNM_DIR", ".local/share/fnm", "node-versions/*/installation"},
		{"RUSTUP_HOME", ".rustup", "toolchains/*"},
		{"SDKMAN_DIR", ".sdkman", "candidates/*/*"},
		{"UV_PYTHON_INSTALL_DIR", ".local/share/uv/python", "*"},
		{"MISE_DATA_DIR", ".local/share/mise", "installs/*/*"},
		{"ASDF_DATA_DIR", ".asdf", "installs/*/*"},
		{"MAMBA_ROOT_PREFIX", "micromamba", "envs/*"},
		{"", "miniconda3", ""}, {"", "anaconda3", ""}, {"", "miniforge3", ""}, {"", "mambaforge", ""},
		{"CONDA_PREFIX", "", ""},
		{"JAVA_HOME", "", ""}, {"JDK_HOME", "", ""},
		{"DOTNET_ROOT", ".dotnet", ""},
		{"GOROOT", "", ""},
		{"VIRTUAL_ENV", "", ""},
	}
}

// home returns a folder of the operator's home, "" without one.
func (v *View) home(name string) string {
	if home := v.env["HOME"]; filepath.IsAbs(home) {
		return filepath.Join(home, name)
	}
	return ""
}

// rootOf returns the folder of a store, "" if nothing says where it is.
func (v *View) rootOf(p store) string {
	if root := v.env[p.variable]; root != "" || p.home == "" {
		return root
	}
	return v.home(p.home)
}

// find returns the folders of a store that are there.
func (v *View) find(p store) []string {
	root := v.rootOf(p)
	if !filepath.IsAbs(root) {
		return nil
	}
	found, _ := filepath.Glob(filepath.Join(escapeGlob(root), p.below)) // none of ours is malformed
	return found
}

// interpretersIn returns where the interpreters in a folder of PATH lead to.
func interpretersIn(dir string) (paths []string) {
	for _, name := range []string{"python3", "python", "pypy3", "node", "java", "ruby", "go", "rustc", "dotnet"} {
		if real, err := filepath.EvalSymlinks(filepath.Join(dir, name)); err == nil {
			paths = append(paths, real)
		}
	}
	return paths
}

// findRuntimes adds the runtimes of this machine that the operator's environment
// leads to.
func (v *View) findRuntimes() {
	var candidates []string
	for _, p := range stores() {
		candidates = append(candidates, v.find(p)...)
	}
	for _, dir := range filepath.SplitList(v.env["PATH"]) {
		if !filepath.IsAbs(dir) || v.Shows(filepath.Clean(dir)) {
			continue // a relative one is another folder for each program
		}
		if filepath.Base(dir) == "bin" {
			candidates = append(candidates, filepath.Dir(dir))
		}
		for _, real := range interpretersIn(dir) {
			candidates = append(candidates, filepath.Dir(real), filepath.Dir(filepath.Dir(real)))
		}
	}
	slices.Sort(candidates)
	candidates = slices.Compact(candidates)
	for _, dir := range candidates {
		v.admit(dir, kindOf)
	}
	// Environments of Python have no standard library. The library of the installation
	// that they were made from is known by now.
	for _, dir := range candidates {
		v.admit(dir, func(dir string) string {
			if base, ok := venvBase(dir); ok && v.reaches(base, nil) {
				return "venv"
			}
			return ""
		})
	}
	v.findModules()
	if settings := v.find(store{"RUSTUP_HOME", ".rustup", "settings.toml"}); len(settings) > 0 {
		v.admit(settings[0], anyKind("rustup"))
	}
	for _, dir := range v.find(store{"CARGO_HOME", ".cargo", "bin"}) {
		v.admit(dir, anyKind("cargo")) // and no more of that folder, which has credentials
	}
	slices.SortFunc(v.Runtimes, func(a, b Runtime) int { return cmp.Compare(a.Path, b.Path) })
}

// findModules adds the folders of modules that pip install --user fills, and those
// that variables name.
func (v *View) findModules() {
	found := v.find(store{"PYTHONUSERBASE", ".local", "lib/python3*/site-packages"})
	for _, variable := range []string{"PYTHONPATH", "NODE_PATH"} {
		found = append(found, filepath.SplitList(v.env[variable])...)
	}
	for _, dir := range found {
		if filepath.IsAbs(dir) {
			v.admit(dir, anyKind("modules"))
		}
	}
}

func anyKind(kind string) func(string) string { return func(string) string { return kind } }

// kindOf returns the kind of a runtime, "" of anything else.
func kindOf(dir string) string {
	for _, m := range markers() {
		if has(dir, m.all...) {
			return m.kind
		}
	}
	return ""
}

// venvBase returns the folder of programs that a virtual environment of Python was
// made from.
func venvBase(dir string) (base string, ok bool) {
	for line := range strings.Lines(readStart(filepath.Join(dir, "pyvenv.cfg"))) {
		key, value, _ := strings.Cut(line, "=")
		if base = strings.TrimSpace(value); strings.TrimSpace(key) == "home" && filepath.IsAbs(base) {
			return filepath.Clean(base), true
		}
	}
	return "", false
}

// admit adds a folder if it is of a kind and fit to be shown.
func (v *View) admit(path string, kind func(dir string) string) {
	path = filepath.Clean(path)
	real, err := filepath.EvalSymlinks(path)
	if err != nil || slices.ContainsFunc(v.System, func(dir string) bool { return within(real, dir) }) {
		return
	}
	name := kind(real)
	if name == "" {
		return
	}
	if why := v.unfit(real); why != "" {
		if !slices.ContainsFunc(v.LeftOut, func(l LeftOut) bool { return l.Path == real }) {
			v.LeftOut = append(v.LeftOut, LeftOut{real, why})
		}
		return
	}
	v.add(Runtime{Kind: name, Path: real, Masked: secretsIn(real)}, path)
}

// add adds a runtime, or another name of one.
func (v *View) add(r Runtime, name string) {
	i := slices.IndexFunc(v.Runtimes, func(known Runtime) bool { return within(r.Path, known.Path) })
	if i < 0 {
		v.Runtimes = slices.DeleteFunc(v.Runtimes, func(known Runtime) bool { return within(known.Path, r.Path) })
		i = len(v.Runtimes)
		v.Runtimes = append(v.Runtimes, r)
	}
	// Another name of a folder within a runtime is a link of its own.
	if !v.Shows(name) {
		if v.Runtimes[i].Path != r.Path {
			v.Runtimes = append(v.Runtimes, r)
			i = len(v.Runtimes) - 1
		}
		v.Runtimes[i].Links = append(v.Runtimes[i].Links, name)
	}
}

// unfit says why a folder is not shown although it is a runtime, "" if it is.
func (v *View) unfit(real string) string {
	for _, own := range v.Own {
		if within(own, real) || within(real, own) {
			return "it has to do with " + own + ", which no bot may see"
		}
	}
	switch {
	case v.isBroad(real):
		return "it is a home, or holds far more than a runtime"
	case has(real, ".git"):
		return "it holds a .git"
	case has(real, botFile):
		return "it holds a " + botFile + ", so it is a bot's"
	case othersWrite(real) || othersWrite(filepath.Join(real, "bin")):
		return "others may write to it"
	}
	return ""
}

// botFile is in the folder of each bot.
const botFile = "bot.toml"

// othersWrite reports whether users beside us and the owner may write to a file or
// a folder that is there.
func othersWrite(path string) bool {
	info, err := os.Stat(path)
	if err != nil {
		return false
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	group := ok && st.Gid != 0 && int(st.Gid) != os.Getegid() && st.Gid != st.Uid // a group of the owner alone has his number
	return info.Mode()&0o002 != 0 || group && info.Mode()&0o020 != 0
}

// secretsIn returns the files of a runtime in which package managers keep tokens:
// those in it, in its folders, and anywhere in etc.
func secretsIn(dir string) (found []string) {
	const npm = "lib/node_modules/npm/npmrc"
	if has(dir, npm) {
		found = append(found, filepath.Join(dir, npm))
	}
	_ = filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		switch inside := strings.TrimPrefix(path, dir); {
		case err != nil:
			return filepath.SkipDir // nor can a bot read it
		case isSecret(entry.Name()) && path != dir:
			found = append(found, path)
			if entry.IsDir() {
				return filepath.SkipDir
			}
		case entry.IsDir() && strings.Count(inside, "/") > 1 && !within(inside, "/etc"):
			return filepath.SkipDir
		}
		return nil
	})
	return found
}

// isSecret reports whether a file has the name of those with tokens.
func isSecret(name string) bool {
	switch name {
	case "npmrc", ".npmrc", "pip.conf", ".pypirc", ".condarc", "condarc", ".netrc", ".git-credentials":
		return true
	}
	return strings.HasPrefix(name, "credentials")
}
