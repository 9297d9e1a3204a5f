package resolve_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/server/playing/resolve"
)

// A hostileRepository is one whose configuration and hooks write marks.
type hostileRepository struct {
	*testing.T
	marks string // a folder
}

// newHostileRepository makes a repository with a bot in bots/mine, committed
// before its configuration was changed, and makes it the working directory.
func newHostileRepository(t *testing.T) hostileRepository {
	t.Helper()
	r := hostileRepository{t, t.TempDir()}
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(t.TempDir(), "gitconfig"))
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Chdir(t.TempDir())
	r.write("bots/mine/bot.toml", `run = "cat"`)
	r.write("bots/mine/data.x", "data\n")
	r.write(".gitattributes", "*.x filter=x diff=x\n*.p filter=p\n")
	r.write("bots/mine/data.p", "data\n")
	r.git("init", "--quiet", "--initial-branch=main", ".")
	r.git("add", ".")
	r.git("commit", "--quiet", "--message", "one")
	return r
}

func (r hostileRepository) write(name, text string) {
	r.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		r.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
		r.Fatal(err)
	}
}

func (r hostileRepository) git(args ...string) string {
	r.Helper()
	out, err := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@b"}, args...)...).CombinedOutput()
	if err != nil {
		r.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// program returns a program that leaves a mark and passes its input on.
func (r hostileRepository) program(name string) string {
	r.Helper()
	path := filepath.Join(r.marks, "bin", name)
	r.write(path, fmt.Sprintf("#!/bin/sh\ntouch '%s'\nexec cat\n", filepath.Join(r.marks, name)))
	return path
}

// sign replaces the last commit by one with a signature, which git log checks
// where it is told to.
func (r hostileRepository) sign() {
	r.Helper()
	text := r.git("cat-file", "commit", "HEAD")
	head, message, _ := strings.Cut(text, "\n\n")
	r.write("commit.txt", head+"\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ==\n -----END PGP SIGNATURE-----\n\n"+message+"\n")
	r.git("update-ref", "HEAD", r.git("hash-object", "-t", "commit", "-w", "commit.txt"))
	if err := os.Remove("commit.txt"); err != nil {
		r.Fatal(err)
	}
}

// poison gives the repository every program that its configuration can name.
func (r hostileRepository) poison() {
	r.Helper()
	r.write(".git/info/attributes", "* filter=x diff=x\n")
	for _, key := range []string{
		"filter.x.smudge", "filter.x.clean", "filter.p.process", "core.fsmonitor", "diff.external", "diff.x.textconv", "diff.x.command",
		"core.sshCommand", "core.gitProxy", "core.askPass", "credential.helper", "core.pager", "pager.rev-list", "pager.status", "core.editor", "sequence.editor",
		"gpg.program", "core.alternateRefsCommand", "alias.rev-parse", "alias.status", "uploadpack.packObjectsHook", "remote.origin.uploadpack",
	} {
		value := r.program(strings.ReplaceAll(key, ".", "-"))
		if strings.HasPrefix(key, "alias.") {
			value = "!" + value
		}
		r.git("config", key, value)
	}
	for key, value := range map[string]string{
		"filter.x.required": "true", "log.showSignature": "true", "protocol.allow": "always", "protocol.ext.allow": "always", "submodule.recurse": "true",
		"remote.origin.url": r.marks, "remote.origin.promisor": "true", "remote.origin.partialclonefilter": "blob:none", "extensions.partialclone": "origin",
		"core.hooksPath": filepath.Join(r.marks, "hooks"),
	} {
		r.git("config", key, value)
	}
	for _, hook := range []string{"post-checkout", "post-index-change", "reference-transaction", "pre-auto-gc", "fsmonitor-watchman"} {
		text := fmt.Sprintf("#!/bin/sh\ntouch '%s'\n", filepath.Join(r.marks, "hook-"+hook))
		r.write(filepath.Join(".git/hooks", hook), text)
		r.write(filepath.Join(r.marks, "hooks", hook), text)
	}
	included := r.program("included")
	r.git("config", "include.path", "more")
	r.write(".git/more", fmt.Sprintf("[filter \"x\"]\n\tsmudge = %s\n", included))
}

// unmarked fails the test where a program has run.
func (r hostileRepository) unmarked() {
	r.Helper()
	found, err := filepath.Glob(filepath.Join(r.marks, "*"))
	if err != nil {
		r.Fatal(err)
	}
	for _, path := range found {
		if name := filepath.Base(path); name != "bin" && name != "hooks" {
			r.Errorf("%s of the repository was run", name)
		}
	}
}

// A repository's configuration starts no program: no filter, hook, monitor or
// transport.
func TestRepositoryStartsNothing(t *testing.T) {
	r := newHostileRepository(t)
	r.sign()
	tree := r.git("rev-parse", "HEAD:bots/mine")
	r.poison()
	c, err := resolve.Resolver{}.One(t.Context(), "git:main:bots/mine", "keeper")
	if err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(c.Spec.Dir, "data.x")); err != nil || string(text) != "data\n" {
		t.Errorf("data.x is %q, %v; want what was committed", text, err)
	}
	r.unmarked()
	if folder, err := resolve.Export(t.Context(), "git:main:bots/mine", t.TempDir()); err != nil || filepath.Base(folder) != "mine" {
		t.Errorf("exported to %q, %v; want a folder mine", folder, err)
	}
	r.unmarked()
	if found, err := resolve.WithTree(t.Context(), "git:0123456789ab:bots/mine", tree); err != nil || !strings.HasPrefix(found, "git:") {
		t.Errorf("by its tree it is found as %q, %v", found, err)
	}
	r.unmarked()
	r.write("bots/mine/data.x", "data\n") // another time: git compares the file
	if commit, err := resolve.Unchanged(t.Context(), "bots/mine", "."); err != nil || commit != r.git("rev-parse", "HEAD") {
		t.Errorf("unchanged since %q, %v; want HEAD", commit, err)
	}
	r.unmarked()
	r.write("bots/mine/data.x", "more\n")
	if commit, err := resolve.Unchanged(t.Context(), "bots/mine", "."); err != nil || commit != "" {
		t.Errorf("unchanged since %q, %v; want that it has changed", commit, err)
	}
	r.unmarked()
}

// The attack of the test above works: git itself starts what is named there.
func TestPoisonWorks(t *testing.T) {
	r := newHostileRepository(t)
	r.poison()
	if out, err := exec.Command("git", "worktree", "add", "--quiet", "--detach", filepath.Join(t.TempDir(), "tree"), "main").CombinedOutput(); err == nil {
		t.Logf("%s", out)
	}
	for _, name := range []string{"included", "hook-post-checkout"} {
		if _, err := os.Stat(filepath.Join(r.marks, name)); err != nil {
			t.Errorf("%s: %v; want that git worktree runs it", name, err)
		}
	}
}

// What a partial clone lacks is not fetched: the repository says by what program.
func TestNothingIsFetched(t *testing.T) {
	r := newHostileRepository(t)
	blob := r.git("rev-parse", "HEAD:bots/mine/data.x")
	r.poison()
	if err := os.Remove(filepath.Join(".git/objects", blob[:2], blob[2:])); err != nil {
		t.Fatal(err)
	}
	_, err := resolve.Resolver{}.One(t.Context(), "git:main:bots/mine", "keeper")
	if err == nil || !strings.Contains(err.Error(), "this clone is partial (--filter), and nothing is fetched for a bot") {
		t.Errorf("error %v; want that the clone is partial", err)
	}
	if left, _ := filepath.Glob(".git/arbiter/*"); len(left) > 0 {
		t.Errorf("%v is left of a commit that could not be written", left)
	}
	commit := r.git("rev-parse", "HEAD")
	if err := os.Remove(filepath.Join(".git/objects", commit[:2], commit[2:])); err != nil {
		t.Fatal(err)
	}
	if _, err := (resolve.Resolver{}).One(t.Context(), "git:"+commit+":bots/mine", "keeper"); err == nil {
		t.Error("a commit that is missing was found")
	}
	r.unmarked()
}

// A repository that came as an archive leads nowhere else. The folder of commits may
// not be a link, and the folder of a commit may not be one.
func TestKeptCommitsAreNoLinks(t *testing.T) {
	r := newHostileRepository(t)
	elsewhere := t.TempDir()
	r.write(filepath.Join(elsewhere, "bots/mine/bot.toml"), `run = "cat"`)
	for _, link := range []string{".git/arbiter", ".git/arbiter/" + r.git("rev-parse", "HEAD^{tree}")} {
		if err := os.MkdirAll(filepath.Dir(link), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(elsewhere, link); err != nil {
			t.Fatal(err)
		}
		if _, err := (resolve.Resolver{}).One(t.Context(), "git:main:bots/mine", "keeper"); err == nil || !strings.Contains(err.Error(), "is not a folder; remove it") {
			t.Errorf("%s is a link: error %v; want that it is not a folder", link, err)
		}
		if err := os.Remove(link); err != nil {
			t.Fatal(err)
		}
	}
	if found, err := os.ReadDir(elsewhere); err != nil || len(found) != 1 {
		t.Errorf("%v, %v; want the bot alone", found, err)
	}
}

// Filters of the user's own configuration, such as git-lfs sets them, are applied,
// also where the repository has one of the same name.
func TestOwnFiltersAreApplied(t *testing.T) {
	r := newHostileRepository(t)
	r.poison()
	r.git("config", "--global", "filter.x.smudge", "tr a-z A-Z")
	r.git("config", "--global", "filter.x.clean", "tr A-Z a-z")
	folder, err := resolve.Export(t.Context(), "git:main:bots/mine", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(folder, "data.x")); err != nil || string(text) != "DATA\n" {
		t.Errorf("data.x is %q, %v; want DATA", text, err)
	}
	r.write("bots/mine/data.x", "DATA\n")
	if commit, err := resolve.Unchanged(t.Context(), "bots/mine", "."); err != nil || commit == "" {
		t.Errorf("unchanged since %q, %v; want HEAD, since the filter makes data of DATA", commit, err)
	}
	r.unmarked()
}

// git's own errors are shown: that there is no repository, or none that it trusts.
func TestGitErrorsAreShown(t *testing.T) {
	newHostileRepository(t)
	t.Setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1") // what git's own tests do
	_, err := resolve.Resolver{}.One(t.Context(), "git:main:bots/mine", "keeper")
	if err == nil || !strings.Contains(err.Error(), "dubious ownership") {
		t.Errorf("error %v; want git's, about the owner", err)
	}
}
