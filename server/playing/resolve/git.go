package resolve

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"arbiter/referee/process"
	"arbiter/server/league"
)

// A gitFolder is what a bot typed as git:REF[:path] names.
type gitFolder struct {
	arg    string // what follows git:
	hash   string // of the commit
	tree   string // of all its files
	inside string // the folder, or the source file, in it
	common string // the git directory
}

// findFolder finds the commit of a bot typed as git:REF[:path].
func findFolder(ctx context.Context, arg string) (f gitFolder, err error) {
	f.arg = arg
	ref, path, _ := strings.Cut(arg, ":")
	if strings.HasPrefix(ref, "-") {
		return f, league.Usagef("bot git:%s: %q is an option of git; want a branch, tag or commit", arg, ref)
	}
	// The first command fails where there is no repository, or one that git does
	// not trust, and says so.
	if f.common, err = commonDir(ctx, "."); err != nil {
		return f, league.Usagef("bot git:%s: %w", arg, err)
	}
	if f.hash, err = Git(ctx, ".", "rev-parse", "--verify", "--quiet", ref+"^{commit}"); err != nil {
		return f, missing(ctx, "bot git:%s: no commit %q in the repository here; want a branch, tag or commit", arg, ref)
	}
	if f.tree, err = Git(ctx, ".", "rev-parse", "--verify", "--quiet", f.hash+"^{tree}"); err != nil {
		return f, incomplete(ctx, err)
	}
	// A path is relative to the working directory, like one without git:.
	prefix, err := Git(ctx, ".", "rev-parse", "--show-prefix")
	if err != nil {
		return f, err
	}
	f.inside = filepath.Join(prefix, path)
	if path != "" && !filepath.IsLocal(f.inside) {
		return f, league.Usagef("bot git:%s: %s leads out of the commit; want a folder in it", arg, path)
	}
	return f, nil
}

// checkOut returns the folder of a bot typed as git:REF[:path] among the files of
// its commit. They are kept by their content, so that commits with the same files share
// what is built of them.
func checkOut(ctx context.Context, arg string) (folder string, found located, err error) {
	f, err := findFolder(ctx, arg)
	if err != nil {
		return "", found, err
	}
	kept := filepath.Join(f.common, "arbiter")
	tree := filepath.Join(kept, f.tree)
	if _, err := os.Lstat(tree); errors.Is(err, os.ErrNotExist) {
		if err := f.keep(ctx, kept, tree); err != nil {
			return "", found, err
		}
	}
	for _, path := range []string{kept, tree} {
		if err := ownFolder(path); err != nil {
			return "", found, err
		}
	}
	now := time.Now()
	if err := os.Chtimes(tree, now, now); err != nil && !errors.Is(err, fs.ErrPermission) {
		return "", found, err
	}
	folder, err = f.in(tree)
	inside := sha256.Sum256([]byte(filepath.ToSlash(f.inside)))
	return folder, located{commit: f.hash[:12], note: fmt.Sprintf("%s.built-%x", tree, inside[:6])}, err
}

// ownFolder returns an error unless a path is a folder, and no link: a repository
// that came as an archive may lead elsewhere by one.
func ownFolder(path string) error {
	info, err := os.Lstat(path)
	if err == nil && !info.IsDir() {
		err = league.Usagef("%s is not a folder; remove it, and arbiter makes one", path)
	}
	return err
}

