package process

import (
	"os"
	"path/filepath"
	"testing"
)

// Words that an interpreter takes for something else than a script, files that a bot
// makes, and what the system accepts are no mistakes.
func TestNoMistake(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "bot.py", "#!/usr/bin/env -S python3 -u\r\n", 0o777) // env -S takes a CR for a blank
	write(t, dir, "flag.sh", "#!/bin/sh -e\r\n", 0o777)
	if err := os.Symlink("nowhere.py", filepath.Join(dir, "link.py")); err != nil {
		t.Fatal(err)
	}
	for _, command := range [][]string{
		{"python3", "bot.py", "new.py"},
		{"python3", "-c", "none.py"},
		{"python3", "-m", "none.py"},
		{"python3", "-X", "importtime", "bot.py"},
		{"python3", "package", "none.py"},
		{"python3", "link.py"},
		{"python3", "../none.py"}, // is not looked for
		{"/usr/bin/env", "none.py"},
		{"./bot.py"},
		{"./flag.sh"},
	} {
		if err := (Spec{Dir: dir, Command: command}).check(); err != nil {
			t.Errorf("%q: %v; want no mistake", command, err)
		}
	}
}

// What is not there is compared with files of the bot's folder alone.
func TestSimilarStaysInTheFolder(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "secret.py", "", 0o666)
	write(t, dir, "mine/bot.toml", "", 0o666)
	if err := os.Symlink(dir, filepath.Join(dir, "mine/out")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"../secrt.py", "out/secrt.py", "secrt.py", filepath.Join(dir, "secrt.py")} {
		if hint := (Spec{Dir: filepath.Join(dir, "mine")}).similar(name); hint != "" {
			t.Errorf("%s: %s; want no hint", name, hint)
		}
	}
}
