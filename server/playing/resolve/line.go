package resolve

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"strings"

	"arbiter/server/league"
)

// A Revision is a state of a bot's folder in the history of a repository.
type Revision struct {
	Commit  string // "" for the working tree
	Subject string // the first line of the commit's message, as its author wrote it
	Tree    string // stands for the folder's bytes: two revisions with the same have the same files
	Typed   string // the bot of the revision, as One takes it
	Missing bool   // the commit has no such folder
}

// workingTree is the Tree of files that are not committed.
const workingTree = "working tree"

// An End is the commit at one end of a line of revisions, as typed.
type End struct {
	Flag string // the flag that it was given with, such as --good; for messages
	Rev  string // branch, tag or commit
}

// String returns the flag and the revision, for messages.
func (e End) String() string { return e.Flag + " " + e.Rev }

// Line returns the revisions of a bot's folder from a good commit to a bad one: the
// good one, and after it each commit on the first-parent line that changed the folder.
// The working tree, where it is asked for and differs, is the last one. The path is
// relative to the working directory. What is wrong with the commits is a
// league.UsageError; nothing is built.
func Line(ctx context.Context, good, bad End, path string, dirty bool) ([]Revision, error) {
	from, err := findCommit(ctx, good)
	if err != nil {
		return nil, err
	}
	to, err := findCommit(ctx, bad)
	if err != nil {
		return nil, err
	}
	if shallow, err := Git(ctx, ".", "rev-parse", "--is-shallow-repository"); err != nil || shallow == "true" {
		return nil, league.Usagef(`this clone is shallow (fetch-depth), so that commits between %s and %s may be missing; use actions/checkout with fetch-depth: 0, GIT_DEPTH: "0" on GitLab, or git fetch --unshallow`, good.Rev, bad.Rev)
	}
	if beside, err := Git(ctx, ".", "rev-list", "--count", to+".."+from); err != nil {
		return nil, incomplete(ctx, err)
	} else if beside != "0" {
		return nil, league.Usagef("%s is no ancestor of %s: %s of its commits are not in the history of that one; want an older commit of the same branch", good, bad, beside)
	}
	head, err := Git(ctx, ".", "rev-parse", "HEAD")
	if err != nil {
		return nil, err
	}
	if dirty && head != to {
		return nil, league.Usagef("--dirty adds the working tree after %s, which is not what is checked out; want %s HEAD", bad, bad.Flag)
	}
	line, err := commits(ctx, good, bad, from, to, path)
	if err != nil {
		return nil, err
	}
	if dirty {
		if line, err = withWorkingTree(ctx, line, path); err != nil {
			return nil, err
		}
	}
	for i, end := range map[int]End{0: good, len(line) - 1: bad} {
		if line[i].Missing {
			return nil, league.Usagef("%s: commit %.12s has no %s; want commits that have it", end, line[i].Commit, path)
		}
	}
	if len(line) == 1 {
		return nil, league.Usagef("no commit between %s and %s changes %s; want an older %s", good.Rev, bad.Rev, path, good.Flag)
	}
	return line, nil
}

// findCommit returns the hash of the commit at an end.
func findCommit(ctx context.Context, end End) (string, error) {
	if strings.HasPrefix(end.Rev, "-") {
		return "", league.Usagef("%s: that is an option of git; want a branch, tag or commit", end)
	}
	if _, err := commonDir(ctx, "."); err != nil {
		return "", league.Usagef("%s: %w", end, err)
	}
	hash, err := Git(ctx, ".", "rev-parse", "--verify", "--quiet", end.Rev+"^{commit}")
	if err != nil {
		return "", missing(ctx, "%s: no such commit in the repository here; want a branch, tag or commit", end)
	}
	return hash, nil
}

// commits returns the revisions from a commit to one of its descendants, the two ends.
func commits(ctx context.Context, good, bad End, from, to, path string) ([]Revision, error) {
	subject, err := Git(ctx, ".", "rev-list", "--max-count=1", "--format=%s", from)
	if err != nil {
		return nil, err
	}
	_, subject, _ = strings.Cut(subject, "\n")
	line := []Revision{{Commit: from, Subject: subject}}
	// Unlike git log, rev-list checks no signatures, which starts the program that
	// the repository names.
	text, err := Git(ctx, ".", "rev-list", "--first-parent", "--reverse", "--format=%H %s", from+".."+to, "--", "./"+path)
	if err != nil {
		return nil, incomplete(ctx, err)
	}
	for row := range strings.Lines(text) {
		hash, subject, _ := strings.Cut(strings.TrimRight(row, "\n"), " ")
		if hash != "commit" {
			line = append(line, Revision{Commit: hash, Subject: subject})
		}
	}
	for i := range line {
		r := &line[i]
		r.Typed = GitPrefix + r.Commit + ":" + path
		if r.Tree, err = Tree(ctx, ".", r.Commit, path); err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			r.Missing, r.Tree = true, "missing in "+r.Commit
		}
	}
	// The last one is the bad commit, whether it has changed the folder or not.
	switch tree, err := Tree(ctx, ".", to, path); {
	case err != nil:
		return nil, league.Usagef("%s: commit %.12s has no %s; want commits that have it", bad.Flag, to, path)
	case tree != line[len(line)-1].Tree:
		return nil, league.Usagef("%s: commit %.12s is beside the first-parent line of %.12s; want one on it", good.Flag, from, to)
	}
	return line, nil
}

// withWorkingTree adds the folder as it lies there, unless the commit has the same
// files.
func withWorkingTree(ctx context.Context, line []Revision, path string) ([]Revision, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, league.UsageError{Err: err}
	}
	dir, of := path, "."
	if !info.IsDir() {
		dir, of = filepath.Split(path)
		dir = cmp.Or(dir, ".")
	}
	if commit, err := Unchanged(ctx, dir, of); err != nil || commit != "" {
		return line, err
	}
	return append(line, Revision{Subject: "files that are not committed", Tree: workingTree, Typed: path}), nil
}
