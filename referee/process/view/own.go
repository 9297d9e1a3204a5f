package view

import (
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// Endings of what Arbiter keeps beside a database, under its name.
const (
	UploadsSuffix  = ".bots"
	AnalysesSuffix = ".analyses" // what analyses are kept
	QueueSuffix    = ".queue"    // the queue of a farm
	EvidenceSuffix = ".workers"  // what workers did wrong, of earlier builds
	LaddersSuffix  = ".ladders"  // copies of the bots of open ladders
	GamesSuffix    = ".games"    // games with a referee of their own
	LockSuffix     = ".lock"     // a file
)

// DefaultDatabase is the name of a database that has no other one.
const DefaultDatabase = "arbiter.db"

// journals are the endings of what SQLite keeps beside a database.
func journals() []string { return []string{"-wal", "-shm", "-journal"} }

func stateFolders() []string {
	return []string{UploadsSuffix, AnalysesSuffix, QueueSuffix, EvidenceSuffix, LaddersSuffix, GamesSuffix}
}

// BesideDatabase returns all endings of what lies beside a database.
func BesideDatabase() []string { return append(append(journals(), stateFolders()...), LockSuffix) }

// IsState reports whether a file or a folder has a name of Arbiter's state. It may be the state
// of another or an earlier server, so that no bot contains it, wherever it lies.
func IsState(name string, folder bool) bool {
	ends := func(with string) bool { return strings.HasSuffix(name, with) }
	if folder { // the last two are an interrupted backup and its restoration
		return slices.ContainsFunc(stateFolders(), ends) || strings.HasPrefix(name, ".backup-") || strings.HasPrefix(name, ".restore-")
	}
	return name == DefaultDatabase || slices.ContainsFunc(append(journals(), LockSuffix), func(with string) bool { return ends(".db" + with) })
}

// An Own is a set of Arbiter's own files and folders, by path and by inode.
type Own struct {
	paths  []string
	inodes map[inode]string
}

// NewOwn returns the set of these files and folders as they are now. They need not exist.
func NewOwn(paths []string) Own {
	own := Own{inodes: map[inode]string{}}
	for _, path := range paths {
		own.paths = append(own.paths, names(path, maxLinks)...)
	}
	for _, path := range own.paths {
		for _, look := range []func(string) (fs.FileInfo, error){os.Stat, os.Lstat} {
			if info, err := look(path); err == nil {
				own.inodes[inodeOf(info)] = path
			}
		}
	}
	return own
}

// Hides reports whether no bot may see a file or a folder in its folder: it is Arbiter's own,
// has a name of Arbiter's state, or is a database. The error is a FolderError if it is
// Arbiter's own under another name. The path has no links in it.
func (o Own) Hides(path string, info fs.FileInfo) (bool, error) {
	if slices.Contains(o.paths, path) {
		return true, nil
	}
	if own, ok := o.inodes[inodeOf(info)]; ok {
		return true, &FolderError{path, fmt.Sprintf("it is %s by another name, which no bot may see; remove it", own)}
	}
	return IsState(info.Name(), info.IsDir()) || IsDatabase(path, info), nil
}
