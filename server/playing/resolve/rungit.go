package resolve

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Git runs a git command that only reads the refs, commits and trees of the
// repository around a folder, and returns its stdout without surrounding space.
// The error of a failed command is its stderr, or a sentence where there is no
// repository.
//
// A repository is data, and its configuration can name programs. Of those, the commands
// that Git is for (rev-parse, rev-list) reach hooks and what the fetch of a missing
// object would start: a transport, ssh, a credential helper. They print no diff, write
// no file of the work tree, and open no editor or pager. What reads or writes the work
// tree is the business of a scratch.
func Git(ctx context.Context, dir string, args ...string) (string, error) {
	// The variable overrides every protocol.*.allow: nothing is fetched.
	return runGit(ctx, dir, append(os.Environ(), "GIT_ALLOW_PROTOCOL=", "GIT_NO_LAZY_FETCH=1", "GIT_OPTIONAL_LOCKS=0"), nil, args)
}

// runGit is the only place that starts git. Hooks and the monitor of the file system
// are off, which a repository's configuration could have any command start. The
// configuration is more of it, as arguments.
func runGit(ctx context.Context, dir string, env, config, args []string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", slices.Concat([]string{"-c", "core.hooksPath=" + os.DevNull, "-c", "core.fsmonitor=false"}, config, args)...)
	cmd.Dir, cmd.Env = dir, append(env, "GIT_TERMINAL_PROMPT=0")
	out, err := cmd.Output()
	var exit *exec.ExitError
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return "", errors.New("git is not installed; want git in PATH")
	case errors.As(err, &exit) && !inRepository(dir):
		return "", errors.New("this is not in a git repository; run it in the one that has the bot")
	case errors.As(err, &exit):
		return "", fmt.Errorf("git %s: %s", args[0], strings.TrimSpace(string(exit.Stderr)))
	}
	return strings.TrimSpace(string(out)), err
}

// inRepository reports whether a folder seems to lie in a repository, which git may
// still refuse, or be one.
func inRepository(dir string) bool {
	if os.Getenv("GIT_DIR") != "" {
		return true
	}
	dir, err := filepath.Abs(dir)
	for err == nil {
		for _, mark := range []string{".git", "HEAD"} { // of a work tree, and of a bare repository
			if _, missing := os.Lstat(filepath.Join(dir, mark)); missing == nil {
				return true
			}
		}
		if dir == filepath.Dir(dir) {
			return false
		}
		dir = filepath.Dir(dir)
	}
	return true // nobody knows
}

// A scratch is a git directory of our own that has the objects of a repository and
// none of its configuration. What git starts there, such as the filters that
// .gitattributes name, are programs of the user's or the system's configuration:
// git-lfs goes on working, a filter of .git/config does not.
type scratch struct {
	dir     string
	objects string
	common  string
}

// newScratch makes a scratch of the repository around a folder, in an empty folder.
func newScratch(ctx context.Context, repository, dir string) (s scratch, err error) {
	s.dir = filepath.Join(dir, "git")
	if s.objects, err = Git(ctx, repository, "rev-parse", "--path-format=absolute", "--git-path", "objects"); err != nil {
		return s, err
	}
	if s.common, err = commonDir(ctx, repository); err != nil {
		return s, err
	}
	format, err := Git(ctx, repository, "rev-parse", "--show-object-format")
	if err == nil {
		_, err = runGit(ctx, dir, foreign(), nil, []string{"init", "--quiet", "--bare", "--template=", "--object-format=" + format, s.dir})
	}
	return s, err
}

// git runs a git command in a folder of a work tree. Large files of git-lfs are
// those that the repository has.
func (s scratch) git(ctx context.Context, tree, dir string, args ...string) (string, error) {
	env := append(foreign(), "GIT_DIR="+s.dir, "GIT_WORK_TREE="+tree, "GIT_OBJECT_DIRECTORY="+s.objects)
	return runGit(ctx, dir, env, []string{"-c", "lfs.storage=" + filepath.Join(s.common, "lfs")}, args)
}

// foreign returns the environment without the variables that would lead git to
// another repository than the named one.
func foreign() []string {
	return slices.DeleteFunc(os.Environ(), func(assignment string) bool {
		name, _, _ := strings.Cut(assignment, "=")
		switch name {
		case "GIT_DIR", "GIT_COMMON_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_NAMESPACE", "GIT_SHALLOW_FILE":
			return true
		}
		return false
	})
}

// commonDir returns the git directory that the worktrees of a repository share.
func commonDir(ctx context.Context, repository string) (string, error) {
	return Git(ctx, repository, "rev-parse", "--path-format=absolute", "--git-common-dir")
}
