package botstore

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"arbiter/server/league"
)

// The default limits: far above any bot with a model of some megabytes, far
// below what fills a disk.
const (
	MaxPacked = 32 << 20  // bytes of an archive
	MaxBytes  = 256 << 20 // bytes of all its files
	MaxFiles  = 2000      // files and folders
)

// Limits bound what an archive may unpack to. The zero value has the defaults.
type Limits struct {
	Bytes int64 // 0 is MaxBytes
	Files int   // 0 is MaxFiles
}

// Save unpacks an archive (tar.gz or zip) into a new folder under dir that is
// named after the archive's SHA-256. It returns that folder or, when the archive
// has a single folder at its top, that one. An archive that was saved before is
// not unpacked again. What is wrong with the archive is a league.UsageError.
func (l Limits) Save(archive []byte, dir string) (string, error) {
	sum := sha256.Sum256(archive)
	home, err := filepath.Abs(filepath.Join(dir, hex.EncodeToString(sum[:10])))
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(home); err == nil {
		return inner(home)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	draft, err := os.MkdirTemp(dir, ".upload-")
	if err != nil {
		return "", err
	}
	err = l.Unpack(archive, draft)
	if err == nil {
		err = os.Rename(draft, home)
	}
	if err != nil {
		if _, there := os.Stat(home); there == nil {
			err = nil // the same archive was saved concurrently
		}
		err = errors.Join(err, os.RemoveAll(draft))
	}
	if err != nil {
		return "", err
	}
	return inner(home)
}

// inner returns the only folder in a folder that has nothing else, or the folder
// itself.
func inner(home string) (string, error) {
	entries, err := os.ReadDir(home)
	if err == nil && len(entries) == 1 && entries[0].IsDir() {
		return filepath.Join(home, entries[0].Name()), nil
	}
	return home, err
}

// Unpack unpacks an archive into an empty folder. It creates no file outside the
// folder and no links, and what is wrong with the archive is a
// league.UsageError.
func (l Limits) Unpack(archive []byte, dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	if l.Bytes == 0 {
		l.Bytes = MaxBytes
	}
	if l.Files == 0 {
		l.Files = MaxFiles
	}
	u := &unpacker{root: root, limits: l, room: l.Bytes}
	switch {
	case bytes.HasPrefix(archive, []byte{0x1f, 0x8b}):
		err = u.tarball(archive)
	case bytes.HasPrefix(archive, []byte("PK")):
		err = u.zipped(archive)
	default:
		return league.Usagef("the archive begins with %q; want a .tar.gz or a .zip", archive[:min(len(archive), 4)])
	}
	if err == nil && u.files == 0 {
		return league.Usagef("the archive is empty; want a bot's folder with a bot.toml")
	}
	return err
}

// An unpacker counts what it writes. Its os.Root confines every name to the
// folder.
type unpacker struct {
	root   *os.Root
	limits Limits
	files  int
	room   int64 // bytes left of the limit
}

func (u *unpacker) tarball(archive []byte) error {
	zip, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		return league.Usagef("the archive: %w", err)
	}
	r := tar.NewReader(zip)
	for {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return league.Usagef("the archive: %w", err)
		}
		switch h.Typeflag {
		case tar.TypeDir:
			err = u.folder(h.Name)
		case tar.TypeReg:
			err = u.file(h.Name, h.FileInfo().Mode(), r)
		case tar.TypeXGlobalHeader: // git archive writes one
		default:
			err = league.Usagef("%q is neither a file nor a folder; links and devices are not allowed", h.Name)
		}
		if err != nil {
			return err
		}
	}
}

func (u *unpacker) zipped(archive []byte) error {
	r, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return league.Usagef("the archive: %w", err)
	}
	for _, f := range r.File {
		switch mode := f.Mode(); {
		case mode.IsDir():
			err = u.folder(f.Name)
		case mode.IsRegular():
			err = u.zipFile(f)
		default:
			err = league.Usagef("%q is neither a file nor a folder; links and devices are not allowed", f.Name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (u *unpacker) zipFile(f *zip.File) error {
	content, err := f.Open()
	if err != nil {
		return league.Usagef("%q: %w", f.Name, err)
	}
	defer content.Close()
	return u.file(f.Name, f.Mode(), content)
}

// count checks a name and counts it.
func (u *unpacker) count(name string) error {
	u.files++
	if u.files > u.limits.Files {
		return league.Usagef("the archive has more than %d files and folders", u.limits.Files)
	}
	if clean := path.Clean(name); !filepath.IsLocal(clean) {
		return league.Usagef("%q leads out of the folder; want a path inside it", name)
	}
	return nil
}

func (u *unpacker) folder(name string) error {
	if err := u.count(name); err != nil {
		return err
	}
	return u.root.MkdirAll(path.Clean(name), 0o755)
}

func (u *unpacker) file(name string, mode fs.FileMode, content io.Reader) error {
	if err := u.count(name); err != nil {
		return err
	}
	name = path.Clean(name)
	if err := u.root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return league.Usagef("%q: %w", name, err)
	}
	permissions := fs.FileMode(0o644)
	if mode&0o111 != 0 {
		permissions = 0o755
	}
	f, err := u.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, permissions)
	if err != nil {
		return league.Usagef("%q: %w", name, err)
	}
	n, err := io.Copy(f, io.LimitReader(content, u.room+1))
	u.room -= n
	err = errors.Join(err, f.Close())
	if u.room < 0 {
		return league.Usagef("the archive unpacks to more than %d bytes", u.limits.Bytes)
	}
	return err
}
