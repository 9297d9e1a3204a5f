// Package view says what bots see of this machine: the system, the runtimes that the
// operator's environment leads to, and folders, without what is Arbiter's own. It
// finds the program of a command in that. It reads files and starts nothing; package
// sandbox makes boxes that show a View.
package view

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Settings are what a View is made of.
type Settings struct {
	Environ  []string // the operator's, name=value; nil for that of this process
	Runtime  []string // folders and programs that every bot may read, as --runtime names them
	Programs []string // our own, which play builtin bots
	Own      []string // files and folders of ours, there or not, that no bot sees: databases, tokens, keys, uploads, caches
}

// A View is what every box shows of this machine, beside what is one bot's own:
// the system, our own programs and the runtimes. It is made once, of the operator's
// words and environment. Nothing that a bot's folder contains adds to it.
type View struct {
	System   []string  `json:"system"`             // folders and files, from a literal list
	Programs []string  `json:"programs,omitempty"` // our own
	Runtimes []Runtime `json:"runtimes,omitempty"`
	LeftOut  []LeftOut `json:"left_out,omitempty"` // what looks like a runtime and is not shown
	Path     string    `json:"path"`               // PATH of bots that choose no version of a runtime
	Own      []string  `json:"own"`                // files and folders of ours that no box shows, wherever they are

	env  map[string]string // the operator's
	dirs []pathDir         // of PATH
}

// A LeftOut is a folder that is not shown although it looks like a runtime.
type LeftOut struct {
	Path string `json:"path"`
	Why  string `json:"why"`
}

// systemFolders have the programs and libraries of the system.
var systemFolders = []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"}

// systemFiles are what programs need of /etc. Nothing in them is secret, and a box
// shows no other file of /etc.
var systemFiles = []string{
	"/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime", "/etc/java*", "/etc/mono", "/etc/dotnet",
}

// findSystem returns the folders and files of the system that are here.
func findSystem() []string {
	found := slices.Clone(systemFolders)
	for _, pattern := range systemFiles {
		matches, _ := filepath.Glob(pattern) // none of ours is malformed
		found = append(found, matches...)
	}
	return slices.DeleteFunc(found, func(path string) bool {
		_, err := os.Lstat(path)
		return err != nil
	})
}

// New returns the view of the settings. A folder of --runtime that cannot be
// shown is an error.
func New(settings Settings) (*View, error) {
	v := &View{System: findSystem(), env: variables(settings.Environ)}
	for _, path := range settings.Own {
		v.Own = append(v.Own, names(path, maxLinks)...)
	}
	slices.Sort(v.Own)
	v.Own = slices.Compact(v.Own)
	for _, program := range settings.Programs {
		if real, err := filepath.EvalSymlinks(program); err == nil && !slices.Contains(v.Programs, real) {
			v.Programs = append(v.Programs, real)
		}
	}
	for _, path := range settings.Runtime {
		if err := v.name(path); err != nil {
			return nil, &RuntimeError{path, err}
		}
	}
	v.findRuntimes()
	v.findPath()
	v.Path = v.pathOf("")
	return v, nil
}

// variables returns an environment by name; nil stands for that of this process.
func variables(environ []string) map[string]string {
	if environ == nil {
		environ = os.Environ()
	}
	env := map[string]string{}
	for _, assignment := range environ {
		name, value, _ := strings.Cut(assignment, "=")
		env[name] = value
	}
	return env
}

// A RuntimeError reports a folder of Settings.Runtime that cannot be shown.
type RuntimeError struct {
	Path string
	Err  error
}

// Error returns the folder and the reason.
func (e *RuntimeError) Error() string { return fmt.Sprintf("--runtime %s: %v", e.Path, e.Err) }

// Unwrap returns the reason.
func (e *RuntimeError) Unwrap() error { return e.Err }

// maxLinks is how many links in a row are followed, as in the kernel.
const maxLinks = 40

// names returns a path as it is named, absolute, and with all links resolved; what
// is not there yet may be made at either, or at the end of a link that leads nowhere.
func names(path string, links int) []string {
	full, err := filepath.Abs(path)
	if err != nil {
		return []string{path} // there is no working directory, and so nothing relative to it
	}
	if target, err := os.Readlink(full); err == nil && links > 0 {
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(full), target)
		}
		return append(names(target, links-1), full)
	}
	rest := ""
	for dir := full; ; dir = filepath.Dir(dir) {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			return slices.Compact([]string{full, filepath.Join(real, rest)})
		}
		if dir == filepath.Dir(dir) {
			return []string{full}
		}
		rest = filepath.Join(filepath.Base(dir), rest)
	}
}

// Shows reports whether a path can be seen in every box.
func (v *View) Shows(path string) bool {
	if slices.ContainsFunc(v.System, func(dir string) bool { return within(path, dir) }) || slices.Contains(v.Programs, path) {
		return true
	}
	return slices.ContainsFunc(v.Runtimes, func(r Runtime) bool {
		return within(path, r.Path) || slices.ContainsFunc(r.Links, func(link string) bool { return within(path, link) })
	})
}

