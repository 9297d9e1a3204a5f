package tournaments

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbiter/server/league"
)

// A watched is a watcher whose clock the test moves, and what it has asked for.
type watched struct {
	*watcher
	log   bytes.Buffer
	asked []string // the paths
	err   error    // that the next request gets
	now   time.Time
}

func watch(what string) *watched {
	w := &watched{now: time.Unix(1_700_000_000, 0)}
	names := &owners{of: map[string]string{}}
	w.watcher = &watcher{what: what, log: &w.log, seen: map[string]*watchedBot{}, release: names.release}
	w.ask = func(_ context.Context, typed, from string) (league.Bot, bool, error) {
		w.asked = append(w.asked, typed)
		name := strings.TrimSuffix(filepath.Base(typed), ".py")
		if err := names.claim(name, from); err != nil {
			return league.Bot{}, false, err
		}
		if w.err != nil {
			return league.Bot{}, true, w.err
		}
		return league.Bot{ID: fmt.Sprintf("%s@%d", name, len(w.asked)), Name: name}, true, nil
	}
	return w
}

// after moves the clock and looks at the folder.
func (w *watched) after(t *testing.T, d time.Duration) {
	t.Helper()
	w.now = w.now.Add(d)
	w.folder(t.Context(), w.now)
}

func (w *watched) want(t *testing.T, asked int, said string) {
	t.Helper()
	if len(w.asked) != asked {
		t.Errorf("asked for %q; want %d", w.asked, asked)
	}
	if !strings.Contains(w.log.String(), said) || said == "" && w.log.Len() > 0 {
		t.Errorf("said %q; want %q", w.log.String(), said)
	}
	w.asked = nil
	w.log.Reset()
}

// save writes a file as an editor does: another file, which takes its place.
func save(t *testing.T, path, text string) {
	t.Helper()
	hidden := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".swp")
	if err := errors.Join(os.WriteFile(hidden, []byte(text), 0o644), os.Rename(hidden, path)); err != nil {
		t.Fatal(err)
	}
}

// "--watch enters each folder with a bot.toml (and each one-file bot) after one quiet
// second": 200 saves in a minute, each by a temporary file and a rename, make one
// version. A file that stays as it is makes no version.
func TestWatchWaitsForAQuietSecond(t *testing.T) {
	folder := t.TempDir()
	w := watch(folder)
	bot := filepath.Join(folder, "mine", "bot.toml")
	if err := os.MkdirAll(filepath.Dir(bot), 0o755); err != nil {
		t.Fatal(err)
	}
	for n := range 200 {
		save(t, bot, strings.Repeat("#", n))
		save(t, filepath.Join(folder, "other.py"), strings.Repeat("#", n))
		w.after(t, 300*time.Millisecond)
	}
	w.want(t, 0, "")
	w.after(t, watchQuiet)
	w.want(t, 2, "")
	w.after(t, time.Hour)
	w.want(t, 0, "")
	save(t, filepath.Join(folder, "notes.txt"), "no bot")
	if err := os.Mkdir(filepath.Join(folder, "empty"), 0o755); err != nil { // a folder without a bot
		t.Fatal(err)
	}
	w.after(t, time.Hour)
	w.after(t, time.Hour)
	w.want(t, 0, "")
}

// A folder that is a bot itself is watched as one, and so is what a link leads to. A folder
// without a bot says so, until there is one.
func TestWatchFindsBots(t *testing.T) {
	folder := t.TempDir()
	w := watch(folder)
	w.after(t, 0)
	w.after(t, watchQuiet)
	w.want(t, 0, folder+": no bot is in it; want folders with a bot.toml, or source files such as bot.py\n")
	elsewhere := t.TempDir()
	save(t, filepath.Join(elsewhere, "bot.toml"), "")
	link := filepath.Join(folder, "linked")
	if err := os.Symlink(elsewhere, link); err != nil {
		t.Fatal(err)
	}
	for n := range 3 {
		w.after(t, 0)
		w.after(t, watchQuiet)
		if len(w.asked) != 1 || w.asked[0] != link {
			t.Errorf("save %d: asked for %q; want what %s leads to", n, w.asked, link)
		}
		w.want(t, 1, "")
		save(t, filepath.Join(elsewhere, "bot.toml"), strings.Repeat("#", n+1))
	}
	w.want(t, 0, "")

	w = watch(elsewhere)
	save(t, filepath.Join(elsewhere, "bot.py"), "") // a part of it
	w.after(t, 0)
	w.after(t, watchQuiet)
	if len(w.asked) != 1 || w.asked[0] != elsewhere {
		t.Errorf("asked for %q; want %s itself", w.asked, elsewhere)
	}
}

