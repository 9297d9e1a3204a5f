package botstore_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"arbiter/referee/process"
	"arbiter/server/league"
	"arbiter/server/playing/botstore"
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

// pack packs a folder.
func pack(dir string) ([]byte, error) { return botstore.Pack(process.Spec{Name: "mine", Dir: dir}) }

// What was packed here is unpacked there under the folder's own name, without
// what tools keep beside a bot; a link to a file of the folder is the file.
func TestPackIsUnpacked(t *testing.T) {
	dir := folder(t, map[string]string{
		"bot.toml": `run = "./bot"`, "bot": "code", "data/table": "1 2 3", ".git/config": "history", "alias": "->data/table",
	})
	if err := os.Chmod(filepath.Join(dir, "bot"), 0o700); err != nil {
		t.Fatal(err)
	}
	archive, err := pack(dir)
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	if err := (botstore.UnpackLimits{}).Unpack(archive, home); err != nil {
		t.Fatal(err)
	}
	home = filepath.Join(home, "mine")
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
	first, err := pack(one)
	if err != nil {
		t.Fatal(err)
	}
	second, err := pack(other)
	if err != nil || !bytes.Equal(first, second) {
		t.Errorf("%d and %d bytes, %v; want the same ones", len(first), len(second), err)
	}
}

// "No file outside the folder leaves the machine."
func TestPackStaysInTheFolder(t *testing.T) {
	for name, target := range map[string]string{"a file elsewhere": "/etc/passwd", "the folder above": "../mine/bot.toml/..", "a folder": "data", "nothing": "nosuch"} {
		t.Run(name, func(t *testing.T) {
			dir := folder(t, map[string]string{"bot.toml": `run = "cat"`, "data/x": "", "link": "->" + target})
			_, err := pack(dir)
			if !errors.As(err, new(league.UsageError)) || !strings.Contains(err.Error(), `"link" is a link to something other than a file of the bot`) {
				t.Errorf("error %v; want a UsageError", err)
			}
		})
	}
}

// "Whatever is no regular file is no part of a bot": a FIFO is not waited for, and
// a link to a device is refused as any link out of the folder.
func TestPackOfAStranger(t *testing.T) {
	dir := folder(t, map[string]string{"bot.toml": `run = "cat"`})
	without, err := pack(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.Mkfifo(filepath.Join(dir, "fifo"), 0o600); err != nil {
		t.Fatal(err)
	}
	if with, err := pack(dir); err != nil || !bytes.Equal(with, without) {
		t.Errorf("with a FIFO: %v; want the same archive", err)
	}
	if err := os.Symlink("/dev/zero", filepath.Join(dir, "zero")); err != nil {
		t.Fatal(err)
	}
	if _, err := pack(dir); !errors.As(err, new(league.UsageError)) {
		t.Errorf("with a link to /dev/zero: %v; want a UsageError", err)
	}
	if err := os.Remove(filepath.Join(dir, "zero")); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.WriteFile(filepath.Join(dir, "sparse"), nil, 0o600), os.Truncate(filepath.Join(dir, "sparse"), 1<<40)); err != nil {
		t.Fatal(err)
	}
	if _, err := pack(dir); !errors.As(err, new(league.UsageError)) || !strings.Contains(err.Error(), "the bot has more than 2000 files or 268435456 bytes") {
		t.Errorf("with a sparse file of a terabyte: %v; want a UsageError", err)
	}
}
