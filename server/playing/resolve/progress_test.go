package resolve_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"arbiter/referee/process"
	"arbiter/server/playing/resolve"
)

// "Builds are kept by content for git as for files": a commit is built once, another one
// with the same files is not built again, and what was changed is.
func TestCommitsAreBuiltOnce(t *testing.T) {
	r := newHostileRepository(t)
	log := filepath.Join(t.TempDir(), "builds")
	r.write("bots/mine/bot.toml", `run = "cat made"
build = "sh -c 'echo x >> `+log+`; date +%N > made'"`)
	r.git("add", ".")
	r.git("commit", "--quiet", "--message", "a build")
	resolver := resolve.Resolver{Build: process.BuildOptions{Cache: t.TempDir()}}
	builds := func(typed string) int {
		t.Helper()
		if _, err := resolver.One(t.Context(), typed, "keeper"); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Count(string(text), "x")
	}
	if n := builds("git:HEAD:bots/mine"); n != 1 {
		t.Errorf("built %d times; want once", n)
	}
	r.git("commit", "--quiet", "--allow-empty", "--message", "the same files")
	for _, typed := range []string{"git:HEAD:bots/mine", "git:HEAD~1:bots/mine", "git:main:bots/mine"} {
		if n := builds(typed); n != 1 {
			t.Errorf("%s: built %d times; want once", typed, n)
		}
	}
	r.write("bots/mine/more", "1")
	r.git("add", ".")
	r.git("commit", "--quiet", "--message", "other files")
	if n := builds("git:HEAD:bots/mine"); n != 2 {
		t.Errorf("built %d times; want twice", n)
	}
	made, err := filepath.Glob(".git/arbiter/*/bots/mine/made")
	if err != nil || len(made) != 2 {
		t.Fatal(made, err)
	}
	for _, path := range made { // as if a build had been interrupted, or somebody had changed it
		if err := os.WriteFile(path, []byte("changed"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if n := builds("git:HEAD:bots/mine"); n != 3 {
		t.Errorf("built %d times; want once more after a change", n)
	}
}

// A build that fails is tried again.
func TestFailedBuildOfACommitIsTriedAgain(t *testing.T) {
	r := newHostileRepository(t)
	gate := filepath.Join(t.TempDir(), "gate")
	r.write("bots/mine/bot.toml", `run = "cat"
build = "sh -c 'test -e `+gate+`'"`)
	r.git("add", ".")
	r.git("commit", "--quiet", "--message", "a build")
	resolver := resolve.Resolver{Build: process.BuildOptions{Cache: t.TempDir()}}
	if _, err := resolver.One(t.Context(), "git:HEAD:bots/mine", "keeper"); err == nil {
		t.Fatal("no error; want that the build failed")
	}
	if err := os.WriteFile(gate, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := resolver.One(t.Context(), "git:HEAD:bots/mine", "keeper"); err != nil {
		t.Error(err)
	}
}

// A sharedBuffer is a buffer of several goroutines.
type sharedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *sharedBuffer) Write(text []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(text)
}

// "Whatever takes longer than a second says what it does and how far it is", and what is
// quick says nothing.
func TestSlowBuildsAreSaid(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, build := range map[string]string{"quick": "true", "slow": "sleep 1.5"} {
		if err := os.Mkdir(name, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(name, "bot.toml"), []byte("run = \"cat "+name+"\"\nbuild = \""+build+"\""), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var said sharedBuffer
	if _, err := (resolve.Resolver{Progress: &said}).All(t.Context(), []string{"builtin:keeper/wait", "slow", "builtin:keeper/greedy"}, "keeper"); err != nil {
		t.Fatal(err)
	}
	if want := "Building 2 of 3: slow ...\n"; said.text.String() != want {
		t.Errorf("said %q; want %q", said.text.String(), want)
	}
}