// "A deleted folder and a failing build leave the last version playing, and say so";
// the name of what is gone is free for another file.
func TestWatchSaysWhatDoesNotEnter(t *testing.T) {
	folder := t.TempDir()
	w := watch(folder)
	path := filepath.Join(folder, "mine.py")
	save(t, path, "#")
	w.after(t, 0)
	w.after(t, watchQuiet)
	w.want(t, 1, "")

	w.err = league.Usagef("build: undefined: x")
	save(t, path, "##")
	w.after(t, 0)
	w.after(t, watchQuiet)
	w.want(t, 1, path+" does not enter, mine@1 plays on: build: undefined: x")
	w.after(t, time.Hour)
	w.want(t, 0, "")

	w.err = errors.New("the disk is full") // is nothing that the next save would mend
	save(t, path, "###")
	w.after(t, 0)
	w.after(t, watchQuiet)
	w.want(t, 1, "mine@1 plays on: the disk is full")
	w.after(t, watchRetry)
	w.want(t, 1, "")
	w.err = nil
	w.after(t, watchRetry)
	w.want(t, 1, "")

	if err := os.Mkdir(filepath.Join(folder, "mine"), 0o755); err != nil { // a name that another bot has
		t.Fatal(err)
	}
	save(t, filepath.Join(folder, "mine", "bot.toml"), "")
	w.after(t, 0)
	w.after(t, watchQuiet)
	w.want(t, 1, "its name mine is that of "+path)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	w.after(t, 0)
	w.want(t, 0, path+" is gone; mine@1 plays on until arbiter ladder remove")
	save(t, filepath.Join(folder, "mine", "bot.toml"), "#")
	w.after(t, 0)
	w.after(t, watchQuiet)
	w.want(t, 1, "")

	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	w.after(t, 0)
	w.want(t, 0, "cannot be read, its bots play on")
}

// A save while the build of the version before it runs is entered, also when that build
// fails; and files that each build writes do not make it build for ever.
func TestWatchSeesASaveWhileItBuilds(t *testing.T) {
	folder := t.TempDir()
	w := watch(folder)
	path := filepath.Join(folder, "mine", "bot.toml")
	if err := os.Mkdir(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	ask, builds := w.ask, 0
	w.ask = func(ctx context.Context, typed, from string) (league.Bot, bool, error) {
		builds++
		save(t, filepath.Join(folder, "mine", "out"), strings.Repeat("#", builds))
		return ask(ctx, typed, from)
	}
	w.err = league.Usagef("broken")
	save(t, path, "#")
	w.after(t, 0)
	w.after(t, watchQuiet)
	w.err = nil // what was saved meanwhile is sound
	w.after(t, 0)
	w.after(t, watchQuiet)
	w.want(t, 2, "broken")
	for range 10 {
		w.err = league.Usagef("broken")
		w.after(t, watchQuiet)
	}
	if len(w.asked) > 3 {
		t.Errorf("built %d times again; want that it ends", len(w.asked))
	}
}

// "--watch git:main:bots/mine enters each new commit of a branch; a force-push leaves the
// last version playing, and says so."
func TestWatchBranch(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"}, args...)...)
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	commit := func(text string) { git("commit", "--quiet", "--allow-empty", "-m", text) }
	git("init", "--quiet", "--initial-branch=main", ".")
	commit("one")
	typo := watch("git:main:bots/mien")
	typo.err = league.Usagef("commit has no bots/mien")
	typo.branch(t.Context(), typo.now)
	typo.want(t, 1, " does not enter, nothing plays for it yet: commit has no bots/mien")
	if err := checkWatched(t.Context(), []string{"git:other:bots/mine"}); err == nil {
		t.Error("a branch that does not exist can be watched")
	}
	w := watch("git:main:bots/mine")
	look := func() {
		w.now = w.now.Add(watchEvery)
		w.branch(t.Context(), w.now)
	}
	look()
	look()
	if len(w.asked) != 1 || !strings.HasPrefix(w.asked[0], "git:") || !strings.HasSuffix(w.asked[0], ":bots/mine") {
		t.Fatalf("asked for %q; want the commit, once", w.asked)
	}
	w.want(t, 1, " is mine@1")

	commit("two")
	w.err = league.Usagef("build: undefined: x")
	look()
	look()
	w.want(t, 1, "does not enter, mine@1 plays on: build: undefined: x")

	git("reset", "--quiet", "--hard", "HEAD~1")
	commit("another two")
	w.err = nil
	look()
	look()
	w.want(t, 0, "(a force-push); mine@1 plays on until the next commit")
	commit("three")
	w.err = errors.New("the disk is full")
	look()
	w.want(t, 1, "mine@1 plays on: the disk is full")
	w.err = nil
	look()
	w.want(t, 0, "")
	w.now = w.now.Add(watchRetry)
	look()
	w.want(t, 1, " is mine@1")

	git("checkout", "--quiet", "--detach")
	git("branch", "--quiet", "-D", "main")
	look()
	look()
	w.want(t, 0, "the branch is gone; mine@1 plays on")
}
