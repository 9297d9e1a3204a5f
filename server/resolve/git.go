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
	hash, err := Git(ctx, ".", "rev-parse", "--verify", "--quiet", ref+"^{commit}")
	if err != nil {
		return "", "", league.Usagef("bot git:%s: no commit %q in the repository here; want a branch, tag or commit", arg, ref)
	}
	// A path is relative to the working directory, like one without git:.
	prefix, err := Git(ctx, ".", "rev-parse", "--show-prefix")
	if err != nil {
		return "", "", err
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
	folder = filepath.Join(tree, prefix, path)
	if _, err := os.Stat(folder); err != nil {
		return "", "", league.Usagef("bot git:%s: commit %.12s has no %s", arg, hash, filepath.Join(prefix, path))
	}
	return folder, hash[:12], nil
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
