package botstore_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbiter/server/botstore"
	"arbiter/server/league"
)

// folder writes files into a folder "mine"; a text that begins with -> is a link.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "mine")
	for name, text := range files {
		full := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		if target, link := strings.CutPrefix(text, "->"); link {
			err = os.Symlink(target, full)
		} else {
			err = os.WriteFile(full, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func skip(folder string) bool { return folder == ".git" }

// What was packed here is unpacked there under the folder's own name, without
// what tools keep beside a bot; a link to a file of the folder is the file.
func TestPackIsUnpacked(t *testing.T) {
	dir := folder(t, map[string]string{
		"bot.toml": `run = "./bot"`, "bot": "code", "data/table": "1 2 3", ".git/config": "history", "alias": "->data/table",
	})
	if err := os.Chmod(filepath.Join(dir, "bot"), 0o700); err != nil {
		t.Fatal(err)
	}
	archive, err := botstore.Pack(dir, skip)
	if err != nil {
		t.Fatal(err)
	}
	home, err := botstore.Limits{}.Save(archive, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if filepath.Base(home) != "mine" {
		t.Errorf("the folder is %s; want mine", home)
	}
	for name, want := range map[string]string{"bot.toml": `run = "./bot"`, "bot": "code", "data/table": "1 2 3", "alias": "1 2 3"} {
		if text, err := os.ReadFile(filepath.Join(home, name)); err != nil || string(text) != want {
			t.Errorf("%s: %q, %v; want %q", name, text, err, want)
		}
	}
	if _, err := os.Stat(filepath.Join(home, ".git")); err == nil {
		t.Error(".git was packed")
	}
	if info, err := os.Stat(filepath.Join(home, "bot")); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("bot: %v, %v; want a program", info.Mode(), err)
	}
}

// "The archive depends only on the names, contents and execute permissions of
// the files."
func TestPackIsTheSameAgain(t *testing.T) {
	files := map[string]string{"bot.toml": `run = "cat"`, "a/b": "c"}
	one, other := folder(t, files), folder(t, files)
	if err := os.Chtimes(filepath.Join(other, "a/b"), time.Unix(1, 0), time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	first, err := botstore.Pack(one, skip)
	if err != nil {
		t.Fatal(err)
	}
	second, err := botstore.Pack(other, skip)
	if err != nil || !bytes.Equal(first, second) {
		t.Errorf("%d and %d bytes, %v; want the same ones", len(first), len(second), err)
	}
}

// "No file outside the folder leaves the machine."
func TestPackStaysInTheFolder(t *testing.T) {
	for name, target := range map[string]string{"a file elsewhere": "/etc/passwd", "the folder above": "../mine/bot.toml/..", "a folder": "data", "nothing": "nosuch"} {
		t.Run(name, func(t *testing.T) {
			dir := folder(t, map[string]string{"bot.toml": `run = "cat"`, "data/x": "", "link": "->" + target})
			_, err := botstore.Pack(dir, skip)
			if !errors.As(err, new(league.UsageError)) || !strings.Contains(err.Error(), `"link" is a link to something other than a file in the folder`) {
				t.Errorf("error %v; want a UsageError", err)
			}
		})
	}
}
