package sandbox

import (
	"debug/elf"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// libraries binds the shared libraries of a program, and of those, that lie
// outside of the system: where its RPATH, LD_LIBRARY_PATH or the system's list of
// folders leads. One that is not found is the loader's to report.
//
// The program is a stranger's, and may name any file as its library. So a library
// is bound alone, and only if it is one, unless the operator named its folder.
func (f *finder) libraries(path string) {
	if f.seen[path] || isSystem(path) {
		return // the system's own libraries are in the system
	}
	f.seen[path] = true
	program, ok := readELF(path)
	if !ok {
		return
	}
	if program.loader != "" && !f.visible(program.loader) {
		f.need(program.loader)
	}
	named := append(filepath.SplitList(f.ours["LD_LIBRARY_PATH"]), systemList("/etc/ld.so.conf")...)
	dirs := slices.Concat(program.search(path), filepath.SplitList(f.env["LD_LIBRARY_PATH"]), named)
	for _, name := range program.needed {
		i := slices.IndexFunc(dirs, func(dir string) bool { return filepath.IsAbs(dir) && isLibrary(filepath.Join(dir, name)) })
		if i < 0 {
			continue
		}
		library := filepath.Join(dirs[i], name)
		hops := chain(library)
		for _, hop := range append(hops, library) {
			switch {
			case f.visible(hop):
			case f.Typed || slices.Contains(named, dirs[i]):
				f.bindFolder(filepath.Dir(hop), hop)
			case f.closed(hop) == nil:
				f.binds[hop] = true
			}
		}
		f.libraries(hops[len(hops)-1])
	}
}

func isSystem(path string) bool {
	return slices.ContainsFunc(systemDirs(), func(dir string) bool { return isBelow(path, dir) })
}

func isLibrary(path string) bool { return readStart(path, 4) == elf.ELFMAG }

// A linked is what a program or a library says about its libraries.
type linked struct {
	loader  string   // "" for a library
	needed  []string // names
	rpath   []string // folders, with $ORIGIN
	runpath []string
}

// search returns the folders that a file of that path names for its libraries.
func (l linked) search(path string) (dirs []string) {
	named := l.runpath
	if len(named) == 0 {
		named = l.rpath
	}
	for _, list := range named {
		for _, dir := range filepath.SplitList(list) {
			for _, lib := range []string{"lib", "lib64"} {
				dir := strings.NewReplacer("$ORIGIN", filepath.Dir(path), "${ORIGIN}", filepath.Dir(path), "$LIB", lib, "${LIB}", lib).Replace(dir)
				if dir = filepath.Clean(dir); !slices.Contains(dirs, dir) {
					dirs = append(dirs, dir)
				}
			}
		}
	}
	return dirs
}

// readELF reads a program or a library. Anything else, or one that is malformed,
// is not ok.
func readELF(path string) (l linked, ok bool) {
	// Package elf may panic on a file that is made to.
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	file, err := os.OpenFile(path, os.O_RDONLY|unix.O_NONBLOCK|unix.O_NOCTTY, 0)
	if err != nil {
		return linked{}, false
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return linked{}, false
	}
	parsed, err := elf.NewFile(file)
	if err != nil {
		return linked{}, false
	}
	for _, segment := range parsed.Progs {
		if segment.Type == elf.PT_INTERP && segment.Filesz < unix.PathMax {
			text := make([]byte, segment.Filesz)
			if _, err := segment.ReadAt(text, 0); err == nil {
				l.loader = strings.TrimRight(string(text), "\x00")
			}
		}
	}
	for tag, to := range map[elf.DynTag]*[]string{elf.DT_NEEDED: &l.needed, elf.DT_RPATH: &l.rpath, elf.DT_RUNPATH: &l.runpath} {
		if *to, err = parsed.DynString(tag); err != nil {
			return linked{}, false
		}
	}
	if !filepath.IsAbs(l.loader) {
		l.loader = ""
	}
	return l, true
}

// systemList returns the folders of a file as /etc/ld.so.conf, those of the files
// it includes among them.
func systemList(path string) (dirs []string) {
	for line := range strings.Lines(readStart(path, maxScript)) {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		switch {
		case len(words) == 2 && words[0] == "include":
			files, _ := filepath.Glob(words[1]) // none of a malformed pattern
			for _, file := range files {
				if file != path {
					dirs = append(dirs, systemList(file)...)
				}
			}
		case len(words) == 1 && filepath.IsAbs(words[0]):
			dirs = append(dirs, words[0])
		}
	}
	return dirs
}
