package resolve_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/bots"
	"arbiter/referee/process"
	"arbiter/server/league"
	"arbiter/server/playing/resolve"

	"github.com/cespare/xxhash/v2"
)

// "A mistake in what was typed or in the bot is a league.UsageError", and the
// error says what was expected.
func TestMistakesTeach(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name, "bot.toml")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("other", "games = [\"ctf\"]\nrun = \"cat\"")
	write("broken", "build = \"sh -c 'echo no compiler; exit 1'\"\nrun = \"cat\"")
	for _, tt := range []struct{ name, typed, want string }{
		{"no such builtin bot", "builtin:keeper/nosuch", `unknown builtin bot "keeper/nosuch"; want one of keeper/wait`},
		{"a builtin bot without its game", "builtin:greedy", "a builtin bot is named with its game; want builtin:keeper/greedy"},
		{"no such builtin bot without its game", "builtin:nosuch", `unknown builtin bot "keeper/nosuch"; want one of keeper/wait`},
		{"a builtin bot of another game", "builtin:domain/greedy", "plays domain, not keeper"},
		{"a builtin bot without its prefix", "boss?level=3", "; the builtin bot is builtin:keeper/boss?level=3"},
		{"a builtin bot with its game alone", "keeper/greedy", "; the builtin bot is builtin:keeper/greedy"},
		{"nothing there", "nosuch/bot", "no such file or folder"},
		{"a bot of another game", filepath.Join(dir, "other"), "plays ctf, not keeper"},
		{"a build that fails", filepath.Join(dir, "broken"), "build bot broken: exit status 1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := resolve.Resolver{}.One(t.Context(), tt.typed, "keeper")
			if !errors.As(err, new(league.UsageError)) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v; want a UsageError with %q", err, tt.want)
			}
		})
	}
	var output bytes.Buffer
	resolve.Resolver{Output: &output}.One(t.Context(), filepath.Join(dir, "broken"), "keeper")
	if output.String() != "no compiler\n" {
		t.Errorf("the build printed %q", &output)
	}
}

// What a build prints may be shown on a terminal: it is quoted where it comes
// from, for whoever shows it.
func TestBuildOutputIsQuoted(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mine")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	text := "build = ['sh', '-c', 'printf \"\\033]0;owned\\007\\n\"; exit 1']\nrun = \"cat\""
	if err := os.WriteFile(filepath.Join(dir, "bot.toml"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var output bytes.Buffer
	_, err := resolve.Resolver{Output: &output}.One(t.Context(), dir, "keeper")
	var build league.BuildError
	if !errors.As(err, &build) {
		t.Fatalf("error %v; want a BuildError", err)
	}
	const want = `\u001b]0;owned\u0007` + "\n"
	if output.String() != want || build.Output != want {
		t.Errorf("shown are %q and %q; want %q", output.String(), build.Output, want)
	}
}

// The operator bounds builds, and what a bot's folder holds without one.
func TestBuildIsBounded(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mine")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"bot.toml": `run = "cat"`, "big": strings.Repeat("x", 2000)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r := resolve.Resolver{Build: process.BuildOptions{Folder: process.FolderLimit{Bytes: 1000}}}
	if _, err := r.One(t.Context(), dir, "keeper"); !errors.As(err, new(league.UsageError)) || !strings.Contains(err.Error(), "holds more than 1000 bytes") {
		t.Errorf("error %v; want a UsageError", err)
	}
}

// "Revision is part of the bot's digest": a builtin bot is the same bot until
// its answers change, whatever the build.
func TestBuiltinDigest(t *testing.T) {
	c, err := resolve.Resolver{}.One(t.Context(), "builtin:keeper/wait", "keeper")
	if err != nil {
		t.Fatal(err)
	}
	bot, _, err := bots.Find("keeper/wait")
	if err != nil {
		t.Fatal(err)
	}
	if c.Bot.Version != bot.Revision {
		t.Errorf("version %q; want the revision %q", c.Bot.Version, bot.Revision)
	}
	digest := fmt.Sprintf("%016x", xxhash.Sum64String(bot.Revision+" keeper/wait"))
	if want := league.NewBot("keeper", "wait", "", "", digest).ID; c.Bot.ID != want {
		t.Errorf("ID %s; want %s, which depends on the revision", c.Bot.ID, want)
	}
}
