package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Search is a program that is to run in a box, where the folders of the system
// can be read, its own folder, and nothing else that it does not need.
type Search struct {
	Command []string // the program and its arguments
	Dir     string   // where it runs, absolute; in the box anyway
	Typed   bool     // a person typed it, and may name files anywhere; false for that of a bot.toml
	Env     []string // name=value; the last of a name counts
	Runtime []string // folders that its bot.toml asks for
	Allowed []string // folders that the operator lets every bot read
}

// A Found is a program as it runs in a box.
type Found struct {
	Program string   // absolute; no shim, and no script
	Args    []string // the first is the program's name
	Env     []string // name=value, to be added to the environment or to replace in it
	Bind    []string // folders and files that it reads, at their own places, beside the system's and Dir
}

// Find finds the program behind a command, through scripts, shims and links, and
// the folders that have to be in its box. There is never a folder among them that
// holds more than a runtime, such as "/" or a home, nor one that is in another, nor
// anything of another bot. The files of a bot are a stranger's: what they assign to
// a variable, such as PYTHONPATH in a first line, binds nothing.
//
// Whether the caller may read a folder to which only root has access is his
// business. An error says what a person can do about it.
func Find(s Search) (Found, error) {
	f := finder{Search: s, ours: map[string]string{}, changed: map[string]string{}, binds: map[string]bool{}, seen: map[string]bool{}}
	for _, assignment := range s.Env {
		name, value, _ := strings.Cut(assignment, "=")
		f.ours[name] = value
	}
	f.env = maps.Clone(f.ours)
	found, err := f.find()
	if err != nil {
		return Found{}, fmt.Errorf("command %q: %w", strings.Join(s.Command, " "), err)
	}
	return found, nil
}

// A finder is the state of one search.
type finder struct {
	Search
	ours    map[string]string // Env
	env     map[string]string // the same, and what scripts assign
	changed map[string]string // of env
	binds   map[string]bool
	seen    map[string]bool // programs and libraries that were looked at
}

// maxDepth is how many scripts and programs may call one another. The kernel
// follows four interpreters.
const maxDepth = 5

func (f *finder) find() (Found, error) {
	if len(f.Command) == 0 {
		return Found{}, errors.New("no program; want one and its arguments")
	}
	for _, dir := range f.Runtime {
		if err := f.ask(dir); err != nil {
			return Found{}, err
		}
	}
	program, args, err := f.program(f.Command, maxDepth)
	if err == nil {
		err = f.closed(program)
	}
	if err != nil {
		return Found{}, err
	}
	if f.Typed {
		for _, word := range args[1:] {
			f.file(word)
		}
	}
	f.readVariables(program)
	found := Found{Program: program, Args: args, Bind: f.minimal()}
	for _, name := range slices.Sorted(maps.Keys(f.changed)) {
		found.Env = append(found.Env, name+"="+f.changed[name])
	}
	return found, nil
}

// closed returns an error when a path that the bot's files name is in the folder
// of another bot, which has a bot.toml. What our PATH leads to is open to all, and
// a person may type anything.
func (f *finder) closed(path string) error {
	if f.Typed || f.visible(path) {
		return nil
	}
	for _, dir := range filepath.SplitList(f.ours["PATH"]) {
		if prefix := filepath.Dir(dir); filepath.Base(dir) == "bin" && !f.isBroad(prefix) {
			dir = prefix
		}
		if filepath.IsAbs(dir) && isBelow(path, dir) {
			return nil
		}
	}
	for dir := path; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, botFile)); err == nil && !isBelow(f.Dir, dir) {
			return fmt.Errorf("it needs %s, and %s is another bot's folder; copy what it needs into its own, or run with --runtime %s", path, dir, dir)
		}
	}
	return nil
}

// botFile is in the folder of each bot.
const botFile = "bot.toml"

