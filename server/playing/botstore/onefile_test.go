package botstore_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/referee/process"
	"arbiter/server/league"
	"arbiter/server/playing/botstore"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/resolve"
)

// builtSource returns the bot of a source file that a compiler of this test has built.
func builtSource(t *testing.T) dispatch.Contender {
	t.Helper()
	tools := t.TempDir()
	compiler := "#!/bin/sh\necho '#!/bin/sh' > program\nchmod +x program\n"
	if err := os.WriteFile(filepath.Join(tools, "g++"), []byte(compiler), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", tools+":/usr/bin:/bin")
	path := filepath.Join(t.TempDir(), "mine.cpp")
	if err := os.WriteFile(path, []byte("int main() {}"), 0o644); err != nil {
		t.Fatal(err)
	}
	c, err := resolve.Resolver{Build: process.BuildOptions{Cache: t.TempDir()}}.One(t.Context(), path, "keeper")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// rewrite puts another program into a folder.
func rewrite(t *testing.T, dir string) {
	t.Helper()
	program := filepath.Join(dir, "program")
	if err := errors.Join(os.Chmod(dir, 0o755), os.Chmod(program, 0o755), os.WriteFile(program, []byte("#!/bin/sh\n# evil\n"), 0o755)); err != nil {
		t.Fatal(err)
	}
}

// "The digest is the source's bytes and the recipe's name, never the binary"; copies
// are guarded all the same: one whose program was changed is not played.
func TestCopyOfSourceIsGuarded(t *testing.T) {
	c := builtSource(t)
	store := botstore.Copies{Dir: t.TempDir()}
	if err := store.Put(c); err != nil {
		t.Fatal(err)
	}
	kept, ok, err := store.Get(c.Bot)
	if err != nil || !ok || kept.Spec.Command[0] != "./program" {
		t.Fatalf("%+v, %v, %v; want the copy", kept, ok, err)
	}
	rewrite(t, kept.Spec.Dir)
	if err := kept.Check(); err == nil || !strings.Contains(err.Error(), "is not what it was") {
		t.Error("the check of the copy passes; want an error")
	}
	if _, ok, err := store.Get(c.Bot); ok || err != nil {
		t.Errorf("the next process gets it: %v, %v; want it deleted", ok, err)
	}
}

// A source file is an upload: an archive that holds nothing else, at its top or in its
// only folder. With anything beside it, its folder needs a bot.toml.
func TestUploadedSource(t *testing.T) {
	for want, names := range map[string][]string{
		"bot.py":  {"bot.py"},
		"bot.cpp": {"mine/bot.cpp"},
		"mine":    {"mine/bot.cpp", "mine/helper.h"},
	} {
		var archive bytes.Buffer
		zip := gzip.NewWriter(&archive)
		files := tar.NewWriter(zip)
		for _, name := range names {
			if err := files.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: 0o644}); err != nil {
				t.Fatal(err)
			}
		}
		if err := errors.Join(files.Close(), zip.Close()); err != nil {
			t.Fatal(err)
		}
		uploads := botstore.Uploads{Dir: t.TempDir()}
		got := ""
		err := uploads.Receive(t.Context(), archive.Bytes(), botstore.Quota{}, func(bot string) error {
			got = filepath.Base(bot)
			return league.Usagef("not registered")
		})
		if err == nil || got != want {
			t.Errorf("%q: registered %s, %v; want %s", names, got, err, want)
		}
	}
}
