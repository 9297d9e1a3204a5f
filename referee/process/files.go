package process

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"arbiter/referee/process/view"
)

// A File is a file or a link that a bot consists of.
type File struct {
	Name string   // relative to the bot's folder
	Link string   // of a link, where it leads
	Open *os.File // of a file; closed after the call that it is handed to
	Info fs.FileInfo
}

// Files calls do with the files and links that the bot consists of, in the order of
// their names. It alone decides what these are: digests, copies, seals, archives for
// workers and uploads ask it. It leaves out what tools keep beside a bot, folders
// without files, sockets and the like, databases of SQLite, Arbiter's own files, and
// what has a name of Arbiter's state. It opens each file before it looks at it, and follows no link.
//
// A bot of one source file consists of that, under the bot's name.
func (s Spec) Files(do func(File) error) error {
	if s.Dir == "" && s.Source == "" {
		return nil
	}
	if s.Dir == "" {
		file, info, err := s.openSource()
		if err != nil {
			return err
		}
		defer file.Close()
		return do(File{Name: s.Name + filepath.Ext(s.Source), Open: file, Info: info})
	}
	real, err := filepath.EvalSymlinks(s.Dir)
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(real)
	if err != nil {
		return err
	}
	defer root.Close()
	own := view.NewOwn(s.Own)
	return filepath.WalkDir(real, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == real {
			return err
		}
		f := File{Name: strings.TrimPrefix(path, strings.TrimSuffix(real, "/")+"/")}
		if f.Info, err = entry.Info(); err != nil {
			return err
		}
		hidden, err := own.Hides(path, f.Info)
		switch {
		case err != nil:
			return &SpecError{Why: err.Error(), Err: err}
		case hidden || NotOfTheBot(entry.Name(), entry.IsDir()):
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case entry.Type()&fs.ModeSymlink != 0:
			if f.Link, err = root.Readlink(f.Name); err != nil {
				return err
			}
		case !entry.Type().IsRegular():
			return nil
		default:
			if f.Open, err = openSame(root, f.Name, f.Info); err != nil {
				return err
			}
			defer f.Open.Close()
		}
		return do(f)
	})
}

// NotOfTheBot reports whether a file or a folder is no part of a bot by its name: tools keep
// their history and caches under it, or Arbiter its state.
func NotOfTheBot(name string, folder bool) bool {
	switch name {
	case ".git": // a file in a worktree
		return true
	case ".hg", ".svn", ".jj", "__pycache__", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".cache", ".idea", ".vscode":
		return folder
	}
	return view.IsState(name, folder)
}

// Follow returns in place of a link in the bot's folder the file of the bot that it
// leads to, opened. Any other link is an error.
func (s Spec) Follow(link File) (file File, err error) {
	file = File{Name: link.Name}
	file.Open, file.Info, err = openPart(s.Dir, link.Name, s.Own)
	return file, err
}

// openSource opens the source file of a bot that is one. Whoever typed its path meant
// the folder to which that leads.
func (s Spec) openSource() (*os.File, fs.FileInfo, error) {
	path := filepath.Join(s.Dir, s.Source)
	return openPart(filepath.Dir(path), filepath.Base(path), s.Own)
}

// openPart opens a file of a bot by its name in a folder. It may be a link to another
// file of the bot there and to nothing else: a stranger's link leads to what only the
// referee may read.
func openPart(dir, name string, owned []string) (*os.File, fs.FileInfo, error) {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, nil, err
	}
	path, err := filepath.EvalSymlinks(filepath.Join(real, name))
	if err != nil {
		return nil, nil, err
	}
	refuse := func(why string) (*os.File, fs.FileInfo, error) {
		return nil, nil, &SpecError{Why: filepath.Join(dir, name) + ": " + why}
	}
	if !within(real, path) {
		return refuse("a link leads out of the bot's folder; want a file in it")
	}
	info, err := os.Lstat(path)
	own := view.NewOwn(owned)
	for at := path; err == nil && at != real; at = filepath.Dir(at) {
		var of fs.FileInfo
		if of, err = os.Lstat(at); err != nil {
			break
		}
		if hidden, err := own.Hides(at, of); err != nil || hidden || NotOfTheBot(of.Name(), of.IsDir()) {
			return refuse("it is a file that no bot has, such as one of Arbiter's own; want another one")
		}
	}
	if err != nil {
		return nil, nil, err
	}
	root, err := os.OpenRoot(real)
	if err != nil {
		return nil, nil, err
	}
	defer root.Close()
	file, err := openSame(root, strings.TrimPrefix(path, strings.TrimSuffix(real, "/")+"/"), info)
	return file, info, err
}

// openSame opens a regular file within a root if it still is the one that was looked
// at, and no link.
func openSame(root *os.Root, name string, info fs.FileInfo) (*os.File, error) {
	file, opened, err := OpenRegularIn(root, name)
	if err == nil && !os.SameFile(opened, info) {
		err = errors.Join(&SpecError{Why: name + ": it has become another file; leave it alone while it is read"}, file.Close())
	}
	return file, err
}