// program finds the program of a command, and returns it with the arguments that
// it is run with. What it needs is bound.
func (f *finder) program(command []string, depth int) (program string, args []string, err error) {
	if depth == 0 {
		return "", nil, fmt.Errorf("%s: scripts call one another too deep; want at most %d", command[0], maxDepth)
	}
	path, err := f.locate(command[0])
	if err != nil {
		return "", nil, err
	}
	if shim, ok := shimOf(path); ok {
		if path, err = f.behind(shim, filepath.Base(path)); err != nil {
			return "", nil, err
		}
	}
	seen := f.need(path)
	line, script := shebang(path)
	if !script {
		hops := chain(path)
		f.libraries(hops[len(hops)-1])
		f.calls(path, command[1:], depth)
		args = append(args, command...)
		if strings.ContainsRune(args[0], filepath.Separator) && seen != f.absolute(args[0]) {
			args[0] = seen
		}
		return seen, args, nil
	}
	interpreter, err := f.interpreter(path, line)
	if err != nil {
		return "", nil, err
	}
	// As the kernel does: the interpreter, its argument, the script's path.
	return f.program(append(append(interpreter, seen), command[1:]...), depth-1)
}

// locate returns the absolute path of a program as it is written.
func (f *finder) locate(name string) (string, error) {
	if strings.ContainsRune(name, filepath.Separator) {
		path := f.absolute(name)
		if !isProgram(path) {
			return "", fmt.Errorf("no program %s; build it first, or see that it is executable", path)
		}
		return path, nil
	}
	for _, dir := range filepath.SplitList(f.env["PATH"]) {
		if path := filepath.Join(dir, name); filepath.IsAbs(dir) && isProgram(path) {
			return path, nil
		}
	}
	return "", fmt.Errorf("no program %q in PATH; want one that is installed, or a path such as ./%s", name, name)
}

// absolute returns a path as the program that runs in Dir sees it.
func (f *finder) absolute(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(f.Dir, path)
}

