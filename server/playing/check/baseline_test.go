package check_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/server/league"
	"arbiter/server/playing/check"
	"arbiter/server/playing/resolve"
)

// A repository is a git repository in the working directory of the test.
type repository struct{ *testing.T }

// newRepository makes one with the bot "one" on the branch main.
func newRepository(t *testing.T) repository {
	t.Helper()
	r := repository{t}
	t.Chdir(t.TempDir())
	for _, name := range []string{"AUTHOR", "COMMITTER"} {
		t.Setenv("GIT_"+name+"_NAME", "a")
		t.Setenv("GIT_"+name+"_EMAIL", "a@b")
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	r.git("init", "--quiet", "--initial-branch=main", ".")
	r.commit("one")
	return r
}

func (r repository) git(args ...string) {
	r.Helper()
	if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
		r.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// commit commits a bot that answers text.
func (r repository) commit(text string) {
	r.Helper()
	if err := os.MkdirAll("bots/mine", 0o755); err != nil {
		r.Fatal(err)
	}
	if err := os.WriteFile("bots/mine/bot.toml", []byte("run = \"echo "+text+"\"\n"), 0o644); err != nil {
		r.Fatal(err)
	}
	r.git("add", ".")
	r.git("commit", "--quiet", "--message", text)
}

// accept returns the baseline of the folder as it is committed.
func (r repository) accept() (b check.Baseline) {
	r.Helper()
	var err error
	b.Bot, b.Tree, err = check.Committed(r.Context(), "bots/mine")
	if err != nil {
		r.Fatal(err)
	}
	if !strings.HasPrefix(b.Bot, "git:") || len(b.Tree) != 40 {
		r.Fatalf("%+v; want git:COMMIT:PATH with its tree", b)
	}
	return b
}

// squash merges the branch into main as one commit and forgets the branch.
func (r repository) squash(branch string) {
	r.Helper()
	r.git("checkout", "--quiet", "main")
	r.git("merge", "--quiet", "--squash", branch)
	r.git("commit", "--quiet", "--message", "squashed")
	r.git("branch", "--quiet", "-D", branch)
}

// fresh goes on in a clone. The clone has only commits that a branch or tag leads to.
func (r repository) fresh(args ...string) {
	r.Helper()
	origin, err := filepath.Abs(".")
	if err != nil {
		r.Fatal(err)
	}
	clone := filepath.Join(r.TempDir(), "clone")
	r.git(append(append([]string{"clone", "--quiet"}, args...), "file://"+origin, clone)...)
	r.Chdir(clone)
}

// answer returns what the bot at a baseline answers.
func (r repository) answer(b check.Baseline) string {
	r.Helper()
	typed, err := b.Find(r.Context())
	if err != nil {
		r.Fatal(err)
	}
	c, err := resolve.Resolver{}.One(r.Context(), typed, "keeper")
	if err != nil {
		r.Fatal(err)
	}
	return c.Spec.Command[len(c.Spec.Command)-1]
}

// "--accept stores the folder's git tree ID and finds it again after a squash
// merge."
func TestBaselineSurvivesSquashMerge(t *testing.T) {
	r := newRepository(t)
	r.git("checkout", "--quiet", "-b", "topic")
	r.commit("two")
	r.commit("three")
	b := r.accept()
	r.squash("topic")
	r.commit("four") // the folder has changed since
	r.fresh()
	if got := r.answer(b); got != "three" {
		t.Errorf("the baseline answers %q; want three, which was accepted", got)
	}
	t.Chdir("bots") // paths are relative to the working directory
	b.Bot = strings.Replace(b.Bot, "bots/mine", "mine", 1)
	if got := r.answer(b); got != "three" {
		t.Errorf("below the repository's root the baseline answers %q; want three", got)
	}
}

// As long as the commit is there, it is the baseline: another commit with the
// same folder may differ in what lies beside it.
func TestBaselineCommitComesFirst(t *testing.T) {
	r := newRepository(t)
	b := r.accept()
	r.commit("two")
	r.commit("one")
	if got, err := b.Find(t.Context()); err != nil || got != b.Bot {
		t.Errorf("found %s, %v; want %s", got, err, b.Bot)
	}
}

// A baseline that is no commit of git has no tree.
func TestBaselineWithoutTree(t *testing.T) {
	newRepository(t)
	path := filepath.Join(t.TempDir(), "b.toml")
	if err := os.WriteFile(path, []byte("[keeper]\nbot = \"bots/mine\"\ndigest = \"d\"\nelo = \"+1\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	b, ok, err := check.ReadBaseline(path, "keeper")
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	if got, err := b.Find(t.Context()); err != nil || got != "bots/mine" {
		t.Errorf("found %s, %v; want bots/mine", got, err)
	}
}

// A folder with changes that are not committed is recorded as typed.
func TestUncommittedBaseline(t *testing.T) {
	newRepository(t)
	if err := os.WriteFile("bots/mine/new", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if bot, tree, err := check.Committed(t.Context(), "bots/mine"); bot != "bots/mine" || tree != "" || err != nil {
		t.Errorf("recorded %q with tree %q, %v; want bots/mine alone", bot, tree, err)
	}
}

// What .git/info/exclude lists is no change, as with git status.
func TestExcludedFilesAreNoChange(t *testing.T) {
	r := newRepository(t)
	if err := os.MkdirAll(".git/info", 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{".git/info/exclude": "*.o\n", "bots/mine/bot.o": ""} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r.accept()
}

// Where git cannot tell, as outside of a repository, it is said why.
func TestBaselineOutsideOfARepository(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.MkdirAll("bots/mine", 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(os.TempDir()))
	bot, tree, err := check.Committed(t.Context(), "bots/mine")
	if bot != "bots/mine" || tree != "" || err == nil || !strings.Contains(err.Error(), "not in a git repository") {
		t.Errorf("recorded %q with tree %q, %v; want bots/mine alone, and git's error", bot, tree, err)
	}
}

// "A shallow clone's error names fetch-depth"; in a whole clone it would mislead.
func TestShallowCloneNamesFetchDepth(t *testing.T) {
	for _, tt := range []struct {
		name string
		args []string
		want bool
	}{{"shallow", []string{"--depth=1"}, true}, {"whole", nil, false}} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRepository(t)
			r.git("checkout", "--quiet", "-b", "topic")
			r.commit("two")
			b := r.accept()
			r.squash("topic")
			if !tt.want {
				b.Tree = strings.Repeat("0", 40) // of no commit
			}
			r.commit("three")
			r.fresh(tt.args...)
			_, err := b.Find(t.Context())
			if !errors.As(err, new(league.UsageError)) || strings.Contains(err.Error(), "this clone is shallow (fetch-depth)") != tt.want {
				t.Errorf("error %v; want a UsageError that names fetch-depth: %v", err, tt.want)
			}
			_, err = resolve.Resolver{}.One(t.Context(), "git:v9:bots/mine", "keeper")
			if err == nil || strings.Contains(err.Error(), "fetch-depth: 0") != tt.want {
				t.Errorf("error %v; want it to name fetch-depth: %v", err, tt.want)
			}
		})
	}
}

// "A link in its place must not lead to a file whose lines an error would quote,
// or which would be overwritten"; one that stays in the folder is followed.
func TestBaselineFileIsNoLinkOut(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("S3CRET = 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "arbiter-baseline.toml")
	if err := os.Symlink(secret, path); err != nil {
		t.Fatal(err)
	}
	_, _, err := check.ReadBaseline(path, "keeper")
	for _, err := range []error{err, check.WriteBaseline(path, "keeper", check.Baseline{Bot: "mine"})} {
		if !errors.As(err, new(league.UsageError)) || strings.Contains(err.Error(), "S3CRET") {
			t.Errorf("error %v; want one about the link", err)
		}
	}
	if text, err := os.ReadFile(secret); err != nil || string(text) != "S3CRET = 1\n" {
		t.Errorf("the file elsewhere has %q, %v", text, err)
	}
	if err := errors.Join(os.Remove(path), os.Symlink("other.toml", path)); err != nil {
		t.Fatal(err)
	}
	if err := check.WriteBaseline(path, "keeper", check.Baseline{Bot: "mine"}); err != nil {
		t.Fatal(err)
	}
	if b, ok, err := check.ReadBaseline(filepath.Join(dir, "other.toml"), "keeper"); !ok || err != nil || b.Bot != "mine" {
		t.Errorf("%+v, %v, %v; want the baseline", b, ok, err)
	}
}
