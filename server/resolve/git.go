package resolve

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"arbiter/server/league"
)

// checkOut creates the worktree for a bot typed as git:REF[:path] and returns the
// bot's folder in it and the abbreviated commit. A commit's worktree is reused,
// so that its bot is built once.
func checkOut(ctx context.Context, arg string) (folder, commit string, err error) {
	ref, path, _ := strings.Cut(arg, ":")
	if strings.HasPrefix(ref, "-") {
		return "", "", league.Usagef("bot git:%s: %q is an option of git; want a branch, tag or commit", arg, ref)
	}
	hash, err := Git(ctx, ".", "rev-parse", "--verify", "--quiet", ref+"^{commit}")
	if err != nil {
		return "", "", missing(ctx, "bot git:%s: no commit %q in the repository here; want a branch, tag or commit", arg, ref)
	}
	// A path is relative to the working directory, like one without git:.
	prefix, err := Git(ctx, ".", "rev-parse", "--show-prefix")
	if err != nil {
		return "", "", err
	}
	inside := filepath.Join(prefix, path)
	if path != "" && !filepath.IsLocal(inside) {
		return "", "", league.Usagef("bot git:%s: %s leads out of the commit; want a folder in it", arg, path)
	}
	common, err := Git(ctx, ".", "rev-parse", "--path-format=absolute", "--git-common-dir")
	if err != nil {
		return "", "", err
	}
	tree := filepath.Join(common, "arbiter", hash)
	if _, err := os.Stat(tree); errors.Is(err, os.ErrNotExist) {
		// git refuses to add a worktree whose folder was removed without pruning it.
		if _, err := Git(ctx, ".", "worktree", "prune"); err != nil {
			return "", "", err
		}
		if _, err := Git(ctx, ".", "worktree", "add", "--quiet", "--detach", tree, hash); err != nil {
			return "", "", err
		}
	}
	folder = filepath.Join(tree, inside)
	real, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return "", "", league.Usagef("bot git:%s: commit %.12s has no %s", arg, hash, inside)
	}
	// A folder of the commit may be a link, to another folder of the commit.
	realTree, err := filepath.EvalSymlinks(tree)
	if err != nil {
		return "", "", err
	}
	if rel, err := filepath.Rel(realTree, real); err != nil || !filepath.IsLocal(rel) {
		return "", "", league.Usagef("bot git:%s: in commit %.12s %s is a link that leads out of the commit; want a folder in it", arg, hash, inside)
	}
	return folder, hash[:12], nil
}

// WithTree returns where a bot typed as git:COMMIT[:PATH] is found, whose folder
// had a tree ID when it was recorded: as it is typed if the commit is here, and
// otherwise in the latest commit of any branch or tag whose folder has the same
// tree. A squash merge deletes the commit and keeps the tree.
func WithTree(ctx context.Context, typed, tree string) (string, error) {
	name, bot := SplitName(typed)
	rest, ok := strings.CutPrefix(bot, GitPrefix)
	if !ok || tree == "" {
		return typed, nil
	}
	ref, path, _ := strings.Cut(rest, ":")
	if _, err := Git(ctx, ".", "rev-parse", "--verify", "--quiet", ref+"^{commit}"); err == nil {
		return typed, nil
	}
	// Without the full history git leaves out the side of a merge that ended as
	// the other side.
	commits, err := Git(ctx, ".", "log", "--all", "--full-history", "--format=%H", "--", "./"+path)
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

// Git runs git in a folder and returns its stdout without surrounding space. The
// error of a failed command is its stderr.
func Git(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return "", fmt.Errorf("git %s: %s", args[0], strings.TrimSpace(string(exit.Stderr)))
	}
	return strings.TrimSpace(string(out)), err
}
