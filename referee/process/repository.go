package process

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"arbiter/referee/process/view"
)

// git runs what a repository's configuration names, with the rights of whoever types
// the next command there. So a build adds no repository to the bot's folder and changes
// none. In a box a build cannot write to those;
// without one, they are copied before the build and put back after it.

// A worktree is the folder of a bot while it is built.
type worktree struct {
	root  *os.Root
	home  string            // of the build, "" for none
	had   map[string]string // what was there by which git knows a repository: names, and where links lead
	all   []string          // the repositories that were there: the names above, and folders that are one
	saved *os.Root          // a copy of them, nil for none
}

// openWorktree looks at a folder before its build. A sent one counts as if no
// repository was there.
func openWorktree(dir string, sent bool) (*worktree, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	t := &worktree{root: root, had: map[string]string{}}
	if sent {
		return t, nil
	}
	err = t.eachFolder(func(dir string) error {
		for _, name := range view.RepositoryMarks() {
			name = path.Join(dir, name)
			if info, err := root.Lstat(name); err == nil {
				t.had[name] = ""
				if info.Mode()&fs.ModeSymlink != 0 {
					t.had[name], _ = root.Readlink(name)
				}
				if view.IsVersionControl(path.Base(name)) {
					t.all = append(t.all, name)
				}
			}
		}
		if dir != "." && t.isGitFolder(dir) {
			t.all = append(t.all, dir)
		}
		return nil
	}, false)
	if err == nil && t.isGitFolder(".") {
		err = &SpecError{Why: fmt.Sprintf("%s is a git repository itself, and its build may write to it; want the bot in a folder of its own", dir)}
	}
	if err != nil {
		err = errors.Join(err, t.close())
	}
	return t, err
}

func (t *worktree) isGitFolder(dir string) bool {
	return view.IsGitFolder(func(name string) bool {
		_, err := t.root.Lstat(path.Join(dir, name))
		return err == nil
	})
}

// mostDeep is how deep folders in a bot's folder may lie that is built.
const mostDeep = 1000

// eachFolder calls do with all folders. Of a build's result it opens those that the
// build has closed.
func (t *worktree) eachFolder(do func(dir string) error, built bool) error {
	return fs.WalkDir(t.root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if !built && errors.Is(err, fs.ErrPermission) {
			return fs.SkipDir
		}
		if errors.Is(err, fs.ErrNotExist) && name != "." || err == nil && !entry.IsDir() {
			return t.checkLink(name, entry, built)
		}
		if err != nil {
			return err
		}
		if strings.Count(name, "/") > mostDeep {
			return &SpecError{Why: fmt.Sprintf("its build made folders of which more than %d lie in one another", mostDeep)}
		}
		if info, err := entry.Info(); err == nil && built && info.Mode()&0o500 != 0o500 {
			if err := t.root.Chmod(name, info.Mode().Perm()|0o700); err != nil {
				return err
			}
		}
		return do(name)
	})
}

// checkLink removes a link of a build's result that leads into its $HOME, where it may
// keep repositories.
func (t *worktree) checkLink(name string, entry fs.DirEntry, built bool) error {
	if !built || t.home == "" || entry == nil || entry.Type()&fs.ModeSymlink == 0 {
		return nil
	}
	to, err := filepath.EvalSymlinks(filepath.Join(t.root.Name(), name))
	home, gone := filepath.EvalSymlinks(t.home)
	if err != nil || gone != nil || !within(home, to) {
		return nil
	}
	return t.root.Remove(name)
}

// save copies the repositories, before a build that can write to them.
func (t *worktree) save() error {
	if len(t.all) == 0 || t.saved != nil {
		return nil
	}
	saved, err := tempRoot("arbiter-repositories-")
	if err != nil {
		return err
	}
	for _, name := range t.all {
		if err := copyIn(t.root, saved, name); err != nil {
			return errors.Join(fmt.Errorf("copy %s: %w", name, err), removeRoot(saved))
		}
	}
	t.saved = saved
	return nil
}

func tempRoot(prefix string) (*os.Root, error) {
	dir, err := os.MkdirTemp("", prefix)
	if err != nil {
		return nil, err
	}
	return os.OpenRoot(dir)
}

func removeRoot(root *os.Root) error { return errors.Join(root.Close(), RemoveFolder(root.Name())) }

// copyIn copies a path and all that is in it to another folder.
func copyIn(from, to *os.Root, name string) error {
	return eachEntry(from, name, func(name string) error { return put(from, to, name) })
}

// settle makes what is left of a build as it should be, and returns what it found. An
// error does not keep it from the rest.
func (t *worktree) settle() (found []string, err error) {
	walked := t.eachFolder(func(dir string) error {
		marks := view.RepositoryMarks()
		if !t.isGitFolder(dir) {
			marks = slices.DeleteFunc(marks, func(mark string) bool { return !view.IsVersionControl(mark) })
		}
		for _, mark := range marks {
			name := path.Join(dir, mark)
			_, had := t.had[name]
			if _, missing := t.root.Lstat(name); missing == nil && !had {
				found = append(found, name)
				err = errors.Join(err, removeIn(t.root, name))
			}
		}
		return nil
	}, true)
	err = errors.Join(err, walked)
	for name, target := range t.had {
		if to, _ := t.root.Readlink(name); to != target && target != "" {
			found = append(found, name)
			err = errors.Join(err, makeFolders(t.root, path.Dir(name)), removeIn(t.root, name), t.root.Symlink(target, name))
		}
	}
	if t.saved != nil {
		changed, failed := t.putBack()
		found, err = append(found, changed...), errors.Join(err, failed)
	}
	slices.Sort(found)
	return slices.Compact(found), err
}