// keep writes the files of the commit to a new folder, all or none.
func (f gitFolder) keep(ctx context.Context, kept, tree string) (err error) {
	if err := os.MkdirAll(kept, 0o755); err != nil {
		return err
	}
	if err := ownFolder(kept); err != nil {
		return err
	}
	clearTrees(kept)
	draft, err := os.MkdirTemp(kept, ".draft-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, process.RemoveFolder(draft)) }()
	written, err := f.write(ctx, draft)
	if err != nil {
		return err
	}
	if err := os.Rename(written, tree); err != nil {
		if _, other := os.Stat(tree); other != nil {
			return err
		} // another process was faster
	}
	return nil
}

// Trees are kept for a month after their last use, and the latest of them up to a size.
// One that was used within a day may be in use.
const (
	treesKept  = 30 * 24 * time.Hour
	treesBytes = 4 << 30
	treesInUse = 24 * time.Hour
)

// clearTrees deletes the trees that were not used for long, and the least recently used
// ones of those that are too much together, each with the notes of its builds. It does what
// it can.
func clearTrees(kept string) {
	entries, err := os.ReadDir(kept)
	if err != nil {
		return
	}
	type tree struct {
		path string
		used time.Time
	}
	var trees []tree
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && entry.IsDir() {
			trees = append(trees, tree{filepath.Join(kept, entry.Name()), info.ModTime()})
		}
	}
	slices.SortFunc(trees, func(a, b tree) int { return b.used.Compare(a.used) })
	var total int64
	for _, t := range trees {
		bytes, _ := process.FolderLimit{}.Check(t.path)
		total += bytes
		age := time.Since(t.used)
		if age <= treesInUse || age <= treesKept && total <= treesBytes {
			continue
		}
		total -= bytes
		if process.RemoveFolder(t.path) == nil {
			notes, _ := filepath.Glob(t.path + ".built-*")
			for _, note := range notes {
				os.Remove(note)
			}
		}
	}
}

// write writes the files of the commit into a folder that is named after them, in an
// empty one.
func (f gitFolder) write(ctx context.Context, dir string) (tree string, err error) {
	s, err := newScratch(ctx, ".", dir)
	if err != nil {
		return "", err
	}
	tree = filepath.Join(dir, f.tree)
	if err := os.Mkdir(tree, 0o755); err != nil {
		return "", err
	}
	if _, err := s.git(ctx, tree, tree, "read-tree", f.hash); err != nil {
		return "", incomplete(ctx, err)
	}
	if _, err := s.git(ctx, tree, tree, "checkout-index", "--all"); err != nil {
		return "", incomplete(ctx, err)
	}
	return tree, nil
}

// in returns the folder among the files of the commit.
func (f gitFolder) in(tree string) (string, error) {
	folder := filepath.Join(tree, f.inside)
	real, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return "", league.Usagef("bot git:%s: commit %.12s has no %s", f.arg, f.hash, f.inside)
	}
	// A folder of the commit may be a link, to another folder of the commit.
	realTree, err := filepath.EvalSymlinks(tree)
	if err != nil {
		return "", err
	}
	if rel, err := filepath.Rel(realTree, real); err != nil || !filepath.IsLocal(rel) {
		return "", league.Usagef("bot git:%s: in commit %.12s %s is a link that leads out of the commit; want a folder in it", f.arg, f.hash, f.inside)
	}
	return folder, nil
}

// Export writes the files of the commit of a bot typed as git:REF[:path] into an
// empty folder, and returns the bot's folder or source file among them, as it was
// committed: not built.
func Export(ctx context.Context, typed, dir string) (folder string, err error) {
	f, err := findFolder(ctx, strings.TrimPrefix(typed, GitPrefix))
	if err != nil {
		return "", err
	}
	tree, err := f.write(ctx, dir)
	if err != nil {
		return "", err
	}
	return f.in(tree)
}

// Commit returns the abbreviated commit of a bot typed as git:REF[:path].
func Commit(ctx context.Context, typed string) (string, error) {
	f, err := findFolder(ctx, strings.TrimPrefix(typed, GitPrefix))
	if err != nil {
		return "", err
	}
	return f.hash[:12], nil
}

