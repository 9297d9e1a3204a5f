package backup

import (
	"archive/tar"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"

	"arbiter/referee/process"
	"arbiter/server/league"
)

// A Target is an open database that is being restored.
type Target interface {
	// Check returns what is wrong with the file, a sentence each.
	Check(ctx context.Context) ([]string, error)
	// MoveBots rewrites the paths of bots below one folder to another.
	MoveBots(ctx context.Context, from, to string) error
	Close() error
}

// Restore unpacks a backup to a place where nothing is yet. If something is there
// already, it returns an error and does not touch it. Everything is unpacked and
// checked in a folder beside the database before the first file gets its name. The
// database gets its name last.
//
// open opens the database, which brings its schema to that of this program. What is
// wrong with the archive is a league.UsageError. Tokens in the archive are restored
// where to.Tokens names a file; had reports whether there were some.
func Restore(ctx context.Context, r io.Reader, to Place, open func(ctx context.Context, file string) (Target, error)) (m Manifest, had bool, err error) {
	if err := vacant(to); err != nil {
		return m, false, err
	}
	for _, place := range []string{to.DB, to.Uploads, to.Ladders, to.Games} {
		if err := os.MkdirAll(filepath.Dir(place), 0o755); err != nil {
			return m, false, league.UsageError{Err: err}
		}
	}
	draft, err := os.MkdirTemp(filepath.Dir(to.DB), ".restore-")
	if err != nil {
		return m, false, err
	}
	defer func() { err = errors.Join(err, process.RemoveFolder(draft)) }()
	if m, err = unpack(ctx, r, draft); err != nil {
		return m, false, err
	}
	if err := check(ctx, filepath.Join(draft, dbName), m, to, open); err != nil {
		return m, false, err
	}
	_, noTokens := os.Stat(filepath.Join(draft, tokensName))
	for _, part := range []struct{ name, to string }{
		{tokensName, to.Tokens}, {gamesName, to.Games}, {laddersName, to.Ladders}, {uploadsName, to.Uploads}, {dbName, to.DB},
	} {
		from := filepath.Join(draft, part.name)
		if _, err := os.Lstat(from); errors.Is(err, fs.ErrNotExist) || part.to == "" {
			continue
		}
		if err := os.Rename(from, part.to); err != nil {
			return m, false, err
		}
	}
	return m, noTokens == nil, nil
}

// vacant returns a usage error if something is at the place.
func vacant(to Place) error {
	for _, file := range []string{to.DB, to.DB + "-wal", to.Uploads, to.Ladders, to.Games, to.Tokens} {
		if file == "" {
			continue
		}
		if _, err := os.Lstat(file); err == nil {
			return league.Usagef("%s exists, and nothing is overwritten; move it away, or restore to another --db", file)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return league.UsageError{Err: err}
		}
	}
	return nil
}

// check opens the database of a backup, looks whether it is whole, and makes its bots
// those of the new place.
func check(ctx context.Context, file string, m Manifest, to Place, open func(context.Context, string) (Target, error)) error {
	db, err := open(ctx, file)
	if err != nil {
		return league.Usagef("the backup's %w", err)
	}
	problems, err := db.Check(ctx)
	if err == nil && len(problems) > 0 {
		err = league.Usagef("the backup's database is damaged: %s", strings.Join(problems, "; "))
	}
	for _, folder := range [][2]string{{m.Uploads, to.Uploads}, {m.Ladders, to.Ladders}} {
		var now string
		if err == nil {
			now, err = filepath.Abs(folder[1])
		}
		if err == nil && folder[0] != "" && folder[0] != now {
			err = db.MoveBots(ctx, folder[0], now)
		}
	}
	return errors.Join(err, db.Close())
}

// unpack unpacks an archive into an empty folder, to its end, so that its checksum is
// compared.
func unpack(ctx context.Context, r io.Reader, dir string) (m Manifest, err error) {
	zip, err := gzip.NewReader(r)
	if err != nil {
		return m, notBackup("it is not compressed by gzip")
	}
	archive := tar.NewReader(zip)
	first, err := archive.Next()
	if err != nil {
		return m, notBackup("it is no whole tar archive")
	}
	if first.Name != manifestName {
		return m, notBackup("it begins with %q", first.Name)
	}
	if err := json.NewDecoder(io.LimitReader(archive, 1<<16)).Decode(&m); err != nil {
		return m, notBackup("its %s is damaged", manifestName)
	}
	if m.Format < 1 || m.Format > format {
		return m, league.Usagef("the backup has format %d, of arbiter %q; this program knows formats 1 to %d", m.Format, m.Arbiter, format)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return m, err
	}
	defer root.Close()
	u := unpacker{ctx: ctx, root: root}
	for {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = u.entry(h, archive)
		}
		if err != nil {
			return m, damaged(err)
		}
	}
	if _, err := io.Copy(io.Discard, zip); err != nil {
		return m, damaged(err)
	}
	if _, err := root.Stat(dbName); err != nil {
		return m, notBackup("it has no %s", dbName)
	}
	return m, u.close()
}

// An unpacker makes files in a root, and folders, whose permissions come last: a bot's
// folder may be read-only.
type unpacker struct {
	ctx     context.Context
	root    *os.Root
	folders []*tar.Header
}

func (u *unpacker) entry(h *tar.Header, contents io.Reader) error {
	name := path.Clean(h.Name)
	top, _, _ := strings.Cut(name, "/")
	if !slices.Contains([]string{dbName, tokensName, uploadsName, laddersName, gamesName}, top) || name == top && h.Typeflag != tar.TypeReg && h.Typeflag != tar.TypeDir {
		return notBackup("it has %q", h.Name)
	}
	if err := u.root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	switch h.Typeflag {
	case tar.TypeDir:
		u.folders = append(u.folders, h)
		return u.root.MkdirAll(name, 0o755)
	case tar.TypeSymlink:
		if !staysIn(name, h.Linkname) {
			return notBackup("the link %q leads out of its folder", h.Name)
		}
		return u.root.Symlink(h.Linkname, name)
	case tar.TypeReg:
		f, err := u.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			return notBackup("it has %q twice", h.Name)
		}
		if err != nil {
			return err
		}
		_, err = io.Copy(contextWriter{u.ctx, f}, contents)
		if err = errors.Join(err, f.Chmod(h.FileInfo().Mode().Perm()), f.Close()); err != nil {
			return err
		}
		return u.root.Chtimes(name, h.ModTime, h.ModTime)
	default:
		return notBackup("%q is neither a file nor a folder nor a link", h.Name)
	}
}

// close gives folders their permissions, the innermost first.
func (u *unpacker) close() error {
	for _, h := range slices.Backward(u.folders) {
		if err := u.root.Chmod(path.Clean(h.Name), h.FileInfo().Mode().Perm()); err != nil {
			return err
		}
	}
	return nil
}

// damaged words the error of an archive that cannot be read. One of the machine, such
// as a full disk, stays as it is.
func damaged(err error) error {
	if errors.As(err, new(league.UsageError)) || errors.As(err, new(*fs.PathError)) || errors.As(err, new(*os.LinkError)) || errors.Is(err, context.Canceled) {
		return err
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("it is cut off")
	}
	return league.UsageError{Err: fmt.Errorf("the backup is damaged: %w; take another one", err)}
}
