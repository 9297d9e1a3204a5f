package process

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// marker is in a file that only the referee may read.
const marker = "S3CRET = 1\n"

// withSecret returns a bot's folder with a file and a subfolder, and a folder
// elsewhere with the same names, whose content is secret.
func withSecret(t *testing.T) (dir, elsewhere string) {
	t.Helper()
	dir, elsewhere = t.TempDir(), t.TempDir()
	for name, text := range map[string]string{BotFile: "run = \"sh bot.sh\"\n", "bot.sh": "cat\n", ".python-version": "3\n", "data/book.txt": "moves"} {
		write(t, dir, name, text, 0o600)
		write(t, elsewhere, name, marker, 0o600)
	}
	return dir, elsewhere
}

// replace puts a link in place of a file or a folder.
func replace(t *testing.T, path, target string) {
	t.Helper()
	if err := errors.Join(os.RemoveAll(path), os.Symlink(target, path)); err != nil {
		t.Fatal(err)
	}
}

// "A link that a build made leads to a file that only the referee may read":
// nothing of that file is in an error, in the digest or in a copy.
func TestLinksOutOfTheFolder(t *testing.T) {
	for _, name := range []string{BotFile, "bot.sh", ".python-version", "data", "data/book.txt"} {
		t.Run(name, func(t *testing.T) {
			dir, elsewhere := withSecret(t)
			spec, err := Resolve(dir)
			if err != nil {
				t.Fatal(err)
			}
			replace(t, filepath.Join(dir, name), filepath.Join(elsewhere, name))

			again, err := Resolve(dir)
			if name != BotFile && (err != nil || again.Command[0] != "sh") {
				t.Errorf("resolved as %+v, %v", again, err)
			}
			if name == BotFile && (err == nil || strings.Contains(err.Error(), "S3CRET") || !strings.Contains(err.Error(), "a link leads out")) {
				t.Errorf("error %v; want one about the link", err)
			}
			before := digests(t, spec)
			copied, err := spec.Copy(filepath.Join(t.TempDir(), "copy"))
			if err != nil {
				t.Fatal(err)
			}
			wantNoSecret(t, copied.Dir)
			for _, file := range []string{BotFile, "bot.sh", ".python-version", "data/book.txt"} {
				write(t, elsewhere, file, marker+"changed\n", 0o600)
			}
			if after := digests(t, spec); after != before {
				t.Errorf("digest %s when the file elsewhere has changed; want %s", after, before)
			}
		})
	}
}

// wantNoSecret fails if a file in a folder has the marker.
func wantNoSecret(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		if text, err := os.ReadFile(path); err != nil || strings.Contains(string(text), "S3CRET") {
			t.Errorf("%s holds %q, %v", path, text, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// "Whatever it is at this moment": between the look at the folder and the opening
// a file, or a folder on the way, may become a link.
func TestLinksAppear(t *testing.T) {
	for _, name := range []string{"bot.sh", "data"} {
		dir, elsewhere := withSecret(t)
		root, err := os.OpenRoot(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer root.Close()
		file := name
		if name == "data" {
			file = "data/book.txt"
		}
		before, err := root.Lstat(file)
		if err != nil {
			t.Fatal(err)
		}
		replace(t, filepath.Join(dir, name), filepath.Join(elsewhere, name))
		if _, err := openSame(root, file, before); !errors.As(err, new(*SpecError)) {
			t.Errorf("%s: error %v; want a SpecError", file, err)
		}
	}
}

// Links that stay in the folder are followed, also that of bot.toml.
func TestLinksWithinTheFolder(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "configuration/"+BotFile, `run = "cat"`, 0o600)
	replace(t, filepath.Join(dir, BotFile), "configuration/"+BotFile)
	if spec, err := Resolve(dir); err != nil || spec.Command[0] != "cat" {
		t.Errorf("%+v, %v", spec, err)
	}
}

// "The bot is the folder, not the link": it has the link's name, and is another
// bot when the folder is.
func TestFolderTypedAsALink(t *testing.T) {
	bots := t.TempDir()
	write(t, bots, "v12/"+BotFile, `run = "cat"`, 0o600)
	replace(t, filepath.Join(bots, "current"), "v12")
	spec, err := Resolve(filepath.Join(bots, "current"))
	if err != nil || spec.Name != "current" {
		t.Fatalf("%+v, %v; want a bot named current", spec, err)
	}
	before := digests(t, spec)
	copied, err := spec.Copy(filepath.Join(t.TempDir(), "copy"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, bots, "v12/"+BotFile, `run = "cat" # changed`, 0o600)
	if after := digests(t, spec); after == before {
		t.Error("the digest is the same when the folder has changed")
	}
	if digests(t, copied) != before {
		t.Error("the copy is another bot")
	}
}

// "The folder of a bot that a stranger has sent may have links to what a build
// has reason to link to, and to nothing else", once it is built.
func TestLinksOfASentBot(t *testing.T) {
	sent := t.TempDir()
	program := write(t, t.TempDir(), "python3", "#!/bin/sh\n", 0o755)
	file := write(t, t.TempDir(), "secret", marker, 0o600)
	for _, tt := range []struct {
		name, target, folder string
		refused              bool
	}{
		{"inside", "bot.sh", sent, false},
		{"the system", "/usr/bin", sent, false},
		{"an interpreter elsewhere", program, sent, false},
		{"nowhere", "/nowhere", sent, false},
		{"a file elsewhere", file, sent, true},
		{"a folder elsewhere", filepath.Dir(file), sent, true},
		{"out by a link to itself", "self/../..", sent, true},
		{"a file elsewhere, of a bot of this machine", file, t.TempDir(), false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join(tt.folder, strings.ReplaceAll(tt.name, " ", "-"))
			write(t, dir, "bot.sh", "", 0o600)
			spec := Spec{Name: "mine", Dir: dir, Build: []string{"sh", "-c", `ln -s . self; ln -s "$1" link`, "sh", tt.target}}
			_, err := Build(t.Context(), spec, BuildOptions{Sent: sent})
			if !tt.refused {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if !errors.As(err, new(*SpecError)) || !strings.Contains(err.Error(), `"link" is a link that leads out of the bot's folder`) || strings.Contains(err.Error(), "S3CRET") {
				t.Errorf("error %v; want a SpecError that names the link", err)
			}
		})
	}
}
