package backup

import (
	"archive/tar"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"arbiter/referee/external"
	"arbiter/referee/process"
)

// games adds the games of a folder: the files that the digest of their referees covers. A game
// that is a link becomes a folder, which counts as copied by arbiter game add. A link that leads
// nowhere is left out.
func (p packer) games(dir string, own []string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || dir == "" {
		return nil
	}
	if err != nil {
		return err
	}
	for _, entry := range entries {
		place, under := filepath.Join(dir, entry.Name()), path.Join(gamesName, entry.Name())
		info, err := os.Stat(place)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return err
		case info.Mode().IsRegular() && strings.HasSuffix(entry.Name(), external.AddedSuffix):
			err = p.file(place, under, 0o644)
		case !info.IsDir() || strings.HasPrefix(entry.Name(), "."):
			continue
		default:
			err = p.game(place, under, own)
		}
		if err == nil && entry.Type()&fs.ModeSymlink != 0 {
			mark := path.Join(gamesName, external.AddedMark(entry.Name()))
			err = p.tar.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: mark, Mode: 0o644, ModTime: info.ModTime()})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// game adds the files of a game.
func (p packer) game(dir, under string, own []string) error {
	return changed(process.Spec{Dir: dir, Own: own}.Files(func(f process.File) error {
		name := path.Join(under, f.Name)
		if f.Open == nil {
			return p.link(f.Link, name, f.Info)
		}
		return p.opened(f.Open, name, int64(f.Info.Mode().Perm()), f.Info)
	}))
}
