package resolve_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/server/league"
	"arbiter/server/playing/resolve"
)

// A bot of a commit is found in the commit, and nowhere else: neither a path nor
// a link leads out of it.
func TestGitStaysInTheCommit(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "repository")
	for name, text := range map[string]string{"bots/mine/bot.toml": `run = "cat"`, "../bot.toml": `run = "cat"`, "sub/x": ""} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{"bots/alias": "mine", "bots/out": "../../..", "bots/far": parent} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	for _, args := range [][]string{
		{"init", "--quiet", "."}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message", "one"},
	} {
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	for _, tt := range []struct{ typed, want string }{
		{"git:HEAD:bots/mine", ""},
		{"git:HEAD:bots/alias", ""},
		{"git:HEAD:bots/../bots/mine", ""},
		{"git:HEAD:../..", "../.. leads out of the commit; want a folder in it"},
		{"git:HEAD:bots/../../..", "leads out of the commit"},
		{"git:HEAD:bots/out", "bots/out is a link that leads out of the commit"},
		{"git:HEAD:bots/far", "bots/far is a link that leads out of the commit"},
		{"git:HEAD:bots/none", "has no bots/none"},
		{"git:HEAD:bot.toml", "has no bot.toml"},
		{"git:--help:bots/mine", `"--help" is an option of git; want a branch, tag or commit`},
	} {
		t.Run(tt.typed, func(t *testing.T) {
			c, err := resolve.Resolver{}.One(t.Context(), tt.typed, "keeper")
			switch {
			case tt.want == "" && (err != nil || c.Spec.Command[0] != "cat"):
				t.Errorf("%+v, %v; want the bot", c, err)
			case tt.want != "" && (!errors.As(err, new(league.UsageError)) || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("error %v; want a UsageError with %q", err, tt.want)
			}
		})
	}
	t.Chdir(filepath.Join(dir, "sub"))
	if _, err := (resolve.Resolver{}).One(t.Context(), "git:HEAD:../bots/mine", "keeper"); err != nil {
		t.Errorf("from another folder of the repository: %v", err)
	}
}
