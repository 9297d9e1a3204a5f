package view

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kballard/go-shellquote"
)

// A Search is a program that is to run in a box.
type Search struct {
	Command []string // the program and its arguments
	Dir     string   // where it runs, absolute
	Typed   bool     // a person typed it on this machine; false for that of a bot.toml, whose folder Dir is
	Build   bool     // it may write to Dir
	Runtime []string // folders that its bot.toml needs, absolute
}

// A Found is a program as it runs in a box.
type Found struct {
	Program string   // absolute
	Args    []string // the first is the program's name
	Env     []string // name=value, to replace in the environment
	Show    []Folder // what its box shows beside the view
	Links   []Link   // links in its box
}

// A Link is a symbolic link in a box.
type Link struct{ Path, To string }

// Find returns how the command runs in a box: its program and the folders that it needs. These
// are Dir or, for a typed command, the folder where it runs and the folders of the files that
// its words name. Folders that hold far more than a bot are left out. Nothing that these
// folders contain shows more of the machine. If something that is needed is not shown, the
// error says how to add it.
//
// Arbiter's own programs, which play builtin bots, need no folder.
func (v *View) Find(s Search) (Found, error) {
	if len(s.Command) == 0 {
		return Found{}, errors.New("no program; want one and its arguments")
	}
	f := finder{View: v, Search: s, path: v.pathOf(s.Dir)}
	found, err := f.find()
	if err != nil {
		return Found{}, fmt.Errorf("command %q: %w", strings.Join(s.Command, " "), err)
	}
	return found, nil
}

// A finder is the state of one search.
type finder struct {
	*View
	Search
	path  string // PATH in the box
	found Found
}

func (f *finder) find() (Found, error) {
	for _, dir := range f.Runtime {
		if !f.reaches(dir, nil) {
			return f.found, fmt.Errorf("runtime %s: bots do not see it; run with --runtime %s to show it to all", dir, dir)
		}
	}
	program, err := f.locate(f.Command[0])
	if err != nil {
		return f.found, err
	}
	if err := f.folders(program); err != nil {
		return f.found, err
	}
	if err := f.seen(program); err != nil {
		return f.found, err
	}
	f.found.Program, f.found.Args = program, f.Command
	f.found.Env = append(f.found.Env, "PATH="+f.path)
	for _, d := range f.dirs {
		if d.manager == nil {
			continue
		}
		// For scripts that name a shim by its path.
		versions, _ := f.versions(*d.manager, f.Dir)
		for _, version := range versions {
			if bin, ok := f.bin(*d.manager, version); ok {
				f.found.Links = append(f.found.Links, Link{d.dir, bin})
				break
			}
		}
	}
	return f.found, nil
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
	for _, d := range f.dirs {
		if d.manager == nil {
			if path := filepath.Join(d.dir, name); isProgram(path) {
				return path, nil
			}
			continue
		}
		path, err := f.behind(*d.manager, name)
		if path != "" || err != nil {
			return path, err
		}
	}
	for _, dir := range filepath.SplitList(f.env["PATH"]) {
		path := filepath.Join(dir, name)
		real, err := filepath.EvalSymlinks(path)
		switch {
		case err != nil || !filepath.IsAbs(dir) || !isProgram(path):
		case f.Shows(real): // our own, for example
			return real, nil
		case f.Typed:
			return path, nil
		default:
			return "", f.hidden(fmt.Sprintf("%s is %s here", name, path), path)
		}
	}
	return "", fmt.Errorf("no program %q in PATH; want one that is installed, or a path such as ./%s", name, name)
}

// behind returns the program that a shim runs, "" if there is no such shim, or if it
// leaves the choice to the rest of PATH.
func (f *finder) behind(m manager, name string) (string, error) {
	if !isProgram(filepath.Join(m.shimDir, name)) {
		return "", nil
	}
	versions, from := f.versions(m, f.Dir)
	for _, version := range versions {
		if version == "system" {
			continue
		}
		bin, ok := f.bin(m, version)
		if !ok {
			return "", fmt.Errorf("%s: there is no version %q in %s, which %s asks for; install it, or ask for one of %s",
				name, version, filepath.Join(m.root, "versions"), from, strings.Join(m.installed(), ", "))
		}
		if path := filepath.Join(bin, name); isProgram(path) {
			return path, nil
		}
	}
	return "", nil
}

