// Package backup packs what a server keeps into one archive while it plays, and unpacks it
// elsewhere. A backup has the database, the folders of uploaded and entered bots and of ladders,
// and the games that were added. It has the file of tokens where that is asked for. The archive
// is a .tar.gz, so that tar reads it where Arbiter is not.
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
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"

	"arbiter/referee/process"
	"arbiter/server/league"
)

// A Place says where a server keeps its files. "" stands for none. A backup leaves out a file
// or folder that does not exist.
type Place struct {
	DB      string // the database
	Uploads string // folder of uploaded bots, and of copies of those that were entered
	Ladders string // folder of the bots of ladders
	Games   string // folder of games, and of links to folders of games
	Tokens  string // file of tokens; "" leaves it out

	Own []string // Arbiter's own files, which are no part of a game that they lie in
}

// The names in an archive. The manifest comes first, so that an archive that is not a
// backup is refused by its first bytes.
const (
	manifestName = "arbiter-backup.json"
	dbName       = "arbiter.db"
	uploadsName  = "bots"
	laddersName  = "ladders"
	gamesName    = "games"
	tokensName   = "tokens"
)

// format is the version of the archive. Archives of format 1 have no games.
const format = 2

// A Manifest says what an archive is of.
type Manifest struct {
	Format  int       `json:"format"`
	Arbiter string    `json:"arbiter"` // version of the program that wrote it
	At      time.Time `json:"at"`      // when it began
	// Where the folders were: bots in the database are named by paths in them.
	Uploads string `json:"uploads"`
	Ladders string `json:"ladders"`
}

// A Source is the open database of a backup.
type Source interface {
	// Copy writes a consistent copy of the database as it is now to a new file.
	Copy(ctx context.Context, file string) error
	// TypedBots returns the known bots as they were typed.
	TypedBots(ctx context.Context) ([]string, error)
}

// Write writes a backup. Matches go on: the database is as it was at one moment. The
// copy is made in scratch, a folder with room for it. A file that changes while it is
// read is an error, and the archive is worth nothing then.
func Write(ctx context.Context, w io.Writer, db Source, from Place, program, scratch string) error {
	m := Manifest{Format: format, Arbiter: program, At: time.Now().UTC().Truncate(time.Second)}
	var err error
	if m.Uploads, err = filepath.Abs(from.Uploads); err != nil {
		return err
	}
	if m.Ladders, err = filepath.Abs(from.Ladders); err != nil {
		return err
	}
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	copied := filepath.Join(scratch, dbName)
	if err := db.Copy(ctx, copied); err != nil {
		return err
	}
	typed, err := db.TypedBots(ctx)
	if err != nil {
		return err
	}
	needed := league.PathElements(typed)
	zip, err := gzip.NewWriterLevel(w, gzip.BestSpeed) // replays, most of it, are compressed
	if err != nil {
		return err
	}
	p := packer{ctx: ctx, tar: tar.NewWriter(zip)}
	err = p.tar.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: manifestName, Mode: 0o644, Size: int64(len(text)), ModTime: m.At})
	if err == nil {
		_, err = p.tar.Write(text)
	}
	if err == nil {
		err = p.file(copied, dbName, 0o644)
	}
	// The folder of an upload belongs to a bot that the database knows, or is being
	// built: then it changes, and nobody needs it yet. What begins with a dot is being
	// written, and builds are made anew.
	if err == nil {
		err = p.folder(from.Uploads, uploadsName, func(name string) bool {
			top, inner, _ := strings.Cut(name, "/")
			if top == "entered" {
				return strings.HasPrefix(inner, ".")
			}
			return !needed[top]
		})
	}
	if err == nil {
		err = p.folder(from.Ladders, laddersName, func(name string) bool { return strings.HasPrefix(name, ".") })
	}
	if err == nil {
		err = p.games(from.Games, from.Own)
	}
	if err == nil && from.Tokens != "" {
		err = p.file(from.Tokens, tokensName, 0o600)
	}
	if err != nil {
		return err
	}
	return errors.Join(p.tar.Close(), zip.Close())
}

type packer struct {
	ctx context.Context
	tar *tar.Writer
}

// file adds a file under a name.
func (p packer) file(file, name string, mode int64) error {
	f, info, err := process.OpenRegular(file)
	if err != nil {
		return changed(err)
	}
	defer f.Close()
	return p.opened(f, name, mode, info)
}

// folder adds a folder under a name, without what skip reports of the paths of up to
// two elements in it. A link that stays in the folder is kept.
func (p packer) folder(dir, under string, skip func(name string) bool) error {
	root, err := os.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) || dir == "" {
		return nil
	}
	if err != nil {
		return err
	}
	defer root.Close()
	return fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // a bot was deleted meanwhile
		}
		if err != nil || name == "." {
			return err
		}
		if strings.Count(name, "/") < 2 && skip(name) {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		return p.entry(root, name, path.Join(under, name))
	})
}

// entry adds a file, a folder or a link of a root. Sockets and the like are no part of
// a bot.
func (p packer) entry(root *os.Root, name, under string) error {
	info, err := root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	switch {
	case info.IsDir():
		return p.tar.WriteHeader(&tar.Header{Typeflag: tar.TypeDir, Name: under + "/", Mode: int64(info.Mode().Perm()), ModTime: info.ModTime()})
	case info.Mode()&fs.ModeSymlink != 0:
		to, err := root.Readlink(name)
		if err != nil {
			return err
		}
		return p.link(to, under, info)
	case !info.Mode().IsRegular():
		return nil
	}
	f, info, err := process.OpenRegularIn(root, name)
	if err != nil {
		return changed(err)
	}
	defer f.Close()
	return p.opened(f, under, int64(info.Mode().Perm()), info)
}

// opened adds an open file under a name.
func (p packer) opened(f *os.File, under string, mode int64, info fs.FileInfo) error {
	if err := p.tar.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: under, Mode: mode, Size: info.Size(), ModTime: info.ModTime()}); err != nil {
		return err
	}
	return changed(process.CopyRegular(contextWriter{p.ctx, p.tar}, f, info))
}

// link adds a link under a name, unless it would name something else where it is restored.
func (p packer) link(to, under string, info fs.FileInfo) error {
	if !staysIn(under, to) {
		return nil
	}
	return p.tar.WriteHeader(&tar.Header{Typeflag: tar.TypeSymlink, Name: under, Linkname: to, Mode: int64(info.Mode().Perm()), ModTime: info.ModTime()})
}

// staysIn reports whether a link with a name in the archive leads to something in the
// same folder at its top.
func staysIn(name, target string) bool {
	if filepath.IsAbs(target) {
		return false
	}
	top, _, _ := strings.Cut(name, "/")
	return strings.HasPrefix(path.Join(path.Dir(name), target), top+"/")
}

// changed words the error of a file that somebody writes.
func changed(err error) error {
	if errors.Is(err, tar.ErrWriteTooLong) || errors.As(err, new(*process.SpecError)) {
		return league.Conflictf("a file changed while it was being read; try again: %w", err)
	}
	return err
}

// A contextWriter ends a long copy when its context does.
type contextWriter struct {
	ctx context.Context
	io.Writer
}

func (w contextWriter) Write(b []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.Writer.Write(b)
}

// notBackup is the error of a file that is something else.
func notBackup(why string, args ...any) error {
	return league.Usagef("not a backup of arbiter: %s; want a file that arbiter db backup wrote", fmt.Sprintf(why, args...))
}