func isProgram(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

// need binds what a program belongs to, and returns the path by which it is seen
// in the box: the first one on the way from the link to the file that is there.
// That matters to a venv, which is known by where its link lies.
func (f *finder) need(path string) string {
	hops := chain(path)
	for i, hop := range hops {
		switch venv, ok := venvOf(hop); {
		case f.closed(hop) != nil:
		case ok:
			f.bindFolder(venv, hop)
			f.base(venv)
		case i == len(hops)-1:
			f.bindProgram(hop)
		default:
			// A link in bin to a script of the same installation, as npm makes.
			if prefix := filepath.Dir(filepath.Dir(hop)); isBelow(hops[len(hops)-1], prefix) && filepath.Base(filepath.Dir(hop)) == "bin" {
				f.bindProgram(hop)
			}
		}
	}
	for _, hop := range append([]string{path}, hops...) {
		if f.visible(hop) {
			if dir := filepath.Dir(path); filepath.Dir(hop) != dir {
				f.repath(dir, filepath.Dir(hop))
			}
			return hop
		}
	}
	return hops[len(hops)-1]
}

// bindProgram binds the prefix of an installed program. Of any other one it binds
// the file, or, if a person typed it, its folder, whose other files it may read.
func (f *finder) bindProgram(path string) {
	dir := filepath.Dir(path)
	switch prefix := filepath.Dir(dir); {
	case f.visible(path):
	case filepath.Base(dir) == "bin" || filepath.Base(dir) == "sbin":
		if isInstallation(prefix) && !f.isBroad(prefix) {
			f.binds[prefix] = true
		} else {
			f.binds[path] = true // one of many programs of a person
		}
	case f.Typed:
		f.bindFolder(dir, path)
	default:
		f.binds[path] = true
	}
}

// bindFolder binds a folder or, where that holds more than it should, a file.
func (f *finder) bindFolder(dir, file string) {
	switch {
	case f.visible(dir):
	case f.isBroad(dir):
		f.binds[file] = true
	default:
		f.binds[dir] = true
	}
}

// isInstallation reports whether a folder has been installed into: beside bin it
// has what programs there read.
func isInstallation(prefix string) bool {
	return slices.ContainsFunc([]string{"lib", "lib64", "libexec", "share"}, func(name string) bool {
		info, err := os.Stat(filepath.Join(prefix, name))
		return err == nil && info.IsDir()
	})
}

// file binds the folder of an argument that names a file outside of Dir, such as
// a script, which loads those beside it.
func (f *finder) file(word string) {
	path := f.absolute(word)
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || f.seen[path] {
		return
	}
	f.seen[path] = true
	real := chain(path)
	f.bindFolder(filepath.Dir(real[0]), real[0])
	if last := real[len(real)-1]; !f.visible(last) {
		f.bindFolder(filepath.Dir(last), last)
	}
	if filepath.Dir(real[0]) != filepath.Dir(path) && !f.visible(path) {
		f.binds[path] = true // through a link to a folder
	}
}

// ask binds a folder that the bot asks for: one for runtimes, or one that the
// operator allows, links resolved.
func (f *finder) ask(dir string) error {
	real, err := filepath.EvalSymlinks(dir)
	if err == nil {
		var info fs.FileInfo
		if info, err = os.Stat(real); err == nil && !info.IsDir() {
			err = errors.New("no folder")
		}
	}
	if err != nil {
		return fmt.Errorf("runtime %s: %w; want a folder that exists, or no such line in bot.toml", dir, err)
	}
	allowed := append([]string{"/opt"}, f.Allowed...)
	for _, path := range []string{dir, real} {
		if f.visible(path) {
			continue
		}
		if f.isBroad(path) || !slices.ContainsFunc(allowed, func(a string) bool { return isBelow(path, a) }) {
			return fmt.Errorf("runtime %s: a bot may ask for folders in /opt and in those that the operator allows; run with --runtime %s to allow it", dir, path)
		}
		if err := f.closed(path); err != nil {
			return fmt.Errorf("runtime %s: %w", dir, err)
		}
		f.binds[path] = true
	}
	return nil
}

// systemDirs are in every box.
func systemDirs() []string {
	return []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc/alternatives", "/nix/store", "/gnu/store"}
}

// visible reports whether a path is in the box as far as is known.
func (f *finder) visible(path string) bool {
	for _, dirs := range [][]string{systemDirs(), f.Allowed} {
		if slices.ContainsFunc(dirs, func(dir string) bool { return isBelow(path, dir) }) {
			return true
		}
	}
	if f.Dir != "" && isBelow(path, f.Dir) {
		return true
	}
	for dir := path; ; dir = filepath.Dir(dir) {
		if f.binds[dir] {
			return true
		}
		if dir == filepath.Dir(dir) {
			return false
		}
	}
}

// isBelow reports whether a path is a folder or in it.
func isBelow(path, folder string) bool {
	inside, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(inside)
}

// isBroad reports whether a folder holds more than a runtime: a home, what a
// person keeps in it for all programs, the folders of the system that are no
// program's, and all above them.
func (f *finder) isBroad(dir string) bool {
	broad := []string{"/opt", "/home", "/root", "/Users", "/var/lib", "/var/tmp", "/tmp", "/srv", "/etc", "/mnt", "/media", "/run", "/boot", "/dev/shm", "/proc/self", "/sys/fs"}
	homes := []string{f.ours["HOME"], "/root"}
	if parent := filepath.Dir(dir); parent == "/home" || parent == "/Users" {
		return true
	}
	for _, home := range homes {
		if filepath.IsAbs(home) {
			for _, shared := range []string{"", ".local", ".local/share", ".config", ".cache"} {
				broad = append(broad, filepath.Join(home, shared))
			}
		}
	}
	return slices.ContainsFunc(broad, func(b string) bool { return isBelow(b, dir) })
}

// minimal returns what is to be bound, without what is in the box anyway or in
// another of them.
func (f *finder) minimal() []string {
	var paths []string
	for _, path := range slices.Sorted(maps.Keys(f.binds)) {
		delete(f.binds, path)
		if !f.visible(path) {
			paths = append(paths, path)
		}
		f.binds[path] = true
	}
	return paths
}

// repath adds a folder to PATH, before one that is not in the box, so that what
// the program starts is found there too.
func (f *finder) repath(from, to string) {
	dirs := filepath.SplitList(f.env["PATH"])
	i := slices.Index(dirs, from)
	if i < 0 || slices.Contains(dirs[:i], to) || isSystem(from) {
		return
	}
	dirs = slices.Insert(dirs, i, to)
	f.set("PATH", strings.Join(dirs, string(filepath.ListSeparator)))
}

// set changes a variable of the program's environment.
func (f *finder) set(name, value string) {
	f.env[name], f.changed[name] = value, value
}
