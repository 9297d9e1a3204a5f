package botstore

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"arbiter/referee/process"
	"arbiter/server/league"
)

// Pack returns a tar.gz archive of a bot's folder, as UnpackLimits.Unpack unpacks it,
// without the subfolders that skip reports true for. The archive depends only on
// the names, contents and execute permissions of the files. A link to a file in
// the folder becomes that file; any other link is a league.UsageError, so that
// no file outside the folder leaves the machine.
func Pack(dir string, skip func(folder string) bool) ([]byte, error) {
	full, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(full)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	var archive bytes.Buffer
	zip := gzip.NewWriter(&archive)
	p := &packer{root: root, under: filepath.Base(full), tar: tar.NewWriter(zip), room: MaxBytes}
	err = fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && name != "." && entry.IsDir() && skip(entry.Name()) {
			return fs.SkipDir
		}
		if err != nil || entry.IsDir() {
			return err
		}
		return p.add(name, entry)
	})
	if err = errors.Join(err, p.tar.Close(), zip.Close()); err != nil {
		return nil, err
	}
	if archive.Len() > MaxPacked {
		return nil, league.Usagef("folder %s packs to %d bytes; want at most %d", dir, archive.Len(), MaxPacked)
	}
	return archive.Bytes(), nil
}

// A packer counts what it reads. Its os.Root confines every name to the folder.
type packer struct {
	root  *os.Root
	under string // name of the folder in the archive
	tar   *tar.Writer
	files int
	room  int64 // bytes left of MaxBytes
}

func (p *packer) add(name string, entry fs.DirEntry) error {
	info, err := p.root.Stat(name) // decides without opening, since a device may act on it
	link := entry.Type()&fs.ModeSymlink != 0
	switch {
	case link && (err != nil || !info.Mode().IsRegular()):
		return league.Usagef("%q is a link to something other than a file in the folder; want files and folders only", name)
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return nil // sockets and the like are not part of a bot
	}
	f, info, err := process.OpenRegularIn(p.root, name)
	if err != nil {
		return unreadable(err)
	}
	defer f.Close()
	p.files++
	p.room -= info.Size()
	if p.files > MaxFiles || p.room < 0 {
		return league.Usagef("the folder has more than %d files or %d bytes; an upload is limited to that", MaxFiles, MaxBytes)
	}
	h := &tar.Header{Typeflag: tar.TypeReg, Name: path.Join(p.under, name), Size: info.Size(), Mode: 0o644}
	if info.Mode()&0o111 != 0 {
		h.Mode = 0o755
	}
	if err := p.tar.WriteHeader(h); err != nil {
		return err
	}
	// One byte more than the header says would be tar's error, not ours.
	return unreadable(process.CopyRegular(p.tar, f, info))
}

// unreadable makes a usage error of that of a file that is not, or no longer, a
// bot's.
func unreadable(err error) error {
	if errors.As(err, new(*process.SpecError)) || errors.Is(err, tar.ErrWriteTooLong) {
		return league.UsageError{Err: err}
	}
	return err
}