// makeFolders makes a folder and its parents. It removes files and links in their place.
func makeFolders(root *os.Root, dir string) error {
	if info, err := root.Lstat(dir); dir == "." || err == nil && info.IsDir() {
		return nil
	}
	if err := makeFolders(root, path.Dir(dir)); err != nil {
		return err
	}
	return errors.Join(removeIn(root, dir), root.Mkdir(dir, 0o755))
}

// putBack makes the repositories what they were. What it undoes is kept beside: it may
// be the owner's, who has gone on working. Objects that were added stay, since nothing
// names them.
func (t *worktree) putBack() (changed []string, err error) {
	var undone *os.Root
	keep := func(name string) (err error) {
		if undone == nil {
			if undone, err = tempRoot("arbiter-undone-"); err != nil {
				return err
			}
			changed = append(changed, "kept in "+undone.Name())
		}
		changed = append(changed, name)
		return copyIn(t.root, undone, name)
	}
	for _, repository := range t.all {
		back := func(name string) error {
			if same(t.saved, t.root, name) {
				return nil
			}
			if err := keep(name); err != nil {
				return err
			}
			return put(t.saved, t.root, name)
		}
		added := func(name string) error {
			info, err := t.root.Lstat(name)
			_, missing := t.saved.Lstat(name)
			known := info != nil && (info.IsDir() || info.Mode().IsRegular() || info.Mode()&fs.ModeSymlink != 0)
			if err != nil || missing == nil || !known || isObject(name) {
				return nil
			}
			if err := keep(name); err != nil {
				return err
			}
			return removeIn(t.root, name)
		}
		err = errors.Join(err, eachEntry(t.saved, repository, back), eachEntry(t.root, repository, added))
	}
	if undone != nil {
		err = errors.Join(err, undone.Close())
	}
	return changed, err
}

// close removes the copies.
func (t *worktree) close() error {
	err := t.root.Close()
	if t.saved != nil {
		err = errors.Join(err, removeRoot(t.saved))
	}
	return err
}

// isObject reports whether a path in a repository is in a folder of what is kept there,
// which nothing runs.
func isObject(name string) bool {
	if dir, base := path.Split(name); base == "info" || path.Base(dir) == "info" {
		return false // it may name another repository's objects
	}
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		switch path.Base(dir) {
		case "objects", "pristine":
			return true
		case "store":
			return path.Base(path.Dir(dir)) == ".hg"
		}
	}
	return false
}

// eachEntry calls do with a path and all that is in it, as far as it is there.
func eachEntry(root *os.Root, name string, do func(name string) error) error {
	switch info, err := root.Lstat(name); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.IsDir():
		return do(name)
	}
	return fs.WalkDir(root.FS(), name, func(name string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		return do(name)
	})
}

// put makes a path in a folder what it is in another one. What is in a folder is left.
func put(from, to *os.Root, name string) error {
	info, err := from.Lstat(name)
	if err != nil {
		return err
	}
	if err := makeFolders(to, path.Dir(name)); err != nil {
		return err
	}
	if found, err := to.Lstat(name); err == nil && !(found.IsDir() && info.IsDir()) {
		if err := removeIn(to, name); err != nil {
			return err
		}
	}
	switch {
	case info.IsDir():
		if err := to.Mkdir(name, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	case info.Mode()&fs.ModeSymlink != 0:
		target, err := from.Readlink(name)
		if err == nil {
			err = to.Symlink(target, name)
		}
		return err
	case !info.Mode().IsRegular():
		return nil // a socket of a daemon
	case isObject(name):
		// By a link, since objects are not changed, and may be many gigabytes. Where that is
		// another file system, they are not kept.
		_ = os.Link(filepath.Join(from.Name(), name), filepath.Join(to.Name(), name))
		return nil
	default:
		in, info, err := OpenRegularIn(from, name)
		if err != nil {
			return err
		}
		defer in.Close()
		out, err := to.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return err
		}
		if err := errors.Join(CopyRegular(out, in, info), out.Close()); err != nil {
			return err
		}
	}
	if st, ok := info.Sys().(*syscall.Stat_t); ok && os.Geteuid() == 0 {
		if err := to.Lchown(name, int(st.Uid), int(st.Gid)); err != nil {
			return err
		}
	}
	return to.Chmod(name, info.Mode().Perm())
}

// same reports whether a path is the same in two folders.
func same(a, b *os.Root, name string) bool {
	one, err := a.Lstat(name)
	if err != nil {
		return true
	}
	other, err := b.Lstat(name)
	switch {
	case err != nil || one.Mode() != other.Mode():
		return false
	case one.Mode()&fs.ModeSymlink != 0:
		to, _ := a.Readlink(name)
		too, _ := b.Readlink(name)
		return to == too
	case !one.Mode().IsRegular():
		return true
	case one.Size() != other.Size():
		return false
	}
	return isObject(name) || bytes.Equal(contentOf(a, name), contentOf(b, name))
}

func contentOf(root *os.Root, name string) []byte {
	file, info, err := OpenRegularIn(root, name)
	if err != nil {
		return nil
	}
	defer file.Close()
	text, _ := io.ReadAll(io.LimitReader(file, info.Size()))
	return text
}

// removeIn deletes a path in a folder, also one that is closed.
func removeIn(root *os.Root, name string) error {
	err := root.RemoveAll(name)
	if !errors.Is(err, fs.ErrPermission) {
		return err
	}
	above, err := root.Stat(path.Dir(name))
	if err != nil {
		return err
	}
	err = root.Chmod(path.Dir(name), above.Mode().Perm()|0o700)
	_ = fs.WalkDir(root.FS(), name, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			return root.Chmod(name, 0o700)
		}
		return nil
	})
	return errors.Join(err, root.RemoveAll(name), root.Chmod(path.Dir(name), above.Mode().Perm()))
}
