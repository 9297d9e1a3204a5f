package process

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"arbiter/referee/process/view"

	"github.com/cespare/xxhash/v2"
)

// Digests tell bots apart by their content, wherever it lies.
type Digests struct {
	// SHA256 is the identity of a bot, in 64 hexadecimal digits: two bots with the
	// same one consist of the same bytes.
	SHA256 string
	// XXH64 names a bot, in 16 hexadecimal digits. Whoever wants to can make
	// another bot that has the same.
	XXH64 string
}

// Digests reads the bot once for both digests. They cover the words of the
// command, with the content of a word that is a file in place of its path, and,
// for a bot with a folder, what Copy copies of it. SHA256 also covers which
// files of the folder may be executed. Built files count, so the digests are
// taken after Build.
//
// Of a bot of one source file they cover the source and the recipe's name alone, so
// that it is the same bot whichever compiler builds it. What was built of it is
// compared with what was written down when it was, by ResolveCopy.
func (s Spec) Digests() (Digests, error) {
	d := digester{sha: sha256.New(), xxh: xxhash.New()}
	if err := d.spec(s); err != nil {
		return Digests{}, fmt.Errorf("digest of bot %s: %w", s.Name, err)
	}
	return Digests{SHA256: hex.EncodeToString(d.sha.Sum(nil)), XXH64: fmt.Sprintf("%016x", d.xxh.Sum64())}, nil
}

// A digester writes a bot to both hashes. What it writes can be read in one way
// only: names are quoted, and the content of a file follows its size.
type digester struct {
	sha hash.Hash
	xxh *xxhash.Digest
}

func (d digester) spec(s Spec) error {
	if s.Recipe != "" {
		return d.source(s)
	}
	for _, word := range s.Command {
		if err := d.word(s.Dir, word); err != nil {
			return err
		}
	}
	for _, assignment := range s.Env {
		d.text("env", assignment)
	}
	if s.Dir == "" {
		return nil
	}
	return walkFolder(s.Dir, d.entry)
}

// entry writes a file or a link of a folder.
func (d digester) entry(root *os.Root, name string, entry fs.DirEntry) error {
	if entry.Type()&fs.ModeSymlink != 0 {
		target, err := root.Readlink(name)
		d.text("link "+name, target)
		return err
	}
	file, info, err := OpenRegularIn(root, name)
	return d.file("file "+name, file, info, err, true)
}

// Contents returns the SHA-256 of everything that the bot consists of, built files
// included: Digests' own, but for a bot of one source file.
func (s Spec) Contents() (string, error) {
	s.Recipe = ""
	d, err := s.Digests()
	return d.SHA256, err
}

// word writes a word of the command, or the file that it names. In a folder the
// files are written with it, and the word names one of them. Whether a file
// beside no folder may be executed is left out: it is played where it lies.
func (d digester) word(dir, word string) error {
	info, err := os.Stat(word)
	if dir != "" || err != nil || !info.Mode().IsRegular() {
		d.text("word", word)
		return nil
	}
	file, info, err := OpenRegular(word)
	return d.file("file", file, info, err, false)
}

// file writes a file that was opened, and closes it. That it is executable goes to
// the SHA-256 alone: the other hash has never covered that, and names bots of old
// databases.
func (d digester) file(label string, file *os.File, info fs.FileInfo, err error, withMode bool) error {
	if err != nil {
		return err
	}
	defer file.Close()
	if withMode && executable(info.Mode()) {
		writeText(d.sha, "executable", "")
	}
	d.text(label, fmt.Sprint(info.Size())) // so that files cannot run into one another
	return CopyRegular(io.MultiWriter(d.sha, d.xxh), file, info)
}

func (d digester) text(label, text string) {
	writeText(d.sha, label, text)
	writeText(d.xxh, label, text)
}

func writeText(h io.Writer, label, text string) { fmt.Fprintf(h, "%q %q\n", label, text) }

// executable reports whether somebody may execute a file. Archives keep that
// much of its permissions.
func executable(mode fs.FileMode) bool { return mode&0o111 != 0 }

// walkFolder calls do with the files and links that a bot's folder consists of,
// in the order of their names: what it leaves out is neither in the digests nor
// in a copy. That is what tools keep beside the bot, folders without files, sockets
// and the like, and databases of SQLite, which change while the bot plays and are
// not shown to it. What is read within the root follows no link out of it.
func walkFolder(dir string, do func(root *os.Root, name string, entry fs.DirEntry) error) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "." && NotOfTheBot(entry.Name()):
			return fs.SkipDir
		case entry.Type()&fs.ModeSymlink != 0:
			return do(root, name, entry)
		case !entry.Type().IsRegular():
			return nil
		}
		if info, err := entry.Info(); err == nil && view.IsDatabase(path, info) {
			return nil
		}
		return do(root, name, entry)
	})
}

// NotOfTheBot reports whether a folder holds what tools keep beside a bot:
// history and caches.
func NotOfTheBot(folder string) bool {
	switch folder {
	case ".git", ".hg", ".svn", ".jj", "__pycache__", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".cache", ".idea", ".vscode":
		return true
	}
	return false
}