// reaches reports whether a path and all that it leads to as a link can be seen in
// a box, beside the view in the folders that are given.
func (v *View) reaches(path string, folders []string) bool {
	seen := func(path string) bool {
		return v.Shows(path) || slices.ContainsFunc(folders, func(dir string) bool { return within(path, dir) })
	}
	real, err := filepath.EvalSymlinks(path)
	return err == nil && seen(path) && (seen(real) || slices.ContainsFunc(folders, func(dir string) bool {
		resolved, err := filepath.EvalSymlinks(dir)
		return err == nil && within(real, resolved)
	}))
}

// Folders returns all that the view shows; a folder comes before the folders in it.
func (v *View) Folders() (all []Folder) {
	for _, path := range v.System {
		f := Folder{Path: path, Real: path}
		if info, err := os.Lstat(path); err == nil && info.IsDir() {
			f.Absent = v.ownIn(path)
		}
		all = append(all, f)
	}
	for _, program := range v.Programs {
		all = append(all, Folder{Path: program, Real: program, Owned: true})
	}
	for _, r := range v.Runtimes {
		all = append(all, Folder{Path: r.Path, Real: r.Path, Empty: r.Masked, Owned: r.Kind == namedKind})
	}
	return all
}

// ownIn returns what of ours is in a folder without links, or is that folder.
func (v *View) ownIn(real string) (paths []string) {
	for _, own := range v.Own {
		if within(own, real) {
			paths = append(paths, own)
		}
	}
	return paths
}

// Print writes the view as lines.
func (v *View) Print(w io.Writer) error {
	var text strings.Builder
	fmt.Fprintf(&text, "Every bot sees, beside its own folder and $TMPDIR:\n  system   %s\n", strings.Join(v.System, " "))
	if len(v.Programs) > 0 {
		fmt.Fprintf(&text, "  arbiter  %s\n", strings.Join(v.Programs, " "))
	}
	for _, r := range v.Runtimes {
		fmt.Fprintf(&text, "  %-8s %s", r.Kind, r.Path)
		if len(r.Links) > 0 {
			fmt.Fprintf(&text, ", also as %s", strings.Join(r.Links, " "))
		}
		if len(r.Masked) > 0 {
			fmt.Fprintf(&text, ", without %s", strings.Join(r.Masked, " "))
		}
		text.WriteByte('\n')
	}
	fmt.Fprintf(&text, "  PATH     %s\n", v.Path)
	for _, l := range v.LeftOut {
		fmt.Fprintf(&text, "  not      %s: %s\n", l.Path, l.Why)
	}
	fmt.Fprintf(&text, "No bot sees, wherever it is: %s\n", strings.Join(v.Own, " "))
	_, err := io.WriteString(w, text.String())
	return err
}

// Broad reports whether a folder holds far more than a bot: a home, a temporary
// folder, or one above them.
func (v *View) Broad(dir string) bool { return v.isBroad(dir) || within(os.TempDir(), dir) }

// isBroad reports whether a folder holds more than a runtime: a home, what a
// person keeps in it for all programs, the folders of the system that are no
// program's, and all above them.
func (v *View) isBroad(dir string) bool {
	broad := []string{"/opt", "/home", "/root", "/Users", "/var/lib", "/var/tmp", "/tmp", "/srv", "/etc", "/mnt", "/media", "/run", "/boot", "/dev/shm", "/proc/self", "/sys/fs"}
	if parent := filepath.Dir(dir); parent == "/home" || parent == "/Users" {
		return true
	}
	for _, home := range []string{v.env["HOME"], "/root"} {
		if filepath.IsAbs(home) {
			for _, shared := range []string{"", ".local", ".local/share", ".config", ".cache", ".ssh", ".gnupg"} {
				broad = append(broad, filepath.Join(home, shared))
			}
		}
	}
	return slices.ContainsFunc(broad, func(b string) bool { return within(b, dir) })
}

// within reports whether a path is a folder or in it.
func within(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, strings.TrimSuffix(folder, "/")+"/")
}

// name adds a folder, or a program, that the operator names.
func (v *View) name(path string) error {
	full, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	real, err := filepath.EvalSymlinks(full)
	switch own := v.ownIn(real); {
	case err != nil:
		return fmt.Errorf("%w; want a folder that exists", errors.Unwrap(err))
	case v.isBroad(real):
		return errors.New("it is a home, or holds far more than a runtime; want the folder of the runtime alone")
	case len(own) > 0:
		return fmt.Errorf("it holds %s, which no bot may see; keep that elsewhere, or name a narrower folder", own[0])
	}
	v.add(Runtime{Kind: namedKind, Path: real}, full)
	return nil
}