// Unchanged returns the commit that is checked out, if the files of a path in a folder
// are as in the commit. The path "." stands for all files of the folder. If a file was
// changed or added, it returns "".
func Unchanged(ctx context.Context, folder, path string) (commit string, err error) {
	commit, err = Git(ctx, folder, "rev-parse", "HEAD")
	if err != nil {
		return "", err
	}
	tree, err := Git(ctx, folder, "rev-parse", "--show-toplevel")
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "arbiter-git-")
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, process.RemoveFolder(dir)) }()
	s, err := newScratch(ctx, folder, dir)
	if err != nil {
		return "", err
	}
	// Its own list of files to ignore holds patterns alone.
	info := filepath.Join(s.dir, "info")
	if err := os.MkdirAll(info, 0o755); err != nil {
		return "", err
	}
	if err := os.Symlink(filepath.Join(s.common, "info", "exclude"), filepath.Join(info, "exclude")); err != nil {
		return "", err
	}
	changed := ""
	for _, args := range [][]string{
		{"update-ref", "--no-deref", "HEAD", commit},
		{"read-tree", commit},
		{"status", "--porcelain", "--untracked-files=normal", "--ignore-submodules=all", "--", path},
	} {
		if changed, err = s.git(ctx, tree, folder, args...); err != nil {
			return "", err
		}
	}
	if changed != "" {
		commit = ""
	}
	return commit, nil
}

// WithTree returns where a bot typed as git:COMMIT[:PATH] is found. Its folder had a
// tree ID when it was recorded. If the commit is here, it returns the bot as typed.
// Otherwise it returns the latest commit of any branch or tag whose folder has the same
// tree. A squash merge deletes the commit and keeps the tree.
func WithTree(ctx context.Context, typed, tree string) (string, error) {
	name, bot := SplitName(typed)
	rest, ok := strings.CutPrefix(bot, GitPrefix)
	if !ok || tree == "" {
		return typed, nil
	}
	ref, path, _ := strings.Cut(rest, ":")
	if strings.HasPrefix(ref, "-") {
		return typed, nil // which is refused where it is resolved
	}
	if _, err := Git(ctx, ".", "rev-parse", "--verify", "--quiet", ref+"^{commit}"); err == nil {
		return typed, nil
	}
	// Without the full history git leaves out the side of a merge that ended as
	// the other side. Unlike git log, rev-list checks no signatures, which starts
	// the program that the repository names.
	commits, err := Git(ctx, ".", "rev-list", "--all", "--full-history", "--", "./"+path)
	if err != nil {
		return "", err
	}
	for _, commit := range strings.Fields(commits) {
		if found, err := Tree(ctx, ".", commit, path); err == nil && found == tree {
			return WithName(name, fmt.Sprintf("%s%.12s:%s", GitPrefix, commit, path)), nil
		}
	}
	return "", missing(ctx, "bot %s: neither the commit %q nor another one whose %s has the tree %.12s is in the repository here", typed, ref, path, tree)
}

// incomplete adds to the error of a command that lacked an object what can be done
// about it, where the clone has not fetched all of them.
func incomplete(ctx context.Context, err error) error {
	if filter, _ := Git(ctx, ".", "config", "--get-regexp", `^remote\..*\.promisor$`); filter != "" {
		return league.Usagef("this clone is partial (--filter), and nothing is fetched for a bot: %w; use a full clone, or git fetch --refetch --no-filter", err)
	}
	return err
}

// Tree returns the ID of the tree that a folder has in a commit. The path is
// relative to dir, which lies in the repository.
func Tree(ctx context.Context, dir, commit, path string) (string, error) {
	folder := "./" // the only spelling of dir itself that git accepts
	if path = filepath.ToSlash(filepath.Clean(path)); path != "." {
		folder += path
	}
	return Git(ctx, dir, "rev-parse", "--verify", "--quiet", commit+":"+folder)
}

// missing returns the usage error of a commit that is not there. In a shallow
// clone that is hardly ever a mistake of who typed it.
func missing(ctx context.Context, format string, args ...any) error {
	if shallow, err := Git(ctx, ".", "rev-parse", "--is-shallow-repository"); err == nil && shallow == "true" {
		format = "this clone is shallow (fetch-depth): " + format + "; use actions/checkout with fetch-depth: 0, GIT_DEPTH: \"0\" on GitLab, or git fetch --unshallow"
	}
	return league.Usagef(format, args...)
}
