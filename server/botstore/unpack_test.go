package botstore_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/server/botstore"
	"arbiter/server/league"
)

type entry struct {
	name, text string
	mode       fs.FileMode
	kind       byte // of tar; 0 is a file
}

func tarball(t *testing.T, entries ...entry) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	for _, e := range entries {
		h := &tar.Header{Name: e.name, Size: int64(len(e.text)), Mode: int64(e.mode.Perm()), Typeflag: e.kind, Linkname: "/etc/passwd"}
		if e.kind == 0 {
			h.Typeflag, h.Linkname = tar.TypeReg, ""
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(w, e.text)
	}
	if err := errors.Join(w.Close(), z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zipped(t *testing.T, entries ...entry) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range entries {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate}
		h.SetMode(e.mode)
		f, err := w.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(f, e.text)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A bot's folder comes out as it went in, whatever packed it.
func TestSave(t *testing.T) {
	bot := []entry{{name: "mine/bot.toml", text: `run = "./go.sh"`, mode: 0o644}, {name: "mine/go.sh", text: "cat", mode: 0o755}}
	for name, archive := range map[string][]byte{"tar.gz": tarball(t, bot...), "zip": zipped(t, bot...)} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			home, err := botstore.Limits{}.Save(archive, dir)
			if err != nil {
				t.Fatal(err)
			}
			if filepath.Base(home) != "mine" {
				t.Errorf("folder %s; want the one in the archive", home)
			}
			info, err := os.Stat(filepath.Join(home, "go.sh"))
			if err != nil || info.Mode().Perm()&0o100 == 0 {
				t.Errorf("go.sh: %v, %v; want it executable", info, err)
			}
			if again, err := (botstore.Limits{}).Save(archive, dir); err != nil || again != home {
				t.Errorf("again: %s, %v; want the same folder", again, err)
			}
			entries, err := os.ReadDir(dir)
			if err != nil || len(entries) != 1 {
				t.Errorf("%v, %v in the folder; want one", entries, err)
			}
		})
	}
}

// "No path escapes, no links out, no bombs", and nothing is left of what was
// refused.
func TestRefused(t *testing.T) {
	var many []entry
	for i := range 11 {
		many = append(many, entry{name: fmt.Sprint(i), mode: 0o644})
	}
	bomb := strings.Repeat("\x00", 251)
	for _, tt := range []struct {
		name    string
		archive []byte
		want    string
	}{
		{"a path out", tarball(t, entry{name: "../evil", mode: 0o644}), "leads out"},
		{"a path out of a zip", zipped(t, entry{name: "a/../../evil", mode: 0o644}), "leads out"},
		{"an absolute path", tarball(t, entry{name: "/tmp/evil", mode: 0o644}), "leads out"},
		{"a symbolic link", tarball(t, entry{name: "l", kind: tar.TypeSymlink}), "links and devices are not allowed"},
		{"a hard link", tarball(t, entry{name: "l", kind: tar.TypeLink}), "links and devices are not allowed"},
		{"a link in a zip", zipped(t, entry{name: "l", text: "/etc/passwd", mode: fs.ModeSymlink | 0o777}), "links and devices are not allowed"},
		{"a device", tarball(t, entry{name: "d", kind: tar.TypeChar}), "links and devices are not allowed"},
		{"a file twice", tarball(t, entry{name: "a", mode: 0o644}, entry{name: "a", mode: 0o644}), "file exists"},
		{"a file as a folder", tarball(t, entry{name: "a", mode: 0o644}, entry{name: "a/b", mode: 0o644}), "exists"},
		{"too many files", tarball(t, many...), "more than 10 files"},
		{"a bomb", zipped(t, entry{"1", bomb, 0o644, 0}, entry{"2", bomb, 0o644, 0}, entry{"3", bomb, 0o644, 0}, entry{"4", bomb, 0o644, 0}), "more than 1000 bytes"},
		{"nothing", tarball(t), "is empty"},
		{"no archive", []byte("hello"), "want a .tar.gz or a .zip"},
		{"a cut archive", tarball(t, entry{name: "a", text: "b", mode: 0o644})[:30], "the archive"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			_, err := botstore.Limits{Bytes: 1000, Files: 10}.Save(tt.archive, dir)
			if !errors.As(err, new(league.UsageError)) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v; want a UsageError with %q", err, tt.want)
			}
			if left, _ := os.ReadDir(dir); len(left) > 0 {
				t.Errorf("%v is left", left)
			}
		})
	}
}

func FuzzUnpack(f *testing.F) {
	f.Add([]byte("PK\x03\x04"))
	f.Add([]byte{0x1f, 0x8b, 8, 0})
	f.Fuzz(func(t *testing.T, archive []byte) {
		botstore.Limits{Bytes: 1 << 20, Files: 10}.Unpack(archive, t.TempDir())
	})
}