// Behind returns the program that a shim of a version manager runs in a folder, and any other
// path as it is. A shim is a script that takes longer to start than most bots. The environment
// has name=value; nil stands for that of this process.
func Behind(environ []string, path, dir string) string {
	m := (&View{env: variables(environ)}).managerOf(filepath.Dir(path))
	if m == nil {
		return path
	}
	v, err := New(Settings{Environ: environ})
	if err != nil {
		return path
	}
	f := finder{View: v, Search: Search{Dir: dir}}
	if program, err := f.behind(*m, filepath.Base(path)); err == nil && program != "" {
		return program
	}
	return path // the shim says what is missing
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

// hidden is the error of what is on this machine and in no box.
func (v *View) hidden(what, path string) error {
	dir := filepath.Dir(path)
	if real, err := filepath.EvalSymlinks(path); err == nil {
		dir = filepath.Dir(real)
	}
	if filepath.Base(dir) == "bin" {
		dir = filepath.Dir(dir)
	}
	why := "it is in no runtime that Arbiter knows"
	if i := slices.IndexFunc(v.LeftOut, func(l LeftOut) bool { return within(dir, l.Path) }); i >= 0 {
		why = "it is in " + v.LeftOut[i].Path + ", and " + v.LeftOut[i].Why
	}
	return fmt.Errorf("%s, which bots do not see: %s; run with --runtime %s to show that folder to all bots, or copy what the bot needs into its own", what, why, dir)
}

// folders finds the folders of the command.
func (f *finder) folders(program string) error {
	if !f.Typed {
		folder, err := f.folder(f.Dir, false, f.Build, nil)
		if err == nil && f.Build && len(folder.Absent) > 0 {
			err = &FolderError{f.Dir, fmt.Sprintf("its build may write to it, and %s is in it; keep that elsewhere", folder.Absent[0])}
		}
		folder.Write = f.Build
		f.found.Show = append(f.found.Show, folder)
		return err
	}
	if real, err := filepath.EvalSymlinks(program); err == nil && slices.Contains(f.Programs, real) {
		return nil
	}
	paths, named := []string{}, []string{}
	if !f.Broad(f.Dir) {
		paths = append(paths, f.Dir)
	}
	for _, word := range append([]string{program}, f.Command[1:]...) {
		path := f.absolute(word)
		info, err := os.Stat(path)
		if err != nil || f.Shows(path) {
			continue
		}
		real, err := filepath.EvalSymlinks(path) // a script that is a link loads what is beside either
		if err != nil {
			continue
		}
		for _, path := range slices.Compact([]string{path, real}) {
			named = append(named, path)
			switch over := filepath.Dir(path); {
			case info.IsDir() && !f.Broad(path):
				paths = append(paths, path)
			case info.Mode().IsRegular() && !f.Broad(over) && !f.inPath(over):
				paths = append(paths, over)
			case info.Mode().IsRegular():
				paths = append(paths, path)
			}
		}
	}
	slices.SortStableFunc(paths, func(a, b string) int { return strings.Count(a, "/") - strings.Count(b, "/") })
	for _, path := range paths {
		if f.Shows(path) || slices.ContainsFunc(f.found.Show, func(known Folder) bool { return within(path, known.Path) }) {
			continue
		}
		folder, err := f.folder(path, true, false, named)
		if err != nil {
			return err
		}
		f.found.Show = append(f.found.Show, folder)
	}
	return nil
}

// inPath reports whether a folder is one of many programs of a person.
func (f *finder) inPath(dir string) bool {
	return slices.Contains(filepath.SplitList(f.env["PATH"]), dir)
}

// seen returns an error if a box does not have what a program is known to need: the
// program itself, the base of its virtual environment, the interpreter in its first
// line.
func (f *finder) seen(program string) error {
	var folders []string
	for _, folder := range f.found.Show {
		folders = append(folders, folder.Path)
	}
	if !f.reaches(program, folders) {
		what := program
		if real, err := filepath.EvalSymlinks(program); err == nil && real != program {
			what += " leads to " + real
		}
		return f.hidden(what, program)
	}
	if base, ok := venvBase(filepath.Dir(filepath.Dir(program))); ok && !f.reaches(base, folders) {
		return f.hidden(fmt.Sprintf("%s is of a virtual environment made from %s", program, base), filepath.Join(base, "python3"))
	}
	line, ok := strings.CutPrefix(readStart(program), "#!")
	if !ok {
		return nil
	}
	line, _, _ = strings.Cut(line, "\n")
	words, err := shellquote.Split(strings.TrimSpace(line))
	switch {
	case err != nil:
		return nil // the kernel says what is wrong
	case len(words) == 0:
		return fmt.Errorf("%s: no interpreter in its first line; want one such as #!/usr/bin/env python3", program)
	case filepath.Base(words[0]) != "env":
		if isProgram(words[0]) && !f.reaches(words[0], folders) && f.managerOf(filepath.Dir(words[0])) == nil {
			return f.hidden(fmt.Sprintf("the first line of %s names %s", program, words[0]), words[0])
		}
		return nil
	case len(words) > 2 && !strings.HasPrefix(words[1], "-"):
		return fmt.Errorf("%s: env looks for one program named %q; want #!/usr/bin/env -S %s", program, strings.Join(words[1:], " "), strings.Join(words[1:], " "))
	}
	for _, word := range words[1:] {
		if !strings.HasPrefix(word, "-") && !strings.Contains(word, "=") {
			if _, err := f.locate(word); err != nil {
				return fmt.Errorf("the first line of %s: %w", program, err)
			}
			return nil
		}
	}
	return nil
}
