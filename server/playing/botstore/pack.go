package botstore

import (
	"archive/tar"
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"path"
	"path/filepath"

	"arbiter/referee/process"
	"arbiter/server/league"
)

// Pack returns a tar.gz archive of a bot, as UnpackLimits.Unpack unpacks it: of what
// process.Spec.Files says. It depends only on the names, contents and execute
// permissions of the files. A link to a file of the bot becomes that file; any other
// link is a league.UsageError, so that no file outside of the bot leaves the machine.
func Pack(bot process.Spec) ([]byte, error) {
	var archive bytes.Buffer
	zip := gzip.NewWriter(&archive)
	p := &packer{bot: bot, tar: tar.NewWriter(zip), room: MaxBytes}
	if err := errors.Join(unreadable(bot.Files(p.add)), p.tar.Close(), zip.Close()); err != nil {
		return nil, err
	}
	if archive.Len() > MaxPacked {
		return nil, league.Usagef("bot %s packs to %d bytes; want at most %d", bot.Name, archive.Len(), MaxPacked)
	}
	return archive.Bytes(), nil
}

// A packer counts what it reads.
type packer struct {
	bot   process.Spec
	tar   *tar.Writer
	files int
	room  int64 // bytes left of MaxBytes
}

func (p *packer) add(f process.File) error {
	if f.Open == nil {
		var err error
		if f, err = p.bot.Follow(f); err != nil {
			return league.Usagef("%q is a link to something other than a file of the bot; want files and folders only", f.Name)
		}
		defer f.Open.Close()
	}
	p.files++
	p.room -= f.Info.Size()
	if p.files > MaxFiles || p.room < 0 {
		return league.Usagef("the bot has more than %d files or %d bytes; an upload is limited to that", MaxFiles, MaxBytes)
	}
	h := &tar.Header{Typeflag: tar.TypeReg, Name: path.Join(filepath.Base(cmp.Or(p.bot.Dir, p.bot.Name)), f.Name), Size: f.Info.Size(), Mode: 0o644}
	if f.Info.Mode()&0o111 != 0 {
		h.Mode = 0o755
	}
	if err := p.tar.WriteHeader(h); err != nil {
		return err
	}
	// One byte more than the header says would be tar's error, not ours.
	return unreadable(process.CopyRegular(p.tar, f.Open, f.Info))
}

// unreadable makes a usage error of an error about a file that is not, or no longer, a
// bot's.
func unreadable(err error) error {
	if errors.As(err, new(*process.SpecError)) || errors.Is(err, tar.ErrWriteTooLong) {
		return league.UsageError{Err: err}
	}
	return err
}
