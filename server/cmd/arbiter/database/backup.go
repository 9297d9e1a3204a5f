package database

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"arbiter/referee/process"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/kept/backup"
	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
)

// The flags of a place. They are serve's.
type placeFlags struct {
	flags.Database
	Uploads string `own:"path" help:"Folder of uploaded bots (default: the database file with .bots appended)." placeholder:"DIR"`
	Tokens  string `own:"path" help:"File of tokens, as of serve. Without it, tokens are left out." placeholder:"FILE"`
}

func (f placeFlags) place() backup.Place {
	return backup.Place{
		DB: f.DB, Uploads: cmp.Or(f.Uploads, f.DB+flags.UploadsSuffix), Ladders: f.DB + flags.LaddersSuffix,
		Games: f.Folder(f.DB), Tokens: f.Tokens, Own: flags.OwnFiles(f),
	}
}

type dbBackupCmd struct {
	placeFlags
	File string `out:"" arg:"" help:"The archive to write, a .tar.gz."`
}

// Run writes a backup.
func (c dbBackupCmd) Run(ctx context.Context, s output.Streams) (err error) {
	db, err := c.OpenReading(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	if c.Tokens != "" {
		if _, err := os.Stat(c.Tokens); err != nil {
			return league.UsageError{Err: err}
		}
	}
	scratch, err := os.MkdirTemp(filepath.Dir(c.File), ".backup-")
	if err != nil {
		return league.UsageError{Err: err}
	}
	defer func() {
		if left := process.RemoveFolder(scratch); err == nil {
			err = left
		}
	}()
	if err := output.Write(c.File, nil, func(w io.Writer) error {
		return backup.Write(ctx, w, db, c.place(), flags.Version, scratch)
	}); err != nil {
		return err
	}
	info, err := os.Stat(c.File)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.Out, "%s: %s; arbiter db restore %s --db NEW.db unpacks it\n", c.File, sizeText(info.Size()), c.File)
	return err
}

// sizeText returns the size of a file for people. A small one is not "0.0 MB".
func sizeText(bytes int64) string {
	if bytes < 1e6 {
		return fmt.Sprintf("%d kB", (bytes+999)/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(bytes)/1e6)
}

type dbRestoreCmd struct {
	placeFlags
	File string `arg:"" help:"The archive that db backup wrote."`
}

// Run restores a backup.
func (c dbRestoreCmd) Run(ctx context.Context, s output.Streams) error {
	f, err := os.Open(c.File)
	if err != nil {
		return league.UsageError{Err: err}
	}
	defer f.Close()
	m, hasTokens, err := backup.Restore(ctx, f, c.place(), func(ctx context.Context, file string) (backup.Target, error) {
		return sqlite.Open(ctx, file, sqlite.Normal)
	})
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	db, err := c.OpenExisting(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	_, matches, err := db.Size(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.Out, "%s: %d matches, as of %s\n", c.DB, matches, m.At.Format(time.RFC3339))
	if hasTokens && c.Tokens == "" {
		fmt.Fprintln(s.Out, "The backup has tokens, too: --tokens FILE restores them.")
	}
	return nil
}
