package botstore_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"arbiter/referee/process"
	"arbiter/server/league"
	"arbiter/server/playing/botstore"
)

type entry struct {
	name, text string
	mode       fs.FileMode
	kind       byte // of tar; 0 is a file
}

func tarball(t testing.TB, entries ...entry) []byte {
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

func zipped(t testing.TB, entries ...entry) []byte {
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
		{"a file twice", tarball(t, entry{name: "a", mode: 0o644}, entry{name: "a", mode: 0o644}), `"a" exists already: the archive has the name twice`},
		{"a file twice in a zip", zipped(t, entry{name: "a", mode: 0o644}, entry{name: "./a", mode: 0o644}), `"a" exists already`},
		{"a file as a folder", tarball(t, entry{name: "a", mode: 0o644}, entry{name: "a/b", mode: 0o644}), `"a" exists already`},
		{"a folder as a file", tarball(t, entry{name: "a/b", mode: 0o644}, entry{name: "a", mode: 0o644}), `"a" exists already`},
		{"a NUL in a name", zipped(t, entry{name: "a\x00b", mode: 0o644}), `"a\x00b" has a control character`},
		{"an escape in a name", tarball(t, entry{name: "a\x1b[2J", mode: 0o644}), "has a control character"},
		{"a name with what nobody sees", tarball(t, entry{name: "a\u200bb", mode: 0o644}), "has a control character or an invisible one"},
		{"a name that reads backwards", tarball(t, entry{name: "a\u202eyp", mode: 0o644}), "has a control character"},
		{"a name in Latin-1", tarball(t, entry{name: "caf\xe9", mode: 0o644}), "is not UTF-8"},
		{"a long name", tarball(t, entry{name: strings.Repeat("x", 256), mode: 0o644}), "has 256 bytes; want names of at most 255"},
		{"a long path", zipped(t, entry{name: strings.Repeat("x/", 600) + "y", mode: 0o644}), "has 1201 bytes; want paths of at most 1024"},
		{"a long path of a folder", tarball(t, entry{name: strings.Repeat("x", 300) + "/", kind: tar.TypeDir}), "want names of at most 255"},
		{"many folders in one name", tarball(t, entry{name: strings.Repeat("x/", 11) + "y", mode: 0o644}), "more than 10 files"},
		{"an encrypted file", encrypted(t), "is encrypted"},
		{"too many files", tarball(t, many...), "more than 10 files"},
		{"a bomb", zipped(t, entry{"1", bomb, 0o644, 0}, entry{"2", bomb, 0o644, 0}, entry{"3", bomb, 0o644, 0}, entry{"4", bomb, 0o644, 0}), "more than 1000 bytes"},
		{"a bomb beside the files", padded(t, 64<<20), "unpacks to more than 1000 bytes"},
		{"nothing", tarball(t), "is empty"},
		{"no archive", []byte("hello"), "want a .tar.gz or a .zip"},
		{"a cut archive", tarball(t, entry{name: "a", text: "b", mode: 0o644})[:30], "the archive is damaged: it is cut off; pack and upload it again"},
		{"an archive without its last byte", cut(tarball(t, entry{name: "a", text: "b", mode: 0o644})), "the archive is damaged: it is cut off"},
		{"a zip without its last byte", cut(zipped(t, entry{name: "a", text: "b", mode: 0o644})), "the archive is damaged"},
		{"a wrong checksum", wrongSum(tarball(t, entry{name: "a", text: "b", mode: 0o644})), "the archive is damaged: gzip: invalid checksum"},
		{"a checksum of 0", zeroSum(t), `the archive is damaged: "a": zip: checksum error`},
		{"more behind the end", append(tarball(t, entry{name: "a", text: "b", mode: 0o644}), "garbage"...), "the archive is damaged"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			uploads := botstore.Uploads{Dir: dir, BotBytes: 1000}
			limits := botstore.UnpackLimits{Bytes: 1000, Files: 10}
			err := limits.Unpack(tt.archive, t.TempDir())
			if !errors.As(err, new(league.UsageError)) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v; want a UsageError with %q", err, tt.want)
			}
			if err := uploads.Receive(t.Context(), tt.archive, botstore.Quota{}, func(string) error { return league.Usagef("no bot") }); !errors.As(err, new(league.UsageError)) {
				t.Errorf("upload: error %v; want a UsageError", err)
			}
			if left, _ := os.ReadDir(dir); len(left) > 0 {
				t.Errorf("%v is left", left)
			}
		})
	}
}

// cut leaves out the last byte.
func cut(archive []byte) []byte { return archive[:len(archive)-1] }

// wrongSum changes the checksum of a tar.gz, which is the first half of its last
// eight bytes.
func wrongSum(archive []byte) []byte {
	archive[len(archive)-8] ^= 1
	return archive
}

// zeroSum returns a zip whose file has the checksum 0, which package zip takes
// for none.
func zeroSum(t *testing.T) []byte {
	t.Helper()
	return raw(t, zip.FileHeader{Name: "a", UncompressedSize64: 5, CompressedSize64: 5}, "hello")
}

