package process

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/cespare/xxhash/v2"
)

// Digest tells bots apart by their content, in 16 hexadecimal digits: two
// equal digests are the same bot, wherever it lies. It covers the words of the
// command, with the content of a word that is a file in place of its path,
// and, for a bot with a folder, the folder. Built files count, so it is taken
// after Build.
func (s Spec) Digest() (string, error) {
	h := xxhash.New()
	for _, word := range s.Command {
		if err := hashWord(h, s.Dir, word); err != nil {
			return "", fmt.Errorf("digest of bot %s: %w", s.Name, err)
		}
	}
	for _, assignment := range s.Env {
		hashText(h, "env", assignment)
	}
	if s.Dir != "" {
		if err := hashFolder(h, s.Dir); err != nil {
			return "", fmt.Errorf("digest of bot %s: %w", s.Name, err)
		}
	}
	return fmt.Sprintf("%016x", h.Sum64()), nil
}

// hashWord hashes a word of the command, or the file that it names. In a
// folder the files are hashed with it, and the word names one of them.
func hashWord(h *xxhash.Digest, dir, word string) error {
	info, err := os.Stat(word)
	if dir != "" || err != nil || !info.Mode().IsRegular() {
		hashText(h, "word", word)
		return nil
	}
	file, info, err := OpenRegular(word)
	return hashFile(h, "file", file, info, err)
}

// hashFolder hashes the files of a folder, in the order of their names.
func hashFolder(h *xxhash.Digest, dir string) error {
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
		if err != nil {
			return err
		}
		switch mode := entry.Type(); {
		case entry.IsDir() && NotOfTheBot(entry.Name()):
			return fs.SkipDir
		case mode&fs.ModeSymlink != 0:
			target, err := os.Readlink(path)
			hashText(h, "link "+name, target)
			return err
		case mode.IsRegular():
			file, info, err := OpenRegularIn(root, name)
			return hashFile(h, "file "+name, file, info, err)
		}
		return nil
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

// hashFile hashes a file that was opened, and closes it.
func hashFile(h *xxhash.Digest, label string, file *os.File, info fs.FileInfo, err error) error {
	if err != nil {
		return err
	}
	defer file.Close()
	hashText(h, label, fmt.Sprint(info.Size())) // so that files cannot run into one another
	return CopyRegular(h, file, info)
}

func hashText(h *xxhash.Digest, label, text string) {
	fmt.Fprintf(h, "%q %q\n", label, text)
}
