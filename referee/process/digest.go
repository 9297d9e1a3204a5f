package process

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"

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
	return s.Files(d.entry)
}

// entry writes a file or a link of a folder.
func (d digester) entry(f File) error {
	if f.Open == nil {
		d.text("link "+f.Name, f.Link)
		return nil
	}
	if executable(f.Info.Mode()) {
		// To the SHA-256 alone: the other hash has never covered it, and names bots of old
		// databases.
		writeText(d.sha, "executable", "")
	}
	return d.file("file "+f.Name, f.Open, f.Info)
}

// Contents returns the SHA-256 of everything that the bot consists of, built files included, in
// hexadecimal digits. It is the SHA256 of Digests, but for a bot of one source file.
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
	if err != nil {
		return err
	}
	defer file.Close()
	return d.file("file", file, info)
}

// file writes a file that was opened.
func (d digester) file(label string, file *os.File, info fs.FileInfo) error {
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