// encrypted returns a zip with a file that needs a password.
func encrypted(t *testing.T) []byte {
	t.Helper()
	return raw(t, zip.FileHeader{Name: "a", Flags: 1, CRC32: 1, UncompressedSize64: 5, CompressedSize64: 5}, "hello")
}

func raw(t *testing.T, h zip.FileHeader, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, err := w.CreateRaw(&h)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(f, text)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// padded returns a tar.gz that ends in so many zeros.
func padded(t *testing.T, n int) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	if err := w.WriteHeader(&tar.Header{Name: "a", Typeflag: tar.TypeReg}); err != nil {
		t.Fatal(err)
	}
	_, err := z.Write(make([]byte, n))
	if err := errors.Join(w.Flush(), err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// tree returns the files below a folder with their texts.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		files[strings.TrimPrefix(path, dir)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// "Reads the archive to its end, so that every checksum is compared": an archive
// of which a bit was flipped is refused, or the bit changed nothing.
func TestFlippedBits(t *testing.T) {
	bot := []entry{{name: "mine/bot.toml", text: `run = "./go.sh"`, mode: 0o644}, {name: "mine/go.sh", text: strings.Repeat("echo MOVE\n", 20), mode: 0o755}}
	for name, archive := range map[string][]byte{"tar.gz": tarball(t, bot...), "zip": zipped(t, bot...)} {
		t.Run(name, func(t *testing.T) {
			whole := t.TempDir()
			if err := (botstore.UnpackLimits{}).Unpack(archive, whole); err != nil {
				t.Fatal(err)
			}
			want := tree(t, whole)
			texts := map[string]bool{}
			for _, text := range want {
				texts[text] = true
			}
			parent := t.TempDir()
			for i := range archive {
				bit := 8*i + i%8
				flipped := bytes.Clone(archive)
				flipped[i] ^= 1 << (i % 8)
				dir := filepath.Join(parent, fmt.Sprint(bit))
				if err := os.Mkdir(dir, 0o755); err != nil {
					t.Fatal(err)
				}
				err := botstore.UnpackLimits{}.Unpack(flipped, dir)
				if err != nil {
					if !errors.As(err, new(league.UsageError)) {
						t.Errorf("bit %d: error %v; want a UsageError", bit, err)
					}
					continue
				}
				got := tree(t, dir)
				if name == "tar.gz" && !maps.Equal(got, want) {
					t.Errorf("bit %d: unpacked to %v", bit, got)
				}
				// A zip has no checksum of its names.
				for file, text := range got {
					if !texts[text] {
						t.Errorf("bit %d: %s has another text", bit, file)
					}
				}
			}
		})
	}
}

// Whatever is uploaded, it unpacks within its limits or what is wrong with it is
// a UsageError, never an error of the machine.
func FuzzUnpack(f *testing.F) {
	bot := []entry{{name: "mine/bot.toml", text: `run = "./go.sh"`, mode: 0o644}, {name: "mine/go.sh", text: "cat", mode: 0o755}}
	f.Add(tarball(f, bot...))
	f.Add(zipped(f, bot...))
	f.Add([]byte("PK\x03\x04"))
	f.Add([]byte{0x1f, 0x8b, 8, 0})
	limits := botstore.UnpackLimits{Bytes: 1 << 20, Files: 10}
	f.Fuzz(func(t *testing.T, archive []byte) {
		dir := t.TempDir()
		if err := limits.Unpack(archive, dir); err != nil && !errors.As(err, new(league.UsageError)) {
			t.Errorf("error %v; want a UsageError", err)
		}
		if _, err := (process.FolderLimit{Bytes: limits.Bytes + 1, Files: limits.Files}).Check(dir); err != nil {
			t.Error(err)
		}
	})
}

// "No digest covers that, and the bot would read it where it is not copied": what
// tools keep beside a bot is not unpacked, and counts and is checked like the rest.
func TestCachesAreNotUnpacked(t *testing.T) {
	entries := []entry{
		{"mine/bot.toml", "x", 0o644, 0}, {"mine/__pycache__/bot.cpython-312.pyc", "evil", 0o644, 0},
		{"mine/lib/.cache/deep/er", "evil", 0o755, 0}, {"mine/lib/.gitignore", "x", 0o644, 0}, {".git/HEAD", "x", 0o644, 0},
	}
	for name, archive := range map[string][]byte{"tar": tarball(t, entries...), "zip": zipped(t, entries...)} {
		dir := t.TempDir()
		if err := (botstore.UnpackLimits{Files: 8}).Unpack(archive, dir); err != nil {
			t.Fatal(err)
		}
		var found []string
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() {
				found = append(found, path[len(dir):])
			}
			return err
		})
		if want := []string{"/mine/bot.toml", "/mine/lib/.gitignore"}; err != nil || !slices.Equal(want, found) {
			t.Errorf("%s: %v, %v; want %v", name, found, err, want)
		}
		if err := (botstore.UnpackLimits{Bytes: 8}).Unpack(archive, t.TempDir()); err == nil || !strings.Contains(err.Error(), "unpacks to more than") {
			t.Errorf("%s: error %v; want that it is too large", name, err)
		}
	}
}
